// What was found is told of the vehicle by its name, the number behind it.
import { q05Device } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../../../lib/i18n.ts';
import { decodeDevice } from '../../../live/decode-device.ts';
import { devices } from '../../../live/stores.ts';
import { emptyTrack } from '../track.ts';
import { Summary } from './summary.tsx';

const ID = '13800000101';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  devices.clear();
});

it('names the vehicle', () => {
  const device = decodeDevice({ ...q05Device.example.reply.Z, deviceid: ID, vehicleid: 'TRK-104' });
  devices.replaceAll(device === undefined ? [] : [device]);
  const result = {
    deviceId: ID,
    days: { first: '2026-01-01', last: '2026-01-01' },
    span: { startMs: 0, endMs: 86_400_000 },
    track: emptyTrack,
    maxSpeed: 0,
    stops: [],
    events: undefined,
    cut: false,
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Summary result={result} />
    </QueryClientProvider>,
  );
  expect(screen.getByText(`TRK-104 (${ID})`)).toBeTruthy();
});
