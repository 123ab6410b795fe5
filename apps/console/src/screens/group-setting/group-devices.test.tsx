// The devices of a group: what is ticked among those in no group stays where it is, so that the next one does not slide under the pointer.
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { q05Device, type UserGroup } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { decodeDevice } from '../../live/decode-device.ts';
import { devices } from '../../live/stores.ts';
import { groupModel, linkModel } from '../../parts/groups/group-model.ts';
import { GroupDevices } from './group-devices.tsx';

const group: UserGroup = { groupid: '1', parentid: null, name: 'North', updatetime: 0 };
let linked: string[] = [];
const Screen = (): ReactElement => {
  const [links, setLinks] = useState<readonly { groupid: string; deviceid: string }[]>([]);
  const link = async (deviceid: string): Promise<boolean> => {
    linked.push(deviceid);
    setLinks((old) => [...old, { groupid: '1', deviceid }]);
    return true;
  };
  const edits = { link, unlink: async () => undefined };
  return <GroupDevices group={group} model={groupModel([group])} links={linkModel(links)} editable edits={edits} />;
};
const names = (): (string | null)[] =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map((each) => each.getAttribute('aria-label')?.split(' · ').at(-1) ?? null);
const choose = (value: string): boolean =>
  fireEvent.change(screen.getByLabelText('Which devices'), { target: { value } });

beforeAll(startTexts);
beforeEach(() => {
  linked = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  for (const side of ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(400);
  const wire = q05Device.example.reply.Z;
  const list = ['A1', 'A2', 'A3'].map((deviceid) => decodeDevice({ ...wire, deviceid, registered: 1 }));
  devices.replaceAll(list.filter((device) => device !== undefined));
});
afterEach(() => {
  cleanup();
  act(() => devices.clear());
  vi.unstubAllGlobals();
});

it('one that is ticked stays among those in no group until the filter is changed', async () => {
  render(<Screen />);
  choose('free');
  const list = screen.getByRole('listbox');
  await act(async () => void fireEvent.keyDown(list, { key: ' ' }));
  await act(async () => void fireEvent.keyDown(list, { key: ' ', repeat: true }));
  expect([linked, names()]).toEqual([['A1'], ['A1', 'A2', 'A3']]);
  expect(screen.queryByRole('dialog'), 'nor is it asked to take it out').toBeNull();
  choose('all');
  choose('free');
  expect(names()).toEqual(['A2', 'A3']);
});
