// The frame of fences and routes: a group that joins comes on top of what is ticked by then, and into the slot for which it was chosen alone.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { postGroupDevices, postUserInfo, q05Device } from '@outrider/contract';
import { useEffect } from 'react';
import type { ReactElement } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { decodeDevice } from '../../live/decode-device.ts';
import { devices } from '../../live/stores.ts';
import { useZoneDraft } from './use-zone-draft.ts';
import { ZoneFrame, type ZoneFields } from './zone-frame.tsx';

const zoneOf = (title: string, ids: readonly string[]): ZoneFields => ({
  enabled: true,
  title,
  colour: 'red',
  devices: ids,
});
const blank = zoneOf('', []);
/** Slot 3 is free. */
const stored: Readonly<Record<number, ZoneFields>> = { 1: zoneOf('First', ['A1']), 2: zoneOf('Second', []) };

let drawn: ZoneFields = blank;
const Zone = (): ReactElement => {
  const zone = useZoneDraft<ZoneFields>({
    blank,
    ready: true,
    read: async (index) => ({ draft: stored[index], updatetime: 1 }),
    isFree: (index) => stored[index] === undefined,
  });
  useEffect(() => {
    drawn = zone.draft;
  });
  const slots = [1, 2, 3].map((index) => (
    <button key={index} type="button" onClick={() => zone.choose(index)}>
      {`Slot ${index}`}
    </button>
  ));
  return (
    <ZoneFrame
      title="Fence"
      zone={zone}
      onChange={zone.change}
      list={slots}
      fields={null}
      map={null}
      problem=""
      canSave
      busy={false}
      onSave={() => undefined}
      removal={undefined}
    />
  );
};

/** Opens a slot and chooses a group there; gives what answers with the devices of the group. */
const joining = async (path: string) => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { reply } = postUserInfo.example;
  vi.stubGlobal('fetch', async (to: string) => {
    if (to === postGroupDevices.path) return promise;
    return Response.json({ ...reply, childrens: [{ groupid: '1', name: 'North' }] });
  });
  const router = createMemoryRouter([{ path: '/', Component: Zone }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByText('North');
  await vi.waitFor(() => expect(drawn.title).toBe(path === '/' ? '' : 'First'));
  const choice = screen.getByLabelText('Add a group');
  fireEvent.change(choice, { target: { value: '1' } });
  await vi.waitFor(() => expect(choice.getAttribute('aria-busy')).toBe('true'));
  return async (...ids: string[]): Promise<void> => {
    resolve(Response.json(ids));
    await vi.waitFor(() => expect(choice.getAttribute('aria-busy')).toBe('false'));
  };
};
const open = (index: number): Promise<void> => act(async () => screen.getByText(`Slot ${index}`).click());

beforeAll(startTexts);
beforeEach(() => {
  drawn = blank;
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  for (const side of ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(400);
  const wire = q05Device.example.reply.Z;
  const list = ['A1', 'B1'].map((deviceid) => decodeDevice({ ...wire, deviceid, vehicleid: '', registered: 1 }));
  devices.replaceAll(list.filter((device) => device !== undefined));
});
afterEach(() => {
  cleanup();
  act(() => devices.clear());
  vi.unstubAllGlobals();
});

it('what is ticked while the group is on its way stays ticked', async () => {
  const answer = await joining('/?index=1');
  const list = screen.getByRole('listbox', { name: 'Devices' });
  for (const key of ['End', ' ']) fireEvent.keyDown(list, { key });
  expect(drawn.devices).toEqual(['A1', 'B1']);
  await answer('N1');
  expect(drawn.devices).toEqual(['A1', 'B1', 'N1']);
});

it('a slot that was opened meanwhile keeps its own devices, and so does the first when it is opened again', async () => {
  const answer = await joining('/?index=1');
  await open(2);
  await vi.waitFor(() => expect(drawn.title).toBe('Second'));
  await open(1);
  await vi.waitFor(() => expect(drawn.title).toBe('First'));
  await open(2);
  await vi.waitFor(() => expect(drawn.title).toBe('Second'));
  await answer('N1');
  expect(drawn).toEqual(stored[2]);
  expect(screen.queryByText('Not saved yet')).toBeNull();
  await open(1);
  await vi.waitFor(() => expect(drawn).toEqual(stored[1]));
});

it('what was drawn before a free slot was chosen goes along into it, with the group', async () => {
  const answer = await joining('/');
  await open(3);
  await answer('N1');
  expect(drawn.devices).toEqual(['N1']);
});
