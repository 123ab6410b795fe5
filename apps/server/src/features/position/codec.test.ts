// Journal and hour codecs: what goes in comes out, hostile bytes never hang, and a noisy day stays small.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ByteSink, ByteSource, readColumn, writeColumn } from './column-codec.ts';
import { decodeHour, decodeSamples, decodeTrack, encodeHour } from './hour-codec.ts';
import { JournalWriter, readJournal } from './journal-codec.ts';
import { hourOf, mergePositions } from './pack.ts';
import type { StoredPosition } from './stored-position.ts';
import { hoursToSamples, toSamples } from './track-samples.ts';

const optional = (max: number): fc.Arbitrary<number | null> => fc.option(fc.integer({ min: 0, max }), { nil: null });
const position: fc.Arbitrary<StoredPosition> = fc.record(
  {
    time: fc.integer({ min: 1_262_304_000, max: 4_000_000_000 }),
    received: fc.integer({ min: 1_262_304_000, max: 4_000_000_000 }),
    lat: fc.integer({ min: -90_000_000, max: 90_000_000 }),
    lng: fc.integer({ min: -180_000_000, max: 180_000_000 }),
    altitude: fc.integer({ min: -500, max: 32_767 }),
    speed: fc.integer({ min: 0, max: 65_535 }),
    heading: fc.integer({ min: 0, max: 359 }),
    alarm: fc.integer({ min: 0, max: 0xffffffff }),
    status: fc.integer({ min: 0, max: 0xffffffff }),
    flags: fc.integer({ min: 0, max: 15 }),
    mileage: optional(0xffffffff),
    fuel: optional(65_535),
    recorderSpeed: optional(65_535),
    signal: optional(255),
    satellites: optional(255),
    temperature: fc.option(fc.integer({ min: -32_767, max: 32_767 }), { nil: null }),
    voltage: optional(65_535),
    videoAlarm: optional(0xffffffff),
    videoLoss: optional(0xffffffff),
    storageFault: optional(65_535),
    items: fc.uint8Array({ maxLength: 20 }).map((items) => Uint8Array.from(items)),
  },
  { noNullPrototype: true },
);

test('a column of any whole numbers comes back', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -0xffffffff, max: 0xffffffff })), (values) => {
      const sink = new ByteSink();
      writeColumn(values, sink);
      assert.deepEqual(readColumn(new ByteSource(sink.view()), values.length), values);
    }),
    { numRuns: 2000 },
  );
});

test('an hour of any positions comes back, every field', () => {
  fc.assert(
    fc.property(fc.array(position, { maxLength: 30 }), (positions) => {
      assert.deepEqual(decodeHour(encodeHour(positions)), positions);
    }),
    { numRuns: 500 },
  );
});

test('the lean reading of an hour gives the same times, places, speeds and headings', () => {
  fc.assert(
    fc.property(fc.array(position, { maxLength: 30 }), (positions) => {
      const expected = positions.map(({ time, lat, lng, speed, heading, flags }) => ({
        time,
        lat,
        lng,
        speed,
        heading,
        flags,
      }));
      assert.deepEqual(decodeTrack(encodeHour(positions)), expected);
    }),
    { numRuns: 300 },
  );
});

test('samples read from packed hours are those of the positions themselves, the unusable ones left out', () => {
  fc.assert(
    fc.property(fc.array(position, { maxLength: 30 }), (positions) => {
      const span = [0, 2 ** 32] as const;
      const expected = toSamples(positions, ...span);
      assert.deepEqual(hoursToSamples([decodeSamples(encodeHour(positions))], ...span), expected);
      assert.ok(expected.time.length <= positions.length);
    }),
    { numRuns: 300 },
  );
});

test('journal records of several devices come back in order; another device is skipped', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), position), { maxLength: 20 }), (records) => {
      const writer = new JournalWriter();
      for (const [key, p] of records) writer.add(key, p);
      const bytes = writer.take();
      const all: [number, StoredPosition][] = [];
      readJournal(bytes, (key, p) => void all.push([key, p]));
      assert.deepEqual(all, records);
      const second: StoredPosition[] = [];
      readJournal(bytes, (_key, p) => void second.push(p), 2);
      assert.deepEqual(
        second,
        records.filter(([key]) => key === 2).map(([, p]) => p),
      );
    }),
    { numRuns: 300 },
  );
});

test('a torn journal gives the records before the tear', () => {
  const writer = new JournalWriter();
  const [sample] = fc.sample(position, 1);
  assert.ok(sample);
  writer.add(1, sample);
  writer.add(2, sample);
  const bytes = writer.take();
  const keys: number[] = [];
  readJournal(bytes.subarray(0, bytes.length - 1), (key) => void keys.push(key));
  assert.deepEqual(keys, [1]);
});

test('hostile blobs end in RangeError or in positions, never in another error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
      try {
        decodeHour(bytes);
      } catch (error) {
        assert.ok(error instanceof RangeError, String(error));
      }
      readJournal(bytes, () => undefined);
    }),
    { numRuns: 100_000 },
  );
});

test('a repeat is dropped, an alarm in the same second is kept, order is by time', () => {
  const [sample] = fc.sample(position, 1);
  assert.ok(sample);
  const first = { ...sample, time: 1_800_000_000, alarm: 0 };
  const repeat = { ...first, received: first.received + 9 };
  const alarm = { ...first, alarm: 1 };
  const earlier = { ...first, time: first.time - 60 };
  assert.deepEqual(mergePositions([first], [repeat, alarm, earlier]), [earlier, first, alarm]);
  assert.equal(hourOf(1_800_000_000), 500_000);
});

/** Deterministic noise of about +-1, no library needed. */
const noise = (seed: number): number => Math.sin(seed * 12.9898) * Math.cos(seed * 78.233);

test('a driving hour with GPS noise, altitude, status and odometer packs to at most 11 bytes a position', () => {
  let [lat, lng, heading, mileage] = [24_078_605, 120_528_535, 90, 123_456];
  const hour = Array.from({ length: 360 }, (_, i): StoredPosition => {
    const speed = Math.max(0, Math.round(550 + 120 * noise(i)));
    heading = (heading + Math.round(6 * noise(i + 0.5)) + 360) % 360;
    lat += Math.round(900 * Math.cos((heading * Math.PI) / 180) + 25 * noise(i + 1));
    lng += Math.round(900 * Math.sin((heading * Math.PI) / 180) + 25 * noise(i + 2));
    mileage += Math.round(speed / 360);
    return {
      time: 1_800_000_000 + 10 * i,
      received: 1_800_000_001 + 10 * i,
      lat,
      lng,
      altitude: 20 + Math.round(3 * noise(i + 3)),
      speed,
      heading,
      alarm: 0,
      status: 3,
      flags: 9,
      mileage,
      fuel: 800 - Math.floor(i / 30),
      recorderSpeed: null,
      signal: 28 + Math.round(2 * noise(i + 4)),
      satellites: 11 + Math.round(noise(i + 5)),
      temperature: null,
      voltage: null,
      videoAlarm: null,
      videoLoss: null,
      storageFault: null,
      items: new Uint8Array(0),
    };
  });
  const bytes = encodeHour(hour).length / hour.length;
  assert.ok(bytes <= 11, `${bytes.toFixed(2)} bytes a position`);
  assert.deepEqual(decodeHour(encodeHour(hour)), hour);
});

test('items that come with every report take a fraction of their bytes, and come back beside those that come once', () => {
  const [sample] = fc.sample(position, { numRuns: 1, seed: 1 });
  assert.ok(sample);
  const hour = Array.from({ length: 360 }, (_, i): StoredPosition => {
    const signals = i % 40 === 0 ? 0x90 : 0x80;
    const supply = 2760 + Math.round(15 * noise(i));
    const items = [0x25, 4, 0, 0, 0, signals, 0x2a, 2, 0, 0, 0x2b, 4, supply >> 8, supply & 0xff, 1, 0x9a];
    return { ...sample, time: sample.time + 10 * i, items: Uint8Array.from(i === 77 ? [...items, 0x64, 1, 9] : items) };
  });
  const bare = hour.map((p) => ({ ...p, items: new Uint8Array(0) }));
  const extra = (encodeHour(hour).length - encodeHour(bare).length) / hour.length;
  assert.ok(extra <= 3, `${extra.toFixed(2)} bytes a position for 16 bytes of items`);
  assert.deepEqual(decodeHour(encodeHour(hour)), hour);
});
