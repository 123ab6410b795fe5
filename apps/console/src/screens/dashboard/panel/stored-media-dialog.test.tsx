// What the device keeps: a row that is fetched is busy while its file is on its way, and can be fetched again at once where it does not come.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { AppError, d30FetchMedia, postStoredMedia } from '@outrider/contract';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../../lib/i18n.ts';
import { startLive } from '../../../live/index.ts';
import { giveOrder } from './give-order.ts';
import { StoredMediaDialog } from './stored-media-dialog.tsx';

const ID = 12;
const { reply } = d30FetchMedia.example;
const held = {
  id: ID,
  kind: 'photo',
  channel: 1,
  cause: 'timed',
  time: 1_790_000_000,
  lat: null,
  lng: null,
  file: null,
};
const questions = vi.fn<() => void>();

/** Presses the button of the row; from then on the time is driven. */
const fetchRow = async (): Promise<void> => {
  const dialog = (
    <StoredMediaDialog id="A1" give={(order) => giveOrder('A1', order, false)} onClose={() => undefined} />
  );
  const router = createMemoryRouter([{ path: '/', element: dialog }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const button = await screen.findByLabelText(`Fetch number ${ID}`);
  vi.useFakeTimers();
  fireEvent.click(button);
};
const isBusy = (): boolean => screen.getByLabelText(`Fetch number ${ID}`).getAttribute('aria-busy') === 'true';
const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));

beforeAll(startTexts);
beforeEach(() => {
  questions.mockReset();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  for (const side of ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== postStoredMedia.path) throw new Error(path);
    questions();
    return Response.json([held]);
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['refused', () => Promise.reject(new AppError('device_offline', 'The device is offline.'))],
  ['not answered', () => Promise.resolve({ ...reply, R: '408' })],
])('what was %s is not waited for, and the device is not asked again and again', async (_, answer) => {
  vi.spyOn(startLive().connection, 'ask').mockImplementation(answer);
  await fetchRow();
  await pass(0);
  expect(isBusy()).toBe(false);
  await pass(10_000);
  expect(questions).toHaveBeenCalledTimes(1);
});

it('what was taken is asked for until it is here, or for a minute', async () => {
  vi.spyOn(startLive().connection, 'ask').mockResolvedValue({ ...reply, R: '1' });
  await fetchRow();
  await pass(5000);
  expect([isBusy(), questions.mock.calls.length]).toEqual([true, 3]);
  await pass(56_000);
  expect(isBusy()).toBe(false);
});
