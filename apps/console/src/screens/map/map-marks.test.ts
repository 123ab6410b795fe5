// The rules of the map screen: labels, places, pages, the feed of the map, the trail's recording, the address of tiles.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { q05Device } from '@outrider/contract';
import type { Device } from '@outrider/contract';
import type { PositionListener } from '../../live/positions.ts';
import type { Marker } from '../../map/marker.ts';
import type { TrailPoint } from '../../map/trail.ts';
import { coordinatesText, placeOf, shownSpeed } from '../../parts/device-place.ts';
import { FleetFeed } from './feed.ts';
import { labelOf, markerOf, neighbour, pageCount, pageOf } from './map-marks.ts';
import { TrailRecorder } from './trail-recorder.ts';

const device = (changes: Partial<Device> = {}): Device => ({
  ...q05Device.reply.decode(q05Device.example.reply).Z,
  ...changes,
});
const nothing = (): void => {};
const at = (n: number): TrailPoint => ({ lat: n, lng: 0, speedKmh: 10, timeMs: n * 1000 });
/** Lets everything that has been promised happen. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};
const noFix = { data: null, time: null };

describe('a device on the map', () => {
  it('is labelled by id, driver or memo, and called as everywhere where that is empty', () => {
    const named = device({ deviceid: 'D1', drivername: 'Chen', vehicleid: 'TRK-1' });
    assert.deepEqual(
      (['id', 'driver', 'memo'] as const).map((kind) => labelOf(named, kind)),
      ['D1', 'Chen', 'TRK-1'],
    );
    const plated = device({ deviceid: 'D1', drivername: '', vehicleid: '', plate: 'ABC-1' });
    assert.equal(labelOf(plated, 'driver'), 'D1');
    assert.equal(labelOf({ ...plated, vehicleid: 'TRK-1' }, 'driver'), 'TRK-1');
  });

  it('is at its fix, else at its manual location, else nowhere', () => {
    const manual = { lat: 1, lng: 2 };
    assert.equal(placeOf(device({ maplocation: manual }))?.manual, false);
    assert.deepEqual(placeOf(device({ gps_info: noFix, maplocation: manual })), { lat: 1, lng: 2, manual: true });
    assert.equal(placeOf(device({ gps_info: noFix, maplocation: null })), undefined);
    assert.equal(markerOf(device({ gps_info: noFix, maplocation: null }), 'id'), undefined);
    assert.equal(markerOf(device({ gps_info: noFix, maplocation: manual }), 'id')?.timeMs, 0);
  });

  it('has a speed only while it is online and has a fix', () => {
    assert.ok((shownSpeed(device()) ?? 0) > 0);
    assert.equal(shownSpeed(device({ status: 0 })), undefined);
    assert.equal(shownSpeed(device({ gps_info: noFix })), undefined);
  });

  it('has coordinates to the metre', () => {
    assert.equal(coordinatesText({ lat: 24.0786051, lng: 120.5285349 }), '24.07861, 120.52853');
  });
});

describe('the side list', () => {
  const ids = Array.from({ length: 13 }, (_, i) => `D${i}`);
  it('has six devices a page', () => {
    assert.deepEqual([0, 6, 7, 13].map(pageCount), [1, 1, 2, 3]);
    assert.deepEqual(
      ['D0', 'D5', 'D6', 'D12', 'X'].map((id) => pageOf(ids, id)),
      [0, 0, 1, 2, undefined],
    );
  });
  it('steps through its devices and stops at the ends', () => {
    assert.deepEqual(
      [neighbour(ids, undefined, 1), neighbour(ids, undefined, -1), neighbour(ids, 'D3', 1), neighbour(ids, 'D12', 1)],
      ['D0', 'D12', 'D4', undefined],
    );
  });
});

const fakeMap = () => {
  const told: (readonly string[])[] = [];
  let listener: PositionListener = nothing;
  return {
    told,
    tell: (changed: ReadonlySet<string> | 'all') => listener(changed),
    positions: {
      subscribe: (heard: PositionListener) => {
        listener = heard;
        return () => {
          listener = nothing;
        };
      },
    },
    map: {
      setMarkers: (markers: readonly Marker[]) => void told.push(['all', ...markers.map(({ id }) => id)]),
      moveMarkers: (markers: readonly Marker[], gone: readonly string[]) =>
        void told.push([...markers.map(({ id }) => id), ...gone.map((id) => `-${id}`)]),
    },
  };
};

describe('the feed of the map', () => {
  const slow = { data: { lat: 1, lng: 2, speedInKmh: 0, trackingAngle: 0 }, time: 1000 };
  const fast = { data: { lat: 1, lng: 2, speedInKmh: 50, trackingAngle: 0 }, time: 2000 };

  it('shows what the filter lets through, and takes away what it no longer does', () => {
    const store = new Map([
      ['A', device({ deviceid: 'A', gps_info: fast })],
      ['B', device({ deviceid: 'B', gps_info: slow })],
    ]);
    const { told, tell, positions, map } = fakeMap();
    let firsts = 0;
    const kit = {
      devices: { get: (id: string) => store.get(id), all: () => store.values() },
      positions,
      map,
      onFirst: () => void (firsts += 1),
    };
    const feed = new FleetFeed(kit, { mode: 'driving', word: '' }, 'id');
    store.set('A', device({ deviceid: 'A', gps_info: slow }));
    store.set('B', device({ deviceid: 'B', vehicleid: 'Bus 7', gps_info: fast }));
    tell(new Set(['A', 'B']));
    tell(new Set(['A', 'gone']));
    feed.show({ mode: 'all', word: 'bus' }, 'memo');
    feed.close();
    tell('all');
    assert.deepEqual(told, [['all', 'A'], ['B', '-A'], [], ['all', 'B']]);
    assert.equal(firsts, 1);
  });

  it('says that the fleet is there only with its first marker', () => {
    const store = new Map<string, Device>();
    const { tell, positions, map } = fakeMap();
    let firsts = 0;
    const kit = {
      devices: { get: (id: string) => store.get(id), all: () => store.values() },
      positions,
      map,
      onFirst: () => void (firsts += 1),
    };
    const feed = new FleetFeed(kit, { mode: 'all', word: '' }, 'id');
    assert.equal(firsts, 0);
    store.set('A', device({ deviceid: 'A' }));
    tell('all');
    tell('all');
    assert.equal(firsts, 1);
    feed.close();
  });
});

/** A recorder whose vehicle moves when the test says so, and every trail it told. */
const startTrail = (load: () => Promise<readonly TrailPoint[]>) => {
  const seen: (readonly TrailPoint[])[] = [];
  let now = at(5);
  let tell = nothing;
  const recorder = new TrailRecorder({
    load,
    now: () => now,
    subscribe: (heard) => {
      tell = heard;
      return () => {
        tell = nothing;
      };
    },
    onChange: (trail) => void seen.push(trail),
  });
  const move = (n: number): void => {
    now = at(n);
    tell();
  };
  return { seen, recorder, move };
};

describe('the recording of a trail', () => {
  it('begins with what the server stored and goes on with what comes', async () => {
    const { seen, recorder, move } = startTrail(async () => [at(1), at(2), at(5)]);
    await settle();
    move(6);
    move(6);
    recorder.close();
    move(7);
    assert.deepEqual(
      seen.map((trail) => trail.map(({ lat }) => lat)),
      [[5], [1, 2, 5], [1, 2, 5, 6]],
    );
  });

  it('begins now when the server has no past to tell', async () => {
    const { seen, move } = startTrail(() => Promise.reject(new Error('no')));
    await settle();
    move(6);
    assert.deepEqual(seen.at(-1), [at(5), at(6)]);
  });

  it('hears nothing of a past that comes after its end', async () => {
    const { seen, recorder } = startTrail(async () => [at(1)]);
    recorder.close();
    await settle();
    assert.deepEqual(seen, [[at(5)]]);
  });
});
