// Named layouts: their rules, what is written down, and what is made of a broken store.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TextKeeper } from '../../lib/stored-text.ts';
import { openLayouts } from './layout-store.ts';
import { created, deleted, isTaken, layoutNamed, noLayouts, readLayouts, withWraps, writeLayouts } from './layouts.ts';
import type { Wrap } from './wraps.ts';

const wrap: Wrap = {
  device: { deviceid: 'TRK-1', chn_count: 4, drivername: '王小明', vehicleid: '<b>台北</b>' },
  type: 'channel',
  channel: 2,
};
const map: Wrap = { ...wrap, type: 'map', channel: 0 };
const night = withWraps(created(noLayouts, 'Night'), 'Night', [wrap, map]);
const asLoose = (text: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(text);
  assert.ok(typeof value === 'object' && value !== null);
  return { ...value };
};

it('[F-WRAP-001] a stored tile has exactly device, type and channel, and its device exactly four facts', () => {
  const { all } = asLoose(writeLayouts(night));
  assert.ok(Array.isArray(all));
  assert.deepEqual(all[1].wraps[0], {
    device: { deviceid: 'TRK-1', chn_count: 4, drivername: '王小明', vehicleid: '<b>台北</b>' },
    type: 'channel',
    channel: 2,
  });
  const more = writeLayouts(night).replaceAll('"channel":2', '"channel":2,"password":"x"');
  assert.deepEqual(readLayouts(more), night, 'what else somebody stored there is dropped');
});
it('reads back what it wrote', () => {
  assert.deepEqual(readLayouts(writeLayouts(night)), night);
});
it('makes an empty default of a broken store, and drops only what is broken of a store with one broken tile', () => {
  for (const text of [undefined, '', 'null', '[]', '{"all":3}', '{"all":[7,{"name":"","wraps":[]}]}', '{"all":[{"na'])
    assert.deepEqual(readLayouts(text), noLayouts, text ?? 'nothing stored');
  const broken = writeLayouts(night).replace('"type":"map"', '"type":"radar"');
  assert.deepEqual(readLayouts(broken).all[1], { name: 'Night', wraps: [wrap] });
  const twice = writeLayouts(withWraps(night, 'Night', [wrap, wrap]));
  assert.deepEqual(readLayouts(twice).all[1], { name: 'Night', wraps: [wrap] });
});
it('has a default layout always, first, and never deletes it', () => {
  const without = JSON.stringify({ selected: 'Night', all: [{ name: 'Night', wraps: [] }] });
  assert.deepEqual(
    readLayouts(without).all.map(({ name }) => name),
    ['default', 'Night'],
  );
  assert.deepEqual(deleted(noLayouts, 'default'), noLayouts);
  assert.deepEqual(deleted(night, 'Night'), noLayouts);
  assert.equal(layoutNamed(night, 'no such').name, 'default');
});
it('takes a name once, whatever its capitals and blanks', () => {
  for (const name of ['Night', ' night ', 'DEFAULT']) assert.equal(isTaken(night, name), true, name);
  assert.equal(isTaken(night, 'Nights'), false);
});

const keeperOf = (kept: Map<string, string>, full = false): TextKeeper & { tell: (text: string) => void } => {
  const tells: ((text: string | undefined) => void)[] = [];
  return {
    read: (name) => kept.get(name),
    write: (name, text) => {
      if (!full) kept.set(name, text);
      return !full;
    },
    onOtherTab: (_name, tell) => void tells.push(tell),
    tell: (text) => {
      for (const tell of tells) tell(text);
    },
  };
};

it('keeps the layouts of each user of each server apart', () => {
  const kept = new Map<string, string>();
  openLayouts(keeperOf(kept), 'fleet.test', 'a/b').change(night);
  for (const [server, user] of [
    ['fleet.test/a', 'b'],
    ['fleet.test', 'a'],
    ['other.test', 'a/b'],
  ] as const)
    assert.deepEqual(openLayouts(keeperOf(kept), server, user).state.getState().layouts, noLayouts);
  assert.deepEqual(openLayouts(keeperOf(kept), 'fleet.test', 'a/b').state.getState().layouts, night);
});
it('goes on in memory when nothing can be kept, and says that it is not kept', () => {
  const store = openLayouts(keeperOf(new Map(), true), 'fleet.test', 'admin');
  store.change(night);
  assert.deepEqual(store.state.getState(), { layouts: night, kept: false, untouched: false });
});
it('knows whether anybody has made a layout, emptied ones too', () => {
  const kept = new Map<string, string>();
  const store = openLayouts(keeperOf(kept), 'fleet.test', 'admin');
  assert.equal(store.state.getState().untouched, true);
  store.change(noLayouts);
  assert.equal(store.state.getState().untouched, false);
  assert.equal(openLayouts(keeperOf(kept), 'fleet.test', 'admin').state.getState().untouched, false);
});
it('takes over what another tab kept', () => {
  const keeper = keeperOf(new Map());
  const store = openLayouts(keeper, 'fleet.test', 'admin');
  keeper.tell(writeLayouts(night));
  assert.deepEqual(store.state.getState().layouts, night);
});
