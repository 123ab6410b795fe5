// The device and position stores: what they keep, what stays the same object, and that they tell once per frame.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { q05Device, q12ExtraInfo } from '@outrider/contract';
import type { Device } from '@outrider/contract';
import { serverNow, setServerOffset } from '../lib/server-clock.ts';
import { decodeDevice } from './decode-device.ts';
import { DeviceStore } from './devices.ts';
import { remembered } from './remembered.ts';
import { PositionStore } from './positions.ts';

const frames = () => {
  const waiting: (() => void)[] = [];
  return {
    schedule: (run: () => void) => {
      waiting.push(run);
      return () => {};
    },
    next: (): number => waiting.splice(0).map((run) => run()).length,
  };
};

const device = (id: string): Device => {
  const decoded = decodeDevice({ ...q05Device.example.reply.Z, deviceid: id });
  assert.ok(decoded !== undefined);
  return decoded;
};

describe('DeviceStore', () => {
  it('tells once for everything that happened before the frame', () => {
    const frame = frames();
    const store = new DeviceStore(frame.schedule);
    let told = 0;
    store.subscribe(() => {
      told += 1;
    });
    store.replaceAll([device('a'), device('b')]);
    store.merge([device('a')]);
    store.applyLive([{ i: 'a', s: 1, a: 0, la: 1, ln: 2, v: 30, d: 40, t: 50 }]);
    assert.equal(told, 0);
    assert.equal(frame.next(), 1);
    assert.equal(told, 1);
  });

  it('has its ids in order, sorted again only when devices come or go', () => {
    const store = new DeviceStore(frames().schedule);
    store.replaceAll([device('b'), device('a')]);
    const ids = store.orderedIds();
    assert.deepEqual(ids, ['a', 'b']);
    store.merge([device('b')]);
    assert.equal(store.orderedIds(), ids);
    store.merge([device('aa')]);
    assert.deepEqual(store.orderedIds(), ['a', 'aa', 'b']);
    store.replaceAll([device('c')]);
    assert.deepEqual(store.orderedIds(), ['c']);
    store.clear();
    assert.deepEqual(store.orderedIds(), []);
  });

  it('changes only the device that an update names', () => {
    const store = new DeviceStore(frames().schedule);
    store.replaceAll([device('a'), device('b')]);
    const [a, b] = [store.get('a'), store.get('b')];
    store.applyLive([
      { i: 'a', s: 0, a: 8 },
      { i: 'unknown', s: 1, a: 0 },
    ]);
    assert.equal(store.get('b'), b);
    assert.notEqual(store.get('a'), a);
    assert.equal(store.get('a')?.alarm, 8);
    assert.deepEqual(store.get('a')?.gps_info, a?.gps_info);
    assert.equal(store.size, 2);
  });

  it('a device that goes or comes by a push does so now, by the clock of the server', (t) => {
    setServerOffset(-86_400_000);
    t.after(() => setServerOffset(0));
    const store = new DeviceStore(frames().schedule);
    const listed = { ...device('a'), status: 1, status_time: 1_000_000 };
    store.replaceAll([listed]);
    store.applyLive([{ i: 'a', s: 2, a: 8 }]);
    assert.equal(store.get('a')?.status_time, 1_000_000, 'it is online as before');
    const beforeMs = serverNow();
    store.applyLive([{ i: 'a', s: 0, a: 0 }]);
    const wentMs = store.get('a')?.status_time ?? 0;
    assert.ok(wentMs >= beforeMs && wentMs <= serverNow(), String(wentMs - beforeMs));
    store.merge([{ ...listed, status: 0, status_time: 2_000_000 }]);
    store.applyLive([{ i: 'a', s: 0, a: 0 }]);
    assert.equal(store.get('a')?.status_time, 2_000_000, 'the list knows better');
    store.applyLive([{ i: 'a', s: 1, a: 0 }]);
    assert.ok((store.get('a')?.status_time ?? 0) >= beforeMs);
  });

  it('forgets what a new full list leaves out, and everything on clear', () => {
    const store = new DeviceStore(frames().schedule);
    store.replaceAll([device('a'), device('b')]);
    store.replaceAll([device('b')]);
    assert.deepEqual([store.get('a'), store.size, store.loaded], [undefined, 1, true]);
    store.clear();
    assert.deepEqual([store.size, store.loaded], [0, false]);
  });

  it('forgets the extra info of what leaves, and keeps that of what stays', () => {
    const store = new DeviceStore(frames().schedule);
    const { Z: extra } = q12ExtraInfo.example.reply;
    const ids = ['stays', 'removed', 'unknown', 'left out'];
    store.replaceAll(ids.map(device));
    store.setExtras(ids.map((deviceid) => ({ ...extra, deviceid })));
    const known = (): string[] => ids.filter((id) => store.extra(id) !== undefined);
    store.remove(['removed']);
    assert.deepEqual(known(), ['stays', 'unknown', 'left out']);
    store.merge([{ ...device('unknown'), registered: false, status: 0 }]);
    assert.deepEqual(known(), ['stays', 'left out']);
    store.replaceAll([device('stays')]);
    assert.deepEqual(known(), ['stays']);
  });

  it('remembers an answer until the next publication, and its object while it is equal', () => {
    const frame = frames();
    const store = new DeviceStore(frame.schedule);
    const read = remembered(
      store,
      () => [...store.all()].map((d) => d.deviceid),
      (x, y) => x.join() === y.join(),
    );
    store.replaceAll([device('a')]);
    frame.next();
    const first = read();
    store.merge([device('a')]);
    frame.next();
    assert.equal(read(), first);
    store.merge([device('b')]);
    assert.equal(read(), first);
    frame.next();
    assert.deepEqual(read(), ['a', 'b']);
  });
});

describe('PositionStore', () => {
  it('names what moved since the last frame, and all after a list', () => {
    const frame = frames();
    const store = new PositionStore(frame.schedule);
    const told: (string[] | 'all')[] = [];
    store.subscribe((changed) => told.push(changed === 'all' ? 'all' : [...changed]));
    store.replaceAll([device('a'), device('b')]);
    store.applyLive([{ i: 'a', s: 1, a: 0, la: 1, ln: 2 }]);
    frame.next();
    store.applyLive([{ i: 'b', s: 1, a: 0, la: 3, ln: 4, v: 9 }]);
    store.applyLive([{ i: 'b', s: 1, a: 0, la: 5, ln: 6 }]);
    frame.next();
    assert.deepEqual(told, ['all', ['b']]);
    assert.deepEqual(store.get('b'), { ...store.get('b'), lat: 5, lng: 6, speedKmh: 9 });
  });

  it('keeps the place of a device whose state changed without a fix, and has none before the first', () => {
    const store = new PositionStore(frames().schedule);
    store.replaceAll([device('a')]);
    const before = store.get('a');
    store.applyLive([
      { i: 'a', s: 0, a: 0 },
      { i: 'x', s: 1, a: 0 },
    ]);
    assert.deepEqual(store.get('a'), { ...before, status: 0 });
    assert.equal(store.get('x'), undefined);
  });
});
