// Whose list of devices a change of groups makes another one, and whose not.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { ROOT_GROUP_ID, groupFeature } from './index.ts';

const clock = createManualClock();

test('only accounts for which a device came or went are named', async (t) => {
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  const bus = createLocalBus(silentLog);
  const accounts: { id: number; name: string; level: number; groupIds: number[] }[] = [];
  const groups = await groupFeature({ db: opened.db, bus, clock, accounts: () => accounts });
  const [north, south] = [await groups.add(ROOT_GROUP_ID, 'north'), await groups.add(ROOT_GROUP_ID, 'south')];
  const coast = await groups.add(north, 'coast');
  const [boss, root, ofNorth, ofSouth, ofCoast, nobody] = [1, 2, 3, 4, 5, 6];
  accounts.push(
    { id: boss, name: 'boss', level: 0, groupIds: [north] },
    { id: root, name: 'root', level: 1, groupIds: [ROOT_GROUP_ID] },
    { id: ofNorth, name: 'ofNorth', level: 1, groupIds: [north] },
    { id: ofSouth, name: 'ofSouth', level: 1, groupIds: [south] },
    { id: ofCoast, name: 'ofCoast', level: 1, groupIds: [coast] },
    { id: nobody, name: 'nobody', level: 1, groupIds: [] },
  );
  let named: number[] = [];
  let keys: readonly number[] | undefined;
  bus.subscribe('sight.changed', ({ userIds, deviceKeys }) => {
    named = [...named, ...userIds];
    keys = deviceKeys;
  });
  const after = async (change: Promise<unknown>): Promise<number[]> => {
    named = [];
    await change;
    return named;
  };
  assert.deepEqual(await after(groups.setDeviceGroups(7, [coast])), [ofNorth, ofCoast], 'the root has it all the time');
  assert.deepEqual(await after(groups.setDeviceGroups(7, [coast])), [], 'nothing changed');
  assert.deepEqual([await after(groups.setDeviceGroups(8, [south])), keys], [[ofSouth], [8]]);
  assert.deepEqual(await after(groups.setDeviceGroups(7, [north, coast])), []);
  assert.deepEqual(await after(groups.setDeviceGroups(7, [coast])), []);
  assert.deepEqual(await after(groups.change(coast, { name: 'shore' })), [], 'a name shows nobody a device');
  assert.deepEqual(await after(groups.add(south, 'hills')), []);
  assert.deepEqual([await after(groups.change(coast, { parentId: south })), keys], [[ofNorth, ofSouth], [7]]);
  assert.deepEqual(await after(groups.remove(coast)), [ofSouth, ofCoast], 'its device belongs to the root now');
});

test('what another program wrote is told as if it had been done here', async (t) => {
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  const bus = createLocalBus(silentLog);
  const told: unknown[] = [];
  const command = await groupFeature({ db: opened.db, bus: createLocalBus(silentLog), clock });
  const north = await command.add(ROOT_GROUP_ID, 'north');
  const ann = { id: 3, name: 'ann', level: 1, groupIds: [north] };
  const groups = await groupFeature({ db: opened.db, bus, clock, accounts: () => [ann] });
  bus.subscribe('groups.changed', () => told.push('groups'));
  bus.subscribe('sight.changed', ({ userIds }) => told.push(userIds));
  await groups.reload();
  assert.deepEqual(told, []);
  await command.setDeviceGroups(7, [north]);
  await groups.reload();
  assert.deepEqual([told, groups.covers([north], 7)], [['groups', [3]], true]);
});
