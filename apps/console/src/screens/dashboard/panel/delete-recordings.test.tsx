// Deleting the recordings of a device: for whom it is there, that it asks first, and what it says when it failed.
import { AppError, d13DeleteRecordings, rights } from '@outrider/contract';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../../lib/i18n.ts';
import { startLive } from '../../../live/index.ts';
import { sessionStore, signedOut } from '../../../live/session.ts';
import { DeleteRecordings } from './delete-recordings.tsx';

const button = (): HTMLElement | null => screen.queryByRole('button', { name: 'Delete all local records' });

beforeAll(startTexts);
beforeEach(() => sessionStore.setState({ ...signedOut, loginFlag: 1, level: 0, rights: new Set(rights) }, true));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('[F-RIGHTS-032] [A-DEVACT-006] is there with both rights only: its own, and that of deleting records', () => {
  render(<DeleteRecordings id="A1" />);
  expect(button()).not.toBeNull();
  for (const missing of ['F_lmdvrs_deleterecord', 'F_lmdvrs_deleteall']) {
    act(() => sessionStore.setState({ rights: new Set(rights.filter((right) => right !== missing)) }));
    expect(button()).toBeNull();
  }
  act(() => sessionStore.setState({ level: 1, rights: new Set(['F_lmdvrs_deleterecord', 'F_lmdvrs_deleteall']) }));
  expect(button()).not.toBeNull();
});

it('[F-CMD-027] sends D13 for its device once it is confirmed, not before; a refusal is said and the question stays', async () => {
  const ask = vi
    .spyOn(startLive().connection, 'ask')
    .mockRejectedValueOnce(new AppError('not_found', 'Unknown device'));
  render(<DeleteRecordings id="A1" />);
  fireEvent.click(screen.getByRole('button', { name: 'Delete all local records' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(ask).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Delete all local records' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete all recordings of A1?' });
  expect(ask).not.toHaveBeenCalled();
  const confirm = screen.getByRole('button', { name: 'Delete' });
  const field = screen.getByRole('textbox', { name: 'Type A1 to confirm' });
  for (const wrong of ['', 'a1', 'A', 'A11']) {
    fireEvent.change(field, { target: { value: wrong } });
    fireEvent.click(confirm);
    fireEvent.submit(field);
  }
  expect(ask).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: 'A1' } });
  fireEvent.click(confirm);
  expect((await screen.findByRole('alert')).textContent).toBe('Unknown device');
  expect(ask.mock.calls).toEqual([[d13DeleteRecordings, { I: 'A1' }]]);
  expect(dialog.isConnected).toBe(true);
});
