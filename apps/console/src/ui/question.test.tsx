// The confirm and the prompt: what must be typed, what Enter does, how a failure is said.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { toast } from 'sonner';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../lib/i18n.ts';
import { Confirm, Prompt } from './question.tsx';
import { Toasts } from './toasts.tsx';

beforeAll(startTexts);
afterEach(() => {
  toast.dismiss();
  cleanup();
});

const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name });
/** As Enter does in a field of a form. */
const enter = (): void => {
  const form = document.querySelector('form');
  if (form !== null) fireEvent.submit(form);
};
const type = (name: string, value: string): boolean =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
/** A promise and its two ends. */
const later = () => {
  let [keep, fail] = [
    (): void => undefined,
    (error: Error): void => {
      throw error;
    },
  ];
  const promise = new Promise<void>((resolve, reject) => {
    [keep, fail] = [resolve, reject];
  });
  return { promise, keep: () => act(async () => keep()), fail: (error: Error) => act(async () => fail(error)) };
};

it('does what it asks for at a press, and nothing when it is closed', () => {
  const done: string[] = [];
  render(
    <Confirm
      title="Remove A1?"
      confirmText="Remove"
      onConfirm={() => void done.push('removed')}
      onClose={() => done.push('closed')}
    >
      It leaves the list.
    </Confirm>,
  );
  screen.getByRole('dialog', { name: 'Remove A1?' });
  fireEvent.click(button('Cancel'));
  fireEvent.click(button('Remove'));
  expect(done).toEqual(['closed', 'removed']);
});

it('waits until the word was typed, space around it aside; Enter counts only then', () => {
  let confirmed = 0;
  render(
    <Confirm
      title="Delete?"
      confirmText="Delete"
      typed="TRK-104"
      onConfirm={() => void (confirmed += 1)}
      onClose={() => undefined}
    >
      All of it.
    </Confirm>,
  );
  const field = screen.getByRole('textbox', { name: 'Type TRK-104 to confirm' });
  expect(document.activeElement).toBe(field);
  for (const wrong of ['', 'TRK-10', 'trk-104', 'TRK-1044']) {
    type('Type TRK-104 to confirm', wrong);
    expect(button('Delete').disabled, wrong).toBe(true);
    enter();
  }
  expect(confirmed).toBe(0);
  type('Type TRK-104 to confirm', ' TRK-104 ');
  expect(button('Delete').disabled).toBe(false);
  enter();
  expect(confirmed).toBe(1);
});

it('is busy until it is done and then closes; what failed is said and the question stays', async () => {
  const tries = [later(), later()];
  let [asked, closed] = [0, 0];
  const onConfirm = (): Promise<void> | undefined => {
    asked += 1;
    return tries[asked - 1]?.promise;
  };
  render(
    <Confirm title="Delete?" confirmText="Delete" onConfirm={onConfirm} onClose={() => (closed += 1)}>
      All of it.
    </Confirm>,
  );
  fireEvent.click(button('Delete'));
  expect(button('Delete').getAttribute('aria-busy')).toBe('true');
  enter();
  expect(asked).toBe(1);
  await tries[0]?.fail(new Error('Unknown device'));
  expect(screen.getByRole('alert').textContent).toBe('Unknown device');
  expect([button('Delete').getAttribute('aria-busy'), closed]).toEqual(['false', 0]);
  fireEvent.click(button('Delete'));
  expect(screen.queryByRole('alert')).toBeNull();
  await tries[1]?.keep();
  expect([asked, closed]).toEqual([2, 1]);
});

it('a prompt begins with what there is, says what is wrong, and saves by Enter without space around it', () => {
  const saved: string[] = [];
  render(
    <Prompt
      title="Rename"
      label="Name"
      saveText="Save"
      start="North"
      help="Seen by all."
      problemOf={(text) => (text === 'South' ? 'There is one already.' : undefined)}
      onSave={(text) => void saved.push(text)}
      onClose={() => undefined}
    />,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  const note = (): string => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
  expect([document.activeElement, field.value, field.selectionEnd, note()]).toEqual([
    field,
    'North',
    5,
    'Seen by all.',
  ]);
  type('Name', 'South');
  expect([note(), field.getAttribute('aria-invalid'), button('Save').disabled]).toEqual([
    'There is one already.',
    'true',
    true,
  ]);
  enter();
  type('Name', '  ');
  expect([note(), button('Save').disabled]).toEqual(['Seen by all.', true]);
  enter();
  expect(saved).toEqual([]);
  type('Name', ' East ');
  enter();
  expect(saved).toEqual(['East']);
});

/** Two that can be removed, one question at a time; what they wait for ends as told. */
const openTwo = () => {
  const works = { A1: later(), A2: later() };
  const Two = (): ReactElement => {
    const [asked, ask] = useState<'A1' | 'A2'>();
    return (
      <>
        <button type="button" onClick={() => ask('A1')}>
          First
        </button>
        <button type="button" onClick={() => ask('A2')}>
          Second
        </button>
        {asked !== undefined && (
          <Confirm
            key={asked}
            title={`Remove ${asked}?`}
            confirmText="Remove"
            onConfirm={() => works[asked].promise}
            onClose={() => ask(undefined)}
          >
            It leaves the list.
          </Confirm>
        )}
        <Toasts />
      </>
    );
  };
  render(<Two />);
  fireEvent.click(screen.getByText('First'));
  fireEvent.click(button('Remove'));
  fireEvent.click(button('Cancel'));
  fireEvent.click(screen.getByText('Second'));
  return works.A1;
};

it('what ends after its question was closed does not close the next one', async () => {
  const { keep } = openTwo();
  await keep();
  expect(screen.getByRole('dialog', { name: 'Remove A2?' })).toBeTruthy();
});

it('what fails after its question was closed is said in a toast', async () => {
  const { fail } = openTwo();
  await fail(new Error('Unknown device'));
  expect(await screen.findByText('Unknown device')).toBeTruthy();
  expect(screen.getByRole('dialog', { name: 'Remove A2?' })).toBeTruthy();
});

it('what was typed into it is not dropped by the cross or Escape unasked, what stands as it began is', () => {
  const closed: string[] = [];
  const { rerender } = render(
    <Prompt
      title="Name of the group"
      label="Name"
      saveText="Save"
      start="East"
      onSave={() => undefined}
      onClose={() => closed.push('prompt')}
    />,
  );
  const questions = (): number => screen.queryAllByRole('dialog', { name: 'Discard the changes?' }).length;
  fireEvent.click(button('Close'));
  expect([closed, questions()]).toEqual([['prompt'], 0]);
  type('Name', 'West');
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape', code: 'Escape' });
  expect([closed.length, questions()]).toEqual([1, 1]);
  fireEvent.click(button('Discard'));
  expect(closed.length).toBe(2);
  rerender(
    <Confirm
      title="Send?"
      confirmText="Send"
      unsaved
      onConfirm={() => undefined}
      onClose={() => closed.push('confirm')}
    >
      A form.
    </Confirm>,
  );
  fireEvent.click(button('Close'));
  expect([closed.length, questions()]).toEqual([2, 1]);
});
