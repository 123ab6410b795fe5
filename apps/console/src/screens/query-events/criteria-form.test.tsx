// The criteria name the vehicles as people do, in the list to choose from too.
import { q05Device } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { decodeDevice } from '../../live/decode-device.ts';
import { devices } from '../../live/stores.ts';
import { CriteriaForm } from './criteria-form.tsx';
import { type Criteria, noCriteria } from './criteria.ts';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  devices.clear();
  vi.unstubAllGlobals();
});

it('a vehicle is offered by its name with the number behind it, and asked for by its number', () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  const device = decodeDevice({
    ...q05Device.example.reply.Z,
    deviceid: '13800000101',
    vehicleid: 'TRK-104',
    registered: 1,
  });
  devices.replaceAll(device === undefined ? [] : [device]);
  const changes: Partial<Criteria>[] = [];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CriteriaForm
        criteria={noCriteria(0)}
        onChange={(change) => changes.push(change)}
        onReset={() => {}}
        onSearch={() => {}}
        busy={false}
      />
    </QueryClientProvider>,
  );
  const field = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Device ID' });
  expect([...field.options].map(({ text }) => text)).toEqual(['All', 'TRK-104 (13800000101)']);
  fireEvent.change(field, { target: { value: '13800000101' } });
  expect(changes).toEqual([{ deviceid: '13800000101' }]);
});
