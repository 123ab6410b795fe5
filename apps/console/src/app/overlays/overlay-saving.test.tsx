// What a dialog that leads elsewhere has sent is not asked about while it is on its way, and is again where it was refused.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { sessionStore, signedOut } from '../../live/session.ts';
import { DeviceBatchModal } from '../../parts/device-batch/device-batch-modal.tsx';
import { RolloutDialog } from '../../screens/firmware/rollout-dialog.tsx';
import { LeaveQuestion } from '../leave-question.tsx';

let saved = Promise.withResolvers<Response>();

beforeAll(startTexts);
beforeEach(() => {
  saved = Promise.withResolvers();
  sessionStore.setState({ ...signedOut, loginFlag: 1, rights: new Set(['F_rmdvrs_osd']) }, true);
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) =>
    method === 'GET' ? Response.json([]) : saved.promise,
  );
});
afterEach(() => {
  cleanup();
  sessionStore.setState(signedOut, true);
  vi.unstubAllGlobals();
});

const fill = (label: string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
/** Whether the browser asks before the page ends. */
const endAsks = (): boolean => !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));

const dialogs: readonly (readonly [name: string, draw: () => ReactElement, send: string])[] = [
  ['many vehicles', () => <DeviceBatchModal kind="deviceBatch" deviceIds={[]} onClose={() => {}} />, 'Set 1 vehicle'],
  ['a roll-out', () => <RolloutDialog url="http://a/b" way="auto" onClose={() => {}} />, 'Begin'],
];

it.each(dialogs)('what is on its way is not asked about: %s', async (_name, draw, send) => {
  const page = (
    <>
      {draw()}
      <LeaveQuestion />
    </>
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />
    </QueryClientProvider>,
  );
  fill('Device ID', 'A1');
  if (screen.queryByLabelText('Add a value') !== null) fill('Add a value', 'general_platecolor');
  expect(endAsks()).toBe(true);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: send })));
  await waitFor(() => expect(endAsks()).toBe(false));
  await act(async () => saved.resolve(Response.json({ hasError: 1, message: 'Unknown device' }, { status: 404 })));
  await screen.findByText('Unknown device');
  expect(endAsks()).toBe(true);
});
