// The tiles of a layout: limits by level, adding, taking away, swapping.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { added, shownWraps, swapped, tileLimit, toggled, without, wrapId } from './wraps.ts';
import type { TileRules, Wrap } from './wraps.ts';

const wrap = (deviceid: string, channel: number): Wrap => ({
  device: { deviceid, chn_count: 4, drivername: '王小明', vehicleid: '<b>台北</b>' },
  type: channel === 0 ? 'map' : 'channel',
  channel,
});
const channels = (count: number): readonly Wrap[] => Array.from({ length: count }, (_, i) => wrap('D', i + 1));
const maps = (count: number): readonly Wrap[] => Array.from({ length: count }, (_, i) => wrap(`M${i}`, 0));
const ids = (wraps: readonly Wrap[]): readonly string[] => wraps.map(wrapId);
const everyone: TileRules = { level: 3, advancedTreeView: false, mapOffered: true };
const advanced = (level: number): TileRules => ({ level, advancedTreeView: true, mapOffered: true });
const levels = [0, 1, 2, 3];

it('[F-RIGHTS-008] the map tile has twelve places for each level while the advanced tree view is off', () => {
  assert.deepEqual(
    levels.map((level) => tileLimit('map', level, false)),
    [12, 12, 12, 12],
  );
  assert.deepEqual(
    levels.map((level) => tileLimit('channel', level, false)),
    [12, 12, 12, 12],
  );
});
it('[F-RIGHTS-007] [F-CONST-012] with the advanced tree view on, levels 0 to 3 get 12, 6, 1, 0 channels and 12, 12, 6, 0 maps', () => {
  assert.deepEqual(
    levels.map((level) => tileLimit('map', level, true)),
    [12, 12, 6, 0],
  );
  assert.deepEqual(
    levels.map((level) => tileLimit('channel', level, true)),
    [12, 6, 1, 0],
  );
  assert.equal(tileLimit('channel', 9, true), 0);
});
it('[E-DEVLIST-004] refuses a tile over the limit and keeps those that fit', () => {
  const six = added([], channels(7), advanced(1));
  assert.deepEqual([six.wraps.length, six.refused], [6, true]);
  const beside = added(six.wraps, maps(7), advanced(1));
  assert.deepEqual([beside.wraps.length, beside.refused], [12, true]);
  assert.deepEqual(added(channels(12), [wrap('E', 1)], everyone), { wraps: channels(12), refused: true });
  assert.deepEqual(added(channels(12), channels(2), everyone), { wraps: channels(12), refused: false });
});
it('[E-DEVLIST-003] puts a tile in and takes it out again', () => {
  const once = toggled(channels(2), wrap('D', 3), everyone).wraps;
  assert.deepEqual(ids(once), ['D/channel/1', 'D/channel/2', 'D/channel/3']);
  assert.deepEqual(toggled(once, wrap('D', 3), everyone).wraps, channels(2));
  assert.deepEqual(ids(toggled(once, wrap('D', 1), everyone).wraps), ['D/channel/2', 'D/channel/3']);
  assert.deepEqual(ids(without(once, 'D/channel/2')), ['D/channel/1', 'D/channel/3']);
});
it('swaps two tiles and leaves the others', () => {
  const four = channels(4);
  assert.deepEqual(
    swapped(four, 'D/channel/1', 'D/channel/4').map(({ channel }) => channel),
    [4, 2, 3, 1],
  );
  assert.equal(swapped(four, 'D/channel/1', 'gone'), four);
});
it('shows of a stored layout what today’s rights allow', () => {
  const stored = [...maps(1), ...channels(3)];
  assert.deepEqual(ids(shownWraps(stored, { ...everyone, mapOffered: false })), ids(channels(3)));
  assert.deepEqual(ids(shownWraps(stored, advanced(2))), ['M0/map/0', 'D/channel/1']);
});
