// A text that is changed where it stands: how it begins and ends by keys, and what a refusal looks like.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import type { ReactElement } from 'react';
import { toast } from 'sonner';
import { ChangedError, putCarMemo } from '@outrider/contract';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../lib/i18n.ts';
import { hearRefusals } from '../lib/refusals.ts';
import { send } from '../lib/send.ts';
import { nextTask } from '../lib/time.ts';
import { InlineCell } from './inline-cell.tsx';
import { showFailure, showToast } from './toast.ts';
import { Toasts } from './toasts.tsx';

beforeAll(startTexts);
afterEach(() => {
  toast.dismiss();
  cleanup();
  hearRefusals(() => {});
  vi.unstubAllGlobals();
});

/** Takes away the cell that was drawn last, as a table does with its row. */
let takeAway = (): void => undefined;
/** Draws a cell whose save ends as told, and gives what was saved. */
const open = (answer: (text: string) => Promise<unknown> = async () => undefined): string[] => {
  const saved: string[] = [];
  const Kept = (): ReactElement => {
    const [text, setText] = useState('Truck 1');
    return (
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for the row of a table
      <div onKeyDown={({ key }) => saved.push(`row heard ${key}`)}>
        <InlineCell
          label="Name"
          text={text}
          problemOf={(typed) => (typed === '' ? 'Name is missing.' : undefined)}
          onSave={async (next) => {
            saved.push(next);
            await answer(next);
            setText(next);
          }}
        />
      </div>
    );
  };
  takeAway = render(<Kept />, { wrapper: StrictMode }).unmount;
  return saved;
};
const button = (): HTMLElement => screen.getByRole('button');
const input = (): HTMLInputElement => screen.getByRole('textbox', { name: 'Name' });
const type = (value: string): boolean => fireEvent.change(input(), { target: { value } });
const press = (key: string): Promise<void> => act(async () => void fireEvent.keyDown(input(), { key }));

it('says what it is, begins by F2 with everything selected, and Enter saves', async () => {
  const saved = open();
  expect(button().getAttribute('aria-label')).toBe('Change Name: Truck 1');
  fireEvent.keyDown(button(), { key: 'F2' });
  expect([document.activeElement, input().selectionStart, input().selectionEnd]).toEqual([input(), 0, 7]);
  type(' Truck 2 ');
  await press('Enter');
  expect([saved, button().textContent]).toEqual([['row heard F2', 'Truck 2'], 'Truck 2']);
  expect(document.activeElement).toBe(button());
});

it('Escape leaves it as it was, and the row around it hears no key', async () => {
  const saved = open();
  fireEvent.click(button());
  type('Else');
  await press('Escape');
  expect([saved, button().textContent]).toEqual([[], 'Truck 1']);
});

it('says what is wrong and is not saved; unchanged it is not saved either', async () => {
  const saved = open();
  fireEvent.click(button());
  type('  ');
  expect([input().getAttribute('aria-invalid'), screen.getByRole('alert').textContent]).toEqual([
    'true',
    'Name is missing.',
  ]);
  await press('Enter');
  type('Truck 1');
  await press('Enter');
  expect([saved, screen.queryByRole('textbox')]).toEqual([[], null]);
});

it('is busy while it is saved; a refusal is said and what was typed stays', async () => {
  let refuse = (error: Error): void => {
    throw error;
  };
  const saved = open(
    () =>
      new Promise((_, reject) => {
        refuse = reject;
      }),
  );
  fireEvent.click(button());
  type('Truck 2');
  await press('Enter');
  await press('Enter');
  expect([saved, input().getAttribute('aria-busy')]).toEqual([['Truck 2'], 'true']);
  await act(async () => refuse(new Error('Unknown device')));
  expect([screen.getByRole('alert').textContent, input().value]).toEqual(['Unknown device', 'Truck 2']);
  await act(async () => void fireEvent.blur(input()));
  expect(saved, 'not by looking elsewhere').toEqual(['Truck 2']);
  type('Truck 3');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('is saved when the focus leaves', async () => {
  const saved = open();
  fireEvent.click(button());
  type('Truck 2');
  await act(async () => void fireEvent.blur(input()));
  expect(saved).toEqual(['Truck 2']);
});

const go = (): Promise<void> => act(async () => takeAway());

it('is saved when it goes with its row, as it was typed last', async () => {
  const saved = open();
  fireEvent.click(button());
  type('Truck 2');
  type('Truck 3 ');
  expect(saved).toEqual([]);
  await go();
  expect(saved).toEqual(['Truck 3']);
});

it.each([
  ['untouched', () => undefined],
  ['as it was', () => type('Truck 1')],
  ['wrong', () => type('  ')],
  ['dropped by Escape in the same moment', () => type('Truck 2') && fireEvent.keyDown(input(), { key: 'Escape' })],
])('goes with its row without a save: %s', async (_how, edit) => {
  const saved = open();
  fireEvent.click(button());
  await act(async () => {
    edit();
    takeAway();
  });
  expect(saved).toEqual([]);
});

it('what is being saved when it goes is not saved twice, and a refusal is said', async () => {
  const answer = Promise.withResolvers<unknown>();
  render(<Toasts />);
  const saved = open(() => answer.promise);
  fireEvent.click(button());
  type('Truck 2');
  await press('Enter');
  await go();
  await act(async () => answer.reject(new Error('Unknown device')));
  expect(saved).toEqual(['Truck 2']);
  expect(await screen.findByText('Unknown device')).toBeTruthy();
});

it('what was refused is not saved again when it goes', async () => {
  const saved = open(() => Promise.reject(new Error('Unknown device')));
  fireEvent.click(button());
  type('Truck 2');
  await press('Enter');
  expect(screen.getByRole('alert').textContent).toBe('Unknown device');
  await go();
  expect(saved).toEqual(['Truck 2']);
});

it('a refusal of what is saved on going is said', async () => {
  render(<Toasts />);
  open(() => Promise.reject(new Error('Unknown driver')));
  fireEvent.click(button());
  type('Truck 2');
  await go();
  expect(await screen.findByText('Unknown driver')).toBeTruthy();
});

/** Headline and text of each toast, after a refused cell has gone. */
const toastsAfter = async (answer: () => Promise<unknown>): Promise<(string | null)[]> => {
  render(<Toasts />);
  hearRefusals(({ message }) => showToast('error', 'refused', message));
  open(answer);
  fireEvent.click(button());
  type('Truck 2');
  await go();
  await act(() => nextTask()); // when a refusal that nobody says is told
  await screen.findByText('Unknown driver');
  return [...document.querySelectorAll('[data-sonner-toast]')].map((each) => each.textContent);
};

it('a refusal by the server is said in one toast', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ hasError: 1, message: 'Unknown driver' }, { status: 404 }));
  const save = (): Promise<unknown> => send(putCarMemo, { deviceid: 'a', type: 0, memo: 'Truck 2', updatetime: 0 });
  expect(await toastsAfter(save)).toEqual(['NameUnknown driver']);
});

it('what the saver says in a toast is said once', async () => {
  const save = async (): Promise<never> => {
    const error = new Error('Unknown driver');
    showFailure('Save Error', error);
    throw error;
  };
  expect(await toastsAfter(save)).toEqual(['Save ErrorUnknown driver']);
});

/** A cell over a record that others change too; gives what it saves, and draws the record as it is by then. */
const openShared = (answer: () => Promise<unknown> = async () => undefined) => {
  const saved: [string, number][] = [];
  const onSave = async (next: string, version: number): Promise<void> => {
    saved.push([next, version]);
    await answer();
  };
  const cell = (text: string, version: number) => (
    <InlineCell label="Name" text={text} version={version} onSave={onSave} />
  );
  const { rerender } = render(cell('Old', 1));
  return { saved, become: (text: string, version: number) => rerender(cell(text, version)) };
};

it('opened only, it does not write back over what somebody else saved meanwhile', async () => {
  const { saved, become } = openShared();
  fireEvent.click(button());
  become('Theirs', 2);
  await act(async () => void fireEvent.blur(input()));
  expect([saved, button().textContent]).toEqual([[], 'Theirs']);
});

it('says the version that it began with where somebody else changed the text, and after the refusal theirs', async () => {
  const changed = { updateby: 'eve', updatetime: 2, present: {} };
  const answers = [() => Promise.reject(new Error('Said well', { cause: new ChangedError(changed) })), async () => 1];
  const { saved, become } = openShared(() => answers.shift()?.() ?? Promise.resolve());
  fireEvent.click(button());
  type('Mine');
  become('Theirs', 2);
  await press('Enter');
  expect(screen.getByRole('alert').textContent).toBe('Said well');
  become('Theirs again', 3);
  await press('Enter');
  expect(saved).toEqual([
    ['Mine', 1],
    ['Mine', 2],
  ]);
});

it('a change of something else in the record is no reason to refuse', async () => {
  const { saved, become } = openShared();
  fireEvent.click(button());
  type('Mine');
  become('Old', 2);
  await press('Enter');
  expect(saved).toEqual([['Mine', 2]]);
});
