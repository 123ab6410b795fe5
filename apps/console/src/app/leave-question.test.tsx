// What is unsaved is asked for before a step back, another language and the end of the page: once, however many forms hold something.
import { mapSetting } from '@outrider/contract';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { createMemoryRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { chooseLocale, startTexts } from '../lib/i18n.ts';
import { BY_ITSELF, OverEveryPath } from '../lib/unsaved.ts';
import { FormDialog } from '../parts/form/form-dialog.tsx';
import { FormSheet } from '../parts/form/form-sheet.tsx';
import { useForm } from '../parts/form/use-form.ts';
import { PersonalSettings } from './bar/personal-settings.tsx';
import { LeaveQuestion } from './leave-question.tsx';

const start = { mode: 'online' as const, tilesUrl: 'https://t.test/{z}/{x}/{y}.png', attribution: '© T', maxZoom: 19 };
let saved = Promise.withResolvers<void>();

type FormProps = { In: typeof FormSheet | typeof FormDialog; label: string; onClose: () => void };
const Form = ({ In, label, onClose }: FormProps): ReactElement => {
  const form = useForm<typeof start>({
    of: mapSetting.save,
    start,
    rows: [{ control: 'text', key: 'attribution', label }],
    save: () => saved.promise,
  });
  return <In form={form} title={label} saveText="Save" onClose={onClose} />;
};

const Screen = (): ReactElement => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Form In={FormSheet} label="Sheet" onClose={() => undefined} />
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && <Form In={FormDialog} label="Dialog" onClose={() => setOpen(false)} />}
    </>
  );
};
const Everywhere = ({ over = null }: { over?: ReactElement | null }): ReactElement => (
  <>
    <Outlet />
    <OverEveryPath value={true}>{over}</OverEveryPath>
    <LeaveQuestion />
  </>
);

/** Draws the form's screen, to which somebody came from the start. */
const open = (over?: ReactElement) => {
  const router = createMemoryRouter(
    [
      {
        element: <Everywhere over={over ?? null} />,
        children: [
          { path: '/', element: 'Start' },
          { path: '/form', Component: Screen },
          { path: '/idle', element: 'Idle' },
        ],
      },
    ],
    { initialEntries: ['/', '/form?row=1', '/form'], initialIndex: 2 },
  );
  render(<RouterProvider router={router} />);
  return {
    address: () => router.state.location.pathname + router.state.location.search,
    go: (to: number | string): Promise<void> =>
      act(async () => void (typeof to === 'number' ? router.navigate(to) : router.navigate(to, { replace: true }))),
    goByItself: (to: string): Promise<void> => act(async () => void router.navigate(to, { state: BY_ITSELF })),
  };
};
const press = (name: string): Promise<void> => act(async () => void fireEvent.click(screen.getByText(name)));
const field = (name: string): HTMLInputElement => screen.getByLabelText(name, { selector: 'input' });
const type = (name: string): boolean => fireEvent.change(field(name), { target: { value: '© U' } });
/** A button of the dialog: the sheet under it has the same. */
const pressIn = (name: string): Promise<void> =>
  act(async () => void fireEvent.click(within(screen.getByRole('dialog', { name: 'Dialog' })).getByText(name)));
const questions = (): HTMLElement[] =>
  screen.queryAllByText('Discard the changes?').flatMap((title) => title.closest<HTMLElement>('[role=dialog]') ?? []);
const answer = async (name: string): Promise<void> => {
  const [question] = questions();
  expect(questions()).toHaveLength(1);
  await act(async () => void (question && fireEvent.click(within(question).getByText(name))));
  await waitFor(() => expect(questions()).toEqual([]));
};
/** Whether the browser asks before the page ends. */
const endAsks = (): boolean => !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeAll(async () => {
  await startTexts();
  await chooseLocale('cn'); // its texts are there from now on
  await chooseLocale('en');
});
beforeEach(() => {
  saved = Promise.withResolvers<void>();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('away');
  });
});
afterEach(async () => {
  cleanup();
  await chooseLocale('en');
  vi.unstubAllGlobals();
});

it('a step back asks before it drops what is typed in a dialog', async () => {
  const { address, go } = open();
  await press('Open');
  type('Dialog');
  await go(-2);
  await answer('Keep editing');
  expect([address(), field('Dialog').value]).toEqual(['/form', '© U']);
  await go(-2);
  await answer('Discard');
  expect(address()).toBe('/');
});

it('nothing is asked where nothing was typed', async () => {
  const { address, go } = open();
  await press('Open');
  await go(-2);
  expect([address(), questions(), endAsks()]).toEqual(['/', [], false]);
});

it('a dialog over a form asks once for both, and the form asks when the dialog has gone', async () => {
  const { address, go } = open();
  type('Sheet');
  await press('Open');
  type('Dialog');
  await go(-2);
  await answer('Keep editing');
  await pressIn('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await go(-2);
  await answer('Keep editing');
  expect([address(), field('Sheet').value]).toEqual(['/form', '© U']);
});

it('the end of the page asks while something is unsaved, and not while it is on its way', async () => {
  open();
  await press('Open');
  expect(endAsks()).toBe(false);
  type('Dialog');
  expect(endAsks()).toBe(true);
  await pressIn('Save');
  expect(endAsks()).toBe(false);
  await act(async () => saved.reject(new Error('Unknown device')));
  expect(endAsks()).toBe(true);
});

it('within a path a step back asks for a dialog, and what the screen itself does does not', async () => {
  const { address, go } = open();
  await press('Open');
  type('Dialog');
  await go('/form?tab=1');
  expect([address(), questions()]).toEqual(['/form?tab=1', []]);
  await go(-1);
  await answer('Discard');
  expect(address()).toBe('/form?row=1');
  await waitFor(() => expect(screen.queryByRole('dialog'), 'it is not left behind').toBeNull());
});

it('what the page does by itself is not held up, even by an open question; a step to there is', async () => {
  const { address, go, goByItself } = open();
  type('Sheet');
  await press('Open');
  type('Dialog');
  await go(-2);
  expect(questions()).toHaveLength(1);
  await goByItself('/idle');
  await waitFor(() => expect([address(), questions()]).toEqual(['/idle', []]));
  await go(-1);
  type('Sheet');
  await go(1);
  await answer('Keep editing');
  expect([address(), field('Sheet').value]).toEqual(['/form', '© U']);
});

it('what stays on every path asks before the page ends, and lets the path change', async () => {
  const { address, go } = open(<Form In={FormDialog} label="Over all" onClose={() => undefined} />);
  type('Over all');
  await go(-2);
  expect([address(), questions(), field('Over all').value, endAsks()]).toEqual(['/', [], '© U', true]);
});

it('another language is chosen when what is unsaved may be dropped', async () => {
  open(<PersonalSettings />);
  const language = (): HTMLSelectElement => screen.getByRole('combobox', { name: /Language|语言/, hidden: true });
  const choose = (): Promise<void> => act(async () => void fireEvent.change(language(), { target: { value: 'cn' } }));
  type('Sheet');
  await choose();
  await answer('Keep editing');
  expect([language().value, document.documentElement.lang, field('Sheet').value]).toEqual(['en', 'en', '© U']);
  await choose();
  await answer('Discard');
  await waitFor(() => expect([language().value, document.documentElement.lang]).toEqual(['cn', 'zh-Hans']));
});

it('the question about another language goes with what it asks about, and the language stays', async () => {
  const { goByItself } = open(<PersonalSettings />);
  type('Sheet');
  const language = screen.getByRole('combobox', { name: 'Language', hidden: true });
  await act(async () => void fireEvent.change(language, { target: { value: 'cn' } }));
  expect(questions()).toHaveLength(1);
  await goByItself('/idle');
  await waitFor(() => expect(questions()).toEqual([]));
  expect(document.documentElement.lang).toBe('en');
});
