import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { refuseOnly } from '../../adapters/test-stores.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { ROOT_GROUP_ID, groupFeature } from './index.ts';
import { reachOf } from './reach.ts';
import { createGroupStore } from './store.ts';

const clock = createManualClock();

test('reach holds the given groups and all below, ends in a circle, and leaves unknown ids out', () => {
  const groups = [
    { id: 1, parentId: null, name: 'root' },
    { id: 2, parentId: 1, name: 'north' },
    { id: 3, parentId: 2, name: 'coast' },
    { id: 4, parentId: 5, name: 'a' },
    { id: 5, parentId: 4, name: 'b' },
  ];
  assert.deepEqual([...reachOf(groups, [2])], [2, 3]);
  assert.deepEqual([...reachOf(groups, [1])], [1, 2, 3]);
  assert.deepEqual([...reachOf(groups, [4])], [4, 5]);
  assert.deepEqual([...reachOf(groups, [99])], []);
});

test('a device is covered by its group and those above; one in no group by the root only', async (t) => {
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  const bus = createLocalBus(silentLog);
  let told = 0;
  bus.subscribe('groups.changed', () => void (told += 1));
  const groups = await groupFeature({ db: opened.db, bus, clock });
  const north = await groups.add(ROOT_GROUP_ID, 'north');
  const coast = await groups.add(north, 'coast');
  const south = await groups.add(ROOT_GROUP_ID, 'south');
  await groups.setDeviceGroups(7, [coast]);
  const covering = (deviceKey: number) =>
    [ROOT_GROUP_ID, north, coast, south].filter((id) => groups.covers([id], deviceKey));
  assert.deepEqual(covering(7), [ROOT_GROUP_ID, north, coast]);
  assert.deepEqual(covering(8), [ROOT_GROUP_ID]);
  assert.equal(groups.covers([], 8), false);
  assert.equal(told, 4, 'three groups, one device');
  const again = await groupFeature({ db: opened.db, bus, clock });
  assert.equal(again.covers([north], 7), true);
  await again.setDeviceGroups(7, []);
  assert.deepEqual([again.covers([north], 7), again.covers([ROOT_GROUP_ID], 7)], [false, true]);
  await assert.rejects(groups.add(99, 'x'), { code: 'not_found' });
});

test('no two groups of one name come below one group: by adding, renaming or moving; what was there before stays', async (t) => {
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  const kit = { db: opened.db, bus: createLocalBus(silentLog), clock };
  const groups = await groupFeature(kit);
  const north = await groups.add(ROOT_GROUP_ID, 'north');
  const south = await groups.add(ROOT_GROUP_ID, 'south');
  const coast = await groups.add(north, 'coast');
  const other = await groups.add(south, 'COAST');
  const taken = { code: 'conflict', message: 'A group of that name is here already.' };
  await assert.rejects(groups.add(ROOT_GROUP_ID, 'North'), taken);
  await assert.rejects(groups.change(south, { name: 'north' }), taken);
  await assert.rejects(groups.change(other, { parentId: north }), taken);
  assert.equal(groups.list().length, 5);
  await groups.change(other, { parentId: north, name: 'hills' });
  await groups.change(coast, { name: 'Coast' });
  const before = { parentId: north, name: 'hills', updatedMs: 0, updatedBy: 'root' };
  const old = await createGroupStore(opened.db).insert(before);
  await groups.reload();
  await groups.change(old, { name: 'Hills', parentId: north });
  await groups.change(old, { name: 'dunes' });
  assert.deepEqual([groups.one(coast).name, groups.one(other).name, groups.one(old).name], ['Coast', 'hills', 'dunes']);
});

test('a group is renamed, moved and removed; the root stays, and no group comes below itself', async (t) => {
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  const groups = await groupFeature({ db: opened.db, bus: createLocalBus(silentLog), clock });
  const north = await groups.add(ROOT_GROUP_ID, 'north');
  const coast = await groups.add(north, 'coast');
  await groups.setDeviceGroups(7, [coast]);
  await groups.change(coast, { name: 'shore', parentId: ROOT_GROUP_ID });
  assert.deepEqual([groups.one(coast).parentId, groups.one(coast).name], [ROOT_GROUP_ID, 'shore']);
  assert.equal(groups.covers([north], 7), false);
  await groups.change(north, { parentId: coast });
  await assert.rejects(groups.change(coast, { parentId: north }), { code: 'invalid', message: /below itself/ });
  await assert.rejects(groups.change(ROOT_GROUP_ID, { parentId: coast }), { code: 'invalid' });
  await assert.rejects(groups.remove(ROOT_GROUP_ID), { code: 'invalid' });
  await groups.remove(coast);
  assert.deepEqual([groups.list().length, groups.groupsOf(7), groups.covers([ROOT_GROUP_ID], 7)], [1, [], true]);
  await assert.rejects(groups.change(north, { name: 'gone with it' }), { code: 'not_found' });
});

test('a group that could not be removed is as it was', async (t) => {
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  const groups = await groupFeature({ db: opened.db, bus: createLocalBus(silentLog), clock });
  const north = await groups.add(ROOT_GROUP_ID, 'north');
  const before = await createGroupStore(opened.db).read(north);
  const free = await refuseOnly(opened.db, 'DELETE ON "groups"');
  await assert.rejects(groups.removeUnused(north, { by: 'ann', seenMs: before?.updatedMs ?? 0 }), /disk full/);
  assert.deepEqual([await createGroupStore(opened.db).read(north), groups.one(north)], [before, before]);
  await free();
  await groups.removeUnused(north, { by: 'ann', seenMs: before?.updatedMs ?? 0 });
  assert.equal(groups.list().length, 1);
});
