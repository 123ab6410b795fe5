// Deleting the recordings of a device: for whom it is there, that it asks first, and what it says when it failed.
import { AppError, d13DeleteRecordings, rights } from '@outrider/contract';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../../lib/i18n.ts';
import { startLive } from '../../../live/index.ts';
import { sessionStore, signedOut } from '../../../live/session.ts';
import { DeleteRecordings } from './delete-recordings.tsx';

const button = (): HTMLElement | null => screen.queryByRole('button', { name: 'Delete recordings' });

beforeAll(startTexts);
beforeEach(() => sessionStore.setState({ ...signedOut, loginFlag: 1, level: 0, rights: new Set(rights) }, true));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('[F-RIGHTS-032] is there with F_lmdvrs_deleterecord only, and for level 0 only', () => {
  render(<DeleteRecordings id="A1" />);
  expect(button()).not.toBeNull();
  const others = rights.filter((right) => right !== 'F_lmdvrs_deleterecord');
  act(() => sessionStore.setState({ rights: new Set(others) }));
  expect(button()).toBeNull();
  act(() => sessionStore.setState({ rights: new Set(['F_lmdvrs_deleterecord']) }));
  expect(button()).not.toBeNull();
  act(() => sessionStore.setState({ level: 1 }));
  expect(button()).toBeNull();
});

it('[F-CMD-027] sends D13 for its device once it is confirmed, not before; a refusal is said and the question stays', async () => {
  const ask = vi
    .spyOn(startLive().connection, 'ask')
    .mockRejectedValueOnce(new AppError('not_found', 'Unknown device'));
  render(<DeleteRecordings id="A1" />);
  fireEvent.click(screen.getByRole('button', { name: 'Delete recordings' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(ask).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Delete recordings' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete all recordings of A1?' });
  expect(ask).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Unknown device');
  expect(ask.mock.calls).toEqual([[d13DeleteRecordings, { I: 'A1' }]]);
  expect(dialog.isConnected).toBe(true);
});
