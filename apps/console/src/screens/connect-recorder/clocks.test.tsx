// A recorder whose clock is hours off: the zones to choose from, the suggested one first chosen, and what is sent.
import { putDeviceZone, rights } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { sessionStore, signedOut } from '../../live/session.ts';
import { Toasts } from '../../ui/toasts.tsx';
import { Clocks } from './clocks.tsx';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (suggested: number): HTMLSelectElement => {
  sessionStore.setState({ ...signedOut, loginFlag: 1, rights: new Set(rights) }, true);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Toasts />
      <Clocks rows={[{ deviceid: 'A1', ahead: -480, utcoffset: 480, suggested, updatetime: 1_790_000_000_000 }]} />
    </QueryClientProvider>,
  );
  return screen.getByRole<HTMLSelectElement>('combobox', { name: 'Time zone of A1' });
};

it('[F-UNIT-001] offers the whole hours -12 to +12 and 5.5, the suggested zone chosen', () => {
  const { options, value } = open(0);
  const whole = Array.from({ length: 25 }, (_, i) => (i - 12) * 60);
  const expected = [...whole, 330].toSorted((a, b) => a - b);
  expect([...options].map((option) => Number(option.value))).toEqual(expected);
  expect([options[0]?.text, options[18]?.text, value]).toEqual(['UTC-12', 'UTC+5:30', '0']);
});

it('[F-UNIT-001] sends the chosen zone', async () => {
  const sent = vi.fn<typeof fetch>(async () => Response.json({ hasError: 0, message: 'Save Success' }));
  vi.stubGlobal('fetch', sent);
  fireEvent.change(open(345), { target: { value: '330' } });
  fireEvent.click(screen.getByRole('button', { name: 'Set to UTC+5:30' }));
  await vi.waitFor(() => expect(sent).toHaveBeenCalled());
  const [url, init] = sent.mock.calls[0] ?? [];
  expect([String(url), init?.method]).toEqual([putDeviceZone.path, 'PUT']);
  expect(JSON.parse(String(init?.body))).toEqual({
    deviceid: 'A1',
    utcoffset: 330,
    updatetime: 1_790_000_000,
  });
});

it('says who changed the device since it was looked at', async () => {
  const changed = { updatetime: 1_790_000_060, updateby: 'bob', present: { deviceid: 'A1', utcoffset: 60 } };
  const body = JSON.stringify({ hasError: 1, code: 'conflict', message: '', changed });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status: 409 })));
  open(0);
  fireEvent.click(screen.getByRole('button', { name: 'Set to UTC' }));
  await screen.findByText(/^bob changed this at .* Look at it and save again\.$/);
});
