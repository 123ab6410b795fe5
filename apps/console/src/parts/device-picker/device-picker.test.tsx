// Ticks are not dropped unasked.
import { q05Device } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { decodeDevice } from '../../live/decode-device.ts';
import { devices } from '../../live/stores.ts';
import { DevicePicker } from './device-picker.tsx';

beforeAll(startTexts);
beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  for (const side of ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
  const wire = q05Device.example.reply.Z;
  const list = ['101', '102'].map((deviceid) => decodeDevice({ ...wire, deviceid, registered: 1 }));
  devices.replaceAll(list.filter((device) => device !== undefined));
});
afterEach(() => {
  cleanup();
  devices.clear();
  vi.unstubAllGlobals();
});

it('asks before it is closed beside its buttons, where something else is ticked than at first', () => {
  const onClose = vi.fn<() => void>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DevicePicker chosen={['102']} onTake={() => undefined} onClose={onClose} />
    </QueryClientProvider>,
  );
  const cross = screen.getByRole('button', { name: 'Close' });
  const all = screen.getByRole('checkbox', { name: /^Select all/ });
  fireEvent.click(cross);
  expect(onClose).toHaveBeenCalledTimes(1);
  fireEvent.click(all);
  fireEvent.click(cross);
  expect(onClose).toHaveBeenCalledTimes(1);
  screen.getByRole('dialog', { name: 'Discard the changes?' });
});
