// All links as rows of the overview.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupModel, linkModel } from '../../parts/groups/group-model.ts';
import { linkRows, shownLinks } from './link-rows.ts';

const group = (groupid: string, parentid: string | null, name: string) => ({ groupid, parentid, name, updatetime: 0 });
const model = groupModel([group('1', null, 'root'), group('2', '1', 'North'), group('3', '2', 'coast')]);
const all = [
  { groupid: '2', deviceid: 'BUS-1' },
  { groupid: '3', deviceid: 'BUS-1' },
  { groupid: '9', deviceid: 'VAN-2' },
];
const rows = linkRows(all, {
  model,
  links: linkModel(all),
  device: (id) => (id === 'BUS-1' ? { vehicleid: 'Bus', drivername: 'Ann' } : undefined),
});

test('a row says the way to its group, and in how many groups its device is', () => {
  assert.deepEqual(
    rows.map(({ group: name, path, vehicle, duplicates }) => [name, path, vehicle, duplicates]),
    [
      ['North', 'root → North', 'Bus', 2],
      ['coast', 'root → North → coast', 'Bus', 2],
      ['', '', '', 1],
    ],
  );
});

test('a word finds ids and names of groups, the toggle leaves devices of several groups', () => {
  const shown = (word: string, duplicate = false) =>
    shownLinks(rows, word, duplicate).map(({ groupid, deviceid }) => `${groupid} ${deviceid}`);
  assert.deepEqual(shown('van'), ['9 VAN-2']);
  assert.deepEqual(shown('north'), ['2 BUS-1']);
  assert.deepEqual(shown('', true), ['2 BUS-1', '3 BUS-1']);
  assert.equal(shown('').length, 3);
});
