// The dashboard over the live store: rows, filter, empty states, and who may add a new device.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { q05Device } from '@outrider/contract';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { decodeDevice } from '../../live/decode-device.ts';
import { setFilterMode, setFilterWord } from '../../live/filter.ts';
import { devices } from '../../live/index.ts';
import { sessionStore, signedOut } from '../../live/session.ts';
import { DashboardScreen } from './dashboard-screen.tsx';

const fill = (...ids: [id: string, registered: 0 | 1][]): void => {
  const wire = q05Device.example.reply.Z;
  const list = ids.map(([deviceid, registered]) => decodeDevice({ ...wire, deviceid, registered, vehicleid: '' }));
  devices.replaceAll(list.filter((device) => device !== undefined));
};

const open = (address = '/'): void => {
  const router = createMemoryRouter([{ path: '/', Component: DashboardScreen }], { initialEntries: [address] });
  // The server is not there: what the screen asks of it stays open.
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};

beforeAll(startTexts);
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  // The table draws what fits; without layout it has no height, so it is told one.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  sessionStore.setState({ ...signedOut, loginFlag: 1, level: 0, userName: 'admin' }, true);
  setFilterMode('all');
  setFilterWord('');
});
afterEach(() => {
  cleanup();
  act(() => devices.clear());
  vi.unstubAllGlobals();
});

it('shows a skeleton until the list came, then one row a registered device', async () => {
  open();
  expect(screen.getByLabelText('Loading')).toBeTruthy();
  act(() => fill(['A1', 1], ['A2', 1], ['N1', 0]));
  expect(await screen.findByRole('link', { name: 'A1' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'A2' }).getAttribute('href')).toBe('/liveview/A2');
  expect(screen.queryByRole('link', { name: 'N1' })).toBeNull();
});

it('offers to add a new device to level 0 only', async () => {
  fill(['A1', 1], ['N1', 0]);
  open();
  expect(await screen.findByRole('button', { name: 'Add device N1' })).toBeTruthy();
  act(() => sessionStore.setState({ level: 1 }));
  expect(screen.queryByRole('button', { name: 'Add device N1' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove device A1' })).toBeNull();
});

it('narrows by the word and leads back when nothing matches', async () => {
  fill(['A1', 1], ['B1', 1]);
  open();
  await screen.findByRole('link', { name: 'A1' });
  act(() => setFilterWord('b1'));
  expect(screen.queryByRole('link', { name: 'A1' })).toBeNull();
  expect(screen.getByRole('link', { name: 'B1' })).toBeTruthy();
  act(() => setFilterWord('nothing'));
  expect(screen.getByRole('button', { name: 'Show all devices' })).toBeTruthy();
});

it('leads an administrator without devices to Connect a recorder', async () => {
  fill();
  open();
  expect(await screen.findByRole('button', { name: 'Connect a recorder' })).toBeTruthy();
});

it('what is typed about a new device stays when its recorder goes, and when others come before it in the list', async () => {
  fill(['A1', 1], ['N5', 0]);
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Add device N5' }));
  const memo = (): HTMLInputElement => screen.getByLabelText('Device Memo');
  fireEvent.change(memo(), { target: { value: 'Truck 5' } });
  act(() => fill(['A1', 1], ['N1', 0], ['N2', 0], ['N3', 0], ['N4', 0], ['N5', 0]));
  expect(await screen.findByRole('button', { name: 'Add device N1' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add device N5' })).toBeNull();
  expect(memo().value).toBe('Truck 5');
  act(() => fill(['A1', 1]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add device N1' })).toBeNull());
  expect([screen.getByRole('dialog', { name: 'Add device N5' }).isConnected, memo().value]).toEqual([true, 'Truck 5']);
});

it('what is typed about a device to add stays when the list gets its first row, and when it loses its last', async () => {
  fill();
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Add device' }));
  const id = (): HTMLInputElement => screen.getByLabelText('Device ID');
  fireEvent.change(id(), { target: { value: '0912' } });
  act(() => fill(['A1', 1]));
  expect(await screen.findByText('A1')).toBeTruthy();
  expect(id().value).toBe('0912');
  act(() => fill());
  await waitFor(() => expect(screen.queryByText('A1')).toBeNull());
  expect(id().value).toBe('0912');
});

it.each([
  ['beside the table', false, '/?device=A1'],
  ['on a phone', true, '/?device=A1&details=1'],
])('the details of a device stay when the filter leaves nothing, %s', async (_where, phone, address) => {
  vi.stubGlobal('matchMedia', () => ({ matches: phone, addEventListener: () => {}, removeEventListener: () => {} }));
  fill(['A1', 1], ['B1', 1]);
  open(address);
  const panel = await screen.findByRole('complementary', { name: 'Selected vehicle' });
  act(() => setFilterWord('nothing'));
  expect(panel.isConnected).toBe(true);
  expect(screen.queryAllByRole('button', { name: 'Show all devices' }).length).toBe(phone ? 0 : 1);
});
