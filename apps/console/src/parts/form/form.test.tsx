// A form over the contract: what it says is wrong, what it sends, what it does with a refusal, what a change looks like.
import { AppError, ChangedError, d01Register, mapSetting, placesSetting } from '@outrider/contract';
import type { MapChoice } from '@outrider/contract';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { FormDialog } from './form-dialog.tsx';
import type { Rows } from './row.ts';
import { settingForm } from './setting-form.ts';
import { useForm } from './use-form.ts';

beforeAll(startTexts);
afterEach(cleanup);

const start: MapChoice = {
  mode: 'online',
  tilesUrl: 'https://t.test/{z}/{x}/{y}.png',
  attribution: '© T',
  maxZoom: 19,
};
const isOnline = ({ mode }: MapChoice): boolean => mode === 'online';
const rows: Rows<MapChoice> = [
  {
    control: 'select',
    key: 'mode',
    label: 'Mode',
    options: [
      { value: 'online', name: 'Online' },
      { value: 'offline', name: 'Offline' },
    ],
  },
  { control: 'text', key: 'tilesUrl', label: 'Address', when: isOnline },
  { control: 'text', key: 'attribution', label: 'Words', help: 'At the edge.' },
  { control: 'number', key: 'maxZoom', label: 'Zoom', when: isOnline },
];

type Options = Partial<Parameters<typeof useForm<MapChoice>>[0]>;
/** Draws the form and gives what was saved: input and changed keys. */
const open = (options: Options = {}, onClose = (): void => undefined) => {
  const saved: [MapChoice, readonly string[]][] = [];
  const Opened = (): ReactElement => {
    const form = useForm<MapChoice>({
      of: mapSetting.save,
      start,
      rows,
      save: async (input, changed) => void saved.push([input, changed]),
      ...options,
    });
    return <FormDialog form={form} title="Form" saveText="Save" onClose={onClose} />;
  };
  render(<Opened />);
  return saved;
};
const field = (name: string): HTMLInputElement => screen.getByLabelText(name);
const type = (name: string, value: string): boolean => fireEvent.change(field(name), { target: { value } });
const note = (name: string): string =>
  document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent ?? '';
const saveButton = (): HTMLButtonElement => screen.getByRole('button', { name: 'Save' });
const press = (): Promise<void> => act(async () => void fireEvent.click(saveButton()));
const mark = (name: string): string | null | undefined => field(name).closest('[data-mark]')?.getAttribute('data-mark');
/** Rejects like a server that answers so. */
const refusing = (error: Error) => async (): Promise<never> => {
  throw error;
};

it('says by the field what the schema has against it, and cannot be saved meanwhile', () => {
  open();
  const problems: [string, string, string][] = [
    ['Zoom', '25', 'Zoom: at most 24.'],
    ['Zoom', '-1', 'Zoom: at least 0.'],
    ['Zoom', '2.5', 'Zoom: a whole number.'],
    ['Zoom', '', 'Zoom is missing.'],
    ['Words', 'x'.repeat(201), 'Words: at most 200 characters.'],
    ['Address', 'ftp://x/{z}/{x}/{y}', 'An address begins with https:// or http://.'],
    ['Address', 'https://t.test/{z}', 'The address needs {x} {y}.'],
  ];
  for (const [name, value, words] of problems) {
    const before = field(name).value;
    type(name, value);
    expect(note(name)).toBe(words);
    expect(field(name).getAttribute('aria-invalid')).toBe('true');
    expect(saveButton().disabled, words).toBe(true);
    type(name, before);
    expect(saveButton().disabled).toBe(false);
  }
  expect(note('Words')).toBe('At the edge.');
});

it('sends what was typed in the form of the contract, with the keys that were changed', async () => {
  const saved = open();
  type('Zoom', '12');
  await press();
  expect(saved).toEqual([[{ ...start, maxZoom: 12 }, ['maxZoom']]]);
});

it('what is made cannot be typed into while it is saved; what is changed can', async () => {
  const closed = (): boolean => field('Words').closest('fieldset:disabled') !== null;
  for (const edits of [false, true]) {
    const { promise, resolve } = Promise.withResolvers<void>();
    open({ edits, save: () => promise });
    type('Words', '© U');
    expect(closed()).toBe(false);
    await press();
    expect(closed()).toBe(!edits);
    await act(async () => resolve());
    expect(closed()).toBe(false);
    cleanup();
  }
});

it('a row that is not there is neither checked nor sent as typed', async () => {
  const saved = open();
  type('Address', 'nothing of the kind');
  type('Zoom', '99');
  expect(saveButton().disabled).toBe(true);
  type('Mode', 'offline');
  expect(screen.queryByLabelText('Address')).toBeNull();
  await press();
  expect(saved).toEqual([[{ ...start, mode: 'offline' }, ['mode']]]);
  type('Mode', 'online');
  expect([field('Address').value, field('Zoom').value]).toEqual(['nothing of the kind', '99']);
});

it('a refusal that names a field is said there until the field is changed; what was typed stays', async () => {
  open({ save: refusing(new AppError('invalid', 'tilesUrl: Not this server.')) });
  type('Address', 'https://other.test/{z}/{x}/{y}');
  await press();
  expect(note('Address')).toBe('Not this server.');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(field('Address').value).toBe('https://other.test/{z}/{x}/{y}');
  expect(saveButton().disabled).toBe(false);
  type('Address', 'https://third.test/{z}/{x}/{y}');
  expect(note('Address')).toBe('');
});

it('any other refusal is said over the buttons until the next try', async () => {
  const answers = [new AppError('conflict', 'maxZoom: taken'), new AppError('invalid', 'roads: unknown'), undefined];
  open({
    save: async () => {
      const answer = answers.shift();
      if (answer !== undefined) throw answer;
    },
  });
  await press();
  expect(screen.getByRole('alert').textContent).toBe('maxZoom: taken');
  await press();
  expect(screen.getByRole('alert').textContent).toBe('roads: unknown');
  await press();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('what a form does with a failure itself is heard, and may say something else or nothing', async () => {
  const heard: string[] = [];
  open({
    save: refusing(new Error('boom')),
    refused: ({ message }) => {
      heard.push(message);
      return '';
    },
  });
  await press();
  expect(heard).toEqual(['boom']);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('is busy while it is saved, and a second press sends nothing', async () => {
  let answer = (): void => undefined;
  let sent = 0;
  open({
    edits: true,
    save: () => {
      sent += 1;
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
  });
  expect(saveButton().disabled).toBe(true);
  screen.getByText('No changes');
  type('Zoom', '12');
  expect(mark('Zoom')).toBe('changed');
  expect(mark('Address')).toBeUndefined();
  expect(screen.queryByText('No changes')).toBeNull();
  await press();
  expect([saveButton().getAttribute('aria-busy'), mark('Zoom')]).toEqual(['true', 'pending']);
  const form = document.querySelector('form');
  if (form !== null) await act(async () => void fireEvent.submit(form));
  expect(sent).toBe(1);
  type('Words', 'meanwhile');
  await act(async () => answer());
  expect([saveButton().getAttribute('aria-busy'), mark('Zoom'), mark('Words')]).toEqual([
    'false',
    undefined,
    'changed',
  ]);
  expect([field('Zoom').value, field('Words').value]).toEqual(['12', 'meanwhile']);
  type('Words', start.attribution);
  expect(saveButton().disabled).toBe(true);
  type('Zoom', '19');
  expect(mark('Zoom')).toBe('changed');
});

it('an empty field is not wrong before somebody has emptied it', () => {
  open({ start: { ...start, maxZoom: Number.NaN } });
  expect(note('Zoom')).toBe('');
  expect(saveButton().disabled).toBe(true);
});

it('what is wrong where no row is about it is said over the buttons', () => {
  open({ rows: rows.slice(0, 2), start: { ...start, maxZoom: 99 } });
  expect(screen.getByRole('alert').textContent).toBe('maxZoom: at most 24.');
  expect(saveButton().disabled).toBe(true);
});

it('a row may change what belongs to it, and reaches into objects of the input', async () => {
  const saved: unknown[] = [];
  const Opened = (): ReactElement => {
    const form = useForm({
      of: d01Register,
      start: { I: 'A1', C: 1, Z: { plate: '' } },
      rows: [
        { control: 'number', key: 'C', label: 'Channels', follow: ({ C }, before) => ({ I: `A${C}-${before.C}` }) },
        { control: 'text', key: 'Z.plate', label: 'Plate' },
      ],
      save: async (input, changed) => void saved.push(input, changed),
    });
    return <FormDialog form={form} title="Form" saveText="Save" onClose={() => undefined} />;
  };
  render(<Opened />);
  type('Plate', 'x'.repeat(32));
  expect(note('Plate')).toBe('Plate: at most 31 characters.');
  type('Plate', 'ABC');
  type('Channels', '8');
  await press();
  expect(saved).toEqual([{ I: 'A8-1', C: 8, Z: { plate: 'ABC' } }, ['C', 'Z.plate']]);
});

it('the compiler pairs control and key', () => {
  type Draft = { name: string; on: boolean; count: number; kind: 'a' | 'b'; inside: { plate: string } };
  const right: Rows<Draft> = [
    { control: 'text', key: 'inside.plate', label: '' },
    { control: 'switch', key: 'on', label: '' },
  ];
  const wrong: Rows<Draft> = [
    // @ts-expect-error -- a text control for a boolean
    { control: 'text', key: 'on', label: '' },
    // @ts-expect-error -- a switch for a text
    { control: 'switch', key: 'name', label: '' },
    // @ts-expect-error -- a text control for one of two words
    { control: 'text', key: 'kind', label: '' },
    // @ts-expect-error -- a key that is not there
    { control: 'number', key: 'inside.count', label: '' },
    // @ts-expect-error -- an option that cannot be
    { control: 'select', key: 'kind', label: '', options: [{ value: 'c', name: '' }] },
  ];
  expect(right.length + wrong.length).toBe(7);
});

it('checks and sends only what is asked of the draft', async () => {
  const saved = open({ asked: (draft) => ({ ...draft, maxZoom: Math.min(draft.maxZoom, 24) }) });
  type('Zoom', '25');
  expect(field('Zoom').value).toBe('25');
  expect(note('Zoom')).not.toContain('at most');
  await press();
  expect(saved.map(([{ maxZoom }]) => maxZoom)).toEqual([24]);
});

it('a form that makes something new marks no changes', () => {
  open();
  type('Words', '© U');
  expect(mark('Words')).toBeUndefined();
});

/** What another administrator saved while the form was open: zoom and words. */
const theirs = {
  updatetime: 1_790_000_000_000,
  updateby: 'bob',
  present: { ...start, maxZoom: 7, attribution: '© B' },
};
const theirsOf = (name: string): string | undefined =>
  field(name).closest('div[class*=row]')?.querySelector('p[class*=theirs] span')?.textContent;

it('a save over somebody else’s change says who and when; what was typed stays beside theirs, what was not touched shows theirs', async () => {
  const saved: unknown[] = [];
  let late = true;
  open({
    edits: true,
    save: async (input) => {
      if (late) throw new ChangedError(theirs);
      saved.push(input);
    },
  });
  type('Zoom', '12');
  await press();
  expect(screen.getByRole('alert').textContent).toMatch(/^bob changed this at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  expect([field('Zoom').value, theirsOf('Zoom')]).toEqual(['12', 'bob saved: 7']);
  expect([field('Words').value, theirsOf('Words')]).toEqual(['© B', undefined]);
  expect([mark('Zoom'), mark('Words')]).toEqual(['changed', undefined]);
  late = false;
  await press();
  expect(saved).toEqual([{ ...theirs.present, maxZoom: 12, updatetime: theirs.updatetime }]);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(theirsOf('Zoom')).toBeUndefined();
});

it('what is typed while it is being saved is the operator’s own too when somebody was faster', async () => {
  let answer: (error: Error) => void = () => undefined;
  open({ edits: true, save: () => new Promise((_, reject) => (answer = reject)) });
  type('Zoom', '12');
  await press();
  type('Words', '© me');
  await act(async () => answer(new ChangedError(theirs)));
  expect([field('Words').value, theirsOf('Words'), mark('Words')]).toEqual(['© me', 'bob saved: © B', 'changed']);
  expect([field('Zoom').value, theirsOf('Zoom')]).toEqual(['12', 'bob saved: 7']);
});

it('what stands in a row that was hidden when it was saved and came meanwhile stays, and is to be saved', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  open({ edits: true, save: () => promise });
  type('Zoom', '12');
  type('Mode', 'offline');
  await press();
  type('Mode', 'online');
  await act(async () => resolve());
  expect([field('Zoom').value, mark('Zoom'), mark('Words')]).toEqual(['12', 'changed', undefined]);
});

it('a choice of somebody else that hides a changed row does not take its place: both stand by the choice', async () => {
  const offline = { ...theirs, present: { ...start, mode: 'offline', maxZoom: 7 } };
  open({ edits: true, save: refusing(new ChangedError(offline)) });
  type('Zoom', '12');
  await press();
  expect([field('Mode').value, theirsOf('Mode')]).toEqual(['online', 'bob saved: Offline']);
  expect([field('Zoom').value, mark('Zoom'), saveButton().disabled]).toEqual(['12', 'changed', false]);
});

it('taking theirs leaves nothing to save; a new version is what the next save says it saw', async () => {
  const saved: unknown[] = [];
  let late = true;
  open({
    edits: true,
    save: async (input) => {
      if (late) throw new ChangedError(theirs);
      saved.push(input);
      return { updatetime: theirs.updatetime + 1000 * saved.length };
    },
  });
  type('Zoom', '12');
  await press();
  late = false;
  fireEvent.click(screen.getByRole('button', { name: 'Take this' }));
  expect([field('Zoom').value, theirsOf('Zoom'), saveButton().disabled]).toEqual(['7', undefined, true]);
  expect(document.activeElement).toBe(field('Zoom')); // the button that had the focus is gone
  for (const zoom of ['8', '9']) {
    type('Zoom', zoom);
    await press();
  }
  expect(saved).toEqual([
    { ...theirs.present, maxZoom: 8, updatetime: theirs.updatetime },
    { ...theirs.present, maxZoom: 9, updatetime: theirs.updatetime + 1000 },
  ]);
});

it('a form that makes something keeps all of it when somebody was faster', async () => {
  open({ save: refusing(new ChangedError(theirs)) });
  await press();
  expect([field('Zoom').value, theirsOf('Zoom')]).toEqual(['19', 'bob saved: 7']);
  expect([field('Words').value, theirsOf('Words')]).toEqual(['© T', 'bob saved: © B']);
});

it('a row that is set from outside is read, and says by what; a form that counts after a restart says so', async () => {
  const saved = open({ edits: true, fixed: { maxZoom: 'OUTRIDER_MAX_ZOOM' }, restarts: true });
  expect(field('Zoom').closest('fieldset')?.disabled).toBe(true);
  expect(screen.getByText('Set by OUTRIDER_MAX_ZOOM. It can be changed there alone.')).toBeTruthy();
  expect(screen.getByText('What is saved counts when the server is started again.')).toBeTruthy();
  expect(field('Words').closest('fieldset:disabled')).toBeNull();
  type('Words', '© U');
  await press();
  expect(saved).toEqual([[{ ...start, attribution: '© U' }, ['attribution']]]);
});

it('what a setting says of itself and its answer is what its form begins with', () => {
  const loaded = { enable: true, server: '', updatetime: 5000, updateby: 'ann', fixed: { server: 'X' } };
  expect(settingForm(placesSetting, loaded)).toEqual({
    of: placesSetting.save,
    start: { enable: true, server: '', updatetime: 5000 },
    fixed: { server: 'X' },
    restarts: false,
    edits: true,
  });
  expect(settingForm({ ...placesSetting, applies: 'restart' }, loaded).restarts).toBe(true);
});

it('what was changed is not dropped without a question: by Escape, the cross or a click outside; Cancel does what it says', async () => {
  let closed = 0;
  open({}, () => (closed += 1));
  const question = (): HTMLElement | null => screen.queryByRole('dialog', { name: 'Discard the changes?' });
  const click = (name: string): Promise<void> =>
    act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  const escape = (): Promise<void> =>
    act(async () => void fireEvent.keyDown(field('Words'), { key: 'Escape', code: 'Escape' }));
  await escape();
  expect([closed, question()]).toEqual([1, null]); // nothing was changed
  type('Words', '© U');
  await escape();
  expect(closed).toBe(1);
  expect(question()).not.toBeNull();
  await click('Keep editing');
  await waitFor(() => expect(question()).toBeNull());
  expect([closed, field('Words').value]).toEqual([1, '© U']);
  await click('Close');
  await click('Discard');
  expect(closed).toBe(2);
  cleanup();
  open({}, () => (closed += 1));
  type('Words', '© U');
  const outside = document.querySelector('.modal');
  await act(async () => void (outside && fireEvent.click(outside)));
  expect(question()).not.toBeNull();
  await click('Keep editing');
  await click('Cancel');
  expect(closed).toBe(3);
});

it('what was saved is dropped without a question, and what was typed after that is not', async () => {
  let closed = 0;
  const saved = open({}, () => (closed += 1));
  type('Words', '© U');
  await press();
  expect(saved).toHaveLength(1);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Close' })));
  expect(closed).toBe(1);
  type('Words', '© V');
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Close' })));
  expect([closed, screen.queryAllByRole('dialog', { name: 'Discard the changes?' }).length]).toEqual([1, 1]);
});
