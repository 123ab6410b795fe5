// The toast that takes back what was done: what it says, for how long, and what comes of a failure.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../lib/i18n.ts';
import { showUndo } from './toast.ts';
import { Toasts } from './toasts.tsx';

beforeAll(startTexts);
beforeEach(() => {
  vi.useFakeTimers();
  render(<Toasts />);
});
afterEach(() => {
  toast.dismiss();
  cleanup();
  vi.useRealTimers();
});
const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const undoButton = (): HTMLElement | null => screen.queryByRole('button', { name: 'Undo' });

it('offers for ten seconds to take back what was done', async () => {
  showUndo('A1 was removed', async () => undefined);
  await pass(9900);
  screen.getByText('A1 was removed');
  expect(undoButton()).not.toBeNull();
  await pass(1500);
  expect(undoButton()).toBeNull();
});

it('takes it back once, and is gone then', async () => {
  let undone = 0;
  showUndo('A1 was removed', async () => void (undone += 1));
  await pass(10);
  const button = undoButton();
  if (button !== null) fireEvent.click(button);
  await pass(1500);
  expect([undone, undoButton()]).toEqual([1, null]);
});

it('says why it could not be taken back', async () => {
  showUndo('A1 was removed', async () => {
    throw new Error('Unknown device');
  });
  await pass(10);
  const button = undoButton();
  if (button !== null) fireEvent.click(button);
  await pass(100);
  screen.getByText('This could not be undone');
  screen.getByText('Unknown device');
});
