// Whose plans there are is said by name, the number behind it; the question before they are deleted leaves no doubt.
import { q05Device } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { decodeDevice } from '../../live/decode-device.ts';
import { devices } from '../../live/stores.ts';
import { Places } from './places.tsx';
import { ALL_PLANS, NEW_TARGET } from './plan-target.ts';

const ID = '13800000101';

beforeAll(startTexts);
beforeEach(() => {
  const device = decodeDevice({ ...q05Device.example.reply.Z, deviceid: ID, vehicleid: 'TRK-104', registered: 1 });
  devices.replaceAll(device === undefined ? [] : [device]);
  vi.stubGlobal('fetch', async () => Response.json([]));
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  for (const side of ['clientHeight', 'offsetHeight', 'clientWidth', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
});
afterEach(() => {
  cleanup();
  devices.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a vehicle stands there with its name first', () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Places
        plans={[{ ...NEW_TARGET, updateMode: 'DEVICE', deviceid: ID }]}
        place={{ by: 'device', of: ALL_PLANS }}
        onPlace={() => {}}
        onAdd={() => {}}
        remove={async () => {}}
      />
    </QueryClientProvider>,
  );
  const owners = screen.getAllByRole('row').slice(1);
  expect(owners.map(({ textContent }) => textContent?.trim())).toEqual(['ALL', 'GLOBAL', `TRK-104 ${ID}`]);
  fireEvent.click(screen.getByRole('button', { name: `Delete TRK-104 (${ID})` }));
  expect(screen.getByRole('dialog', { name: `Delete the plans of TRK-104 (${ID})` })).toBeTruthy();
});
