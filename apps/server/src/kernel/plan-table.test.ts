import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PlanGroups, PlanTable } from './plan-table.ts';

const CODE = 13;
/** 1 over 2 and 3; 4 under 2. Device 7 is in 4, device 8 in 3 and 4, device 9 in none. */
const groups: PlanGroups = {
  list: () => [
    { id: 1, parentId: null },
    { id: 2, parentId: 1 },
    { id: 3, parentId: 1 },
    { id: 4, parentId: 2 },
  ],
  groupsOf: (key) => ({ 7: [4], 8: [4, 3] })[key] ?? [],
};
const ofAll = { updateMode: 'GLOBAL', deviceKey: null, groupId: null, code: CODE } as const;
const ofDevice = { updateMode: 'DEVICE', deviceKey: 7, groupId: null, code: CODE } as const;
const ofGroup = (groupId: number, code = CODE) => ({ updateMode: 'GROUP', deviceKey: null, groupId, code }) as const;

test('the plan of the device counts before that of a group, and that before the one for all', () => {
  const all = new PlanTable([ofAll, ofGroup(4), ofDevice]);
  assert.equal(all.planFor(7, CODE, groups), ofDevice);
  assert.equal(all.planFor(8, CODE, groups)?.updateMode, 'GROUP');
  assert.equal(all.planFor(9, CODE, groups), ofAll);
  assert.equal(all.planFor(7, 14, groups), undefined, 'another code');
  assert.equal(new PlanTable<typeof ofAll>([]).planFor(7, CODE, groups), undefined);
});

test('of groups the nearest upward counts, of two as near the one that was made first', () => {
  const idFor = (key: number, ...ids: number[]) =>
    new PlanTable([ofAll, ...ids.map((id) => ofGroup(id))]).planFor(key, CODE, groups)?.groupId;
  assert.equal(idFor(7, 1, 2), 2);
  assert.equal(idFor(7, 1), 1);
  assert.equal(idFor(7, 3), null, 'a sister group does not count');
  assert.equal(idFor(8, 4, 3), 3);
  assert.equal(idFor(8, 2, 3), 3, 'nearer than a group above');
});

test('a device in no group is in those at the top', () => {
  assert.equal(new PlanTable([ofAll, ofGroup(1)]).planFor(9, CODE, groups)?.groupId, 1);
  assert.equal(new PlanTable([ofAll, ofGroup(2)]).planFor(9, CODE, groups), ofAll);
});

test('a plan of a group for another code is not asked', () => {
  assert.equal(new PlanTable([ofAll, ofGroup(4, 14)]).planFor(7, CODE, groups), ofAll);
});
