// The door of the position feature: takes positions in, keeps tracks, knows the newest.
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { q07GpsInfo, signalPercent, type GpsInfo } from '@outrider/contract';
import type { PositionSink } from '../../gateway/index.ts';
import type { Devices } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import { answer, type CommandHandler } from '../../kernel/channel/channel.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import type { WorkMeters } from '../../kernel/work/work-meters.ts';
import type { Position } from '../../kernel/topics.ts';
import { positionCalls } from './calls.ts';
import { Ingest } from './ingest.ts';
import { LastPositions } from './last-positions.ts';
import { createLastPositionStore, type LastPosition } from './store.ts';
import type { TrackJournal } from './track-journal.ts';
import { type AlarmJournal, openTracks } from './tracks.ts';

export { type AlarmReport, decodeAlarmRow } from './alarm-report.ts';
export type { JournalFixes } from './journal-fixes.ts';
export { positionsIn } from './journal-positions.ts';
export { isPlausibleTime } from './plausibility.ts';
export type { TrackJournal } from './track-journal.ts';
export type { AlarmJournal } from './tracks.ts';
export type { Nearest, NearestWanted } from './nearest.ts';
export type { NearestRequest, SampleReply, SampleRequest, TrackSample, TrackSamples } from './track-samples.ts';

export const TRACKS_DATABASE = 'tracks.sqlite';

export type PositionKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  devices: Devices & { isRegistered(deviceKey: number): boolean };
  dataFolder: string;
  meters?: WorkMeters;
  /** Throws when the data folder is no longer where it was. */
  assertThere?: () => void;
  /** For tests of a full disk, in pages of 16 KB. */
  maxTrackPages?: number;
};

export type PositionFeature = {
  sink: PositionSink;
  /** What reports said of alarms, for who makes events of it. */
  alarms: AlarmJournal;
  /** Positions that are not packed yet, for who counts on from them after a start. */
  journal: TrackJournal;
  /** The newest position of every device, for the directory after a start. `usable`: it may be drawn. */
  last(): Iterable<{ deviceKey: number; position: Position; usable: boolean }>;
  /** The drawn positions of a device as a JSON array of trackPoint; unix seconds, both ends included. For other rooms. */
  trackOf(deviceKey: number, from: number, to: number): Promise<Uint8Array>;
  /** Another thread may ask for samples at this port from now on: SampleRequest or NearestRequest up, SampleReply down. */
  serveSamples(port: MessagePort): void;
  /** From now on the journal is packed every ten minutes. Rooms that hold rows of it back have said so by then, or the rows would go. */
  startPacking(): void;
  /** Everything accepted by now is packed when this resolves: samples without the journal have it. */
  packed(): Promise<void>;
  /** Deletes tracks from before then (UTC ms), in the worker, but what was received since. The last position of a device stays. */
  forgetBefore(beforeMs: number): Promise<void>;
  /** How many hours of tracks are older, counted to `most`. */
  countOlder(beforeMs: number, most: number): Promise<number>;
  /** Of devices that were dropped. Of what nobody registered there are no tracks. */
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  calls: CallHandler[];
  commands: CommandHandler[];
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

/** Device-hours are rewritten six times an hour: a little larger on disk, and the journal stays short to read. */
const PACK_MS = 600_000;
const FOLLOW_MS = 5_000;

const createPacking = (clock: Clock, tracks: { pack(): Promise<void>; follow(): Promise<void> }) => {
  let timer: Timer | null = null;
  const following = clock.every(FOLLOW_MS, () => void tracks.follow());
  return {
    start(): void {
      timer ??= clock.every(PACK_MS, () => void tracks.pack());
    },
    stop(): void {
      following.cancel();
      timer?.cancel();
    },
  };
};

export const positionFeature = async (kit: PositionKit): Promise<PositionFeature> => {
  const { bus, clock, log, devices } = kit;
  const tracks = await openTracks(
    join(kit.dataFolder, TRACKS_DATABASE),
    log,
    kit.maxTrackPages === undefined ? {} : { maxPages: kit.maxTrackPages },
  );
  const store = createLastPositionStore(kit.db);
  const last = new LastPositions({ clock, log, store }, await store.load());
  const ingest = new Ingest({
    bus,
    clock,
    tracks,
    isRegistered: (key) => devices.isRegistered(key),
    keepLast: (each) => last.keep(each),
    storeLast: (each) => last.store(each),
    ...(kit.meters && { batches: kit.meters['report batch'] }),
    ...(kit.assertThere && { assertThere: kit.assertThere }),
  });
  for (const { deviceKey, position, impossible } of last.all()) ingest.restore(deviceKey, position, impossible);
  const ends = [
    bus.subscribe('device.zone', ({ deviceKey }) => ingest.forget(deviceKey)),
    bus.subscribe('device.gone', ({ deviceKey }) => {
      ingest.forget(deviceKey);
      last.forget(deviceKey);
    }),
  ];
  const packing = createPacking(clock, tracks);
  return {
    sink: ingest,
    alarms: tracks.alarms,
    journal: tracks.journal,
    last: function* () {
      for (const { deviceKey, position, impossible } of last.all())
        yield { deviceKey, position, usable: position.fixed && !impossible };
    },
    trackOf: (deviceKey, from, to) => tracks.track(deviceKey, from, to),
    serveSamples: (port) => tracks.serve(port),
    startPacking: () => packing.start(),
    packed: () => tracks.pack(),
    forgetBefore: (beforeMs) => tracks.forget(beforeMs),
    countOlder: (beforeMs, most) => tracks.countOlder(beforeMs, most),
    forgetDevices: (deviceKeys) => last.remove(deviceKeys), // what is newest of them was forgotten when they were dropped
    calls: positionCalls(tracks, devices),
    commands: [
      answer(q07GpsInfo, ({ caller }, { I }) => {
        const known = last.get(devices.seen(caller, I).deviceKey);
        return { I, Z: known === undefined ? null : gpsInfoOf(known) };
      }),
    ],
    metrics: () => ({ ...countsOf(ingest), ...tracks.metrics() }),
    close: async () => {
      packing.stop();
      for (const end of ends) end();
      await ingest.close();
      await last.flush();
      await tracks.close();
    },
  };
};

const countsOf = ({ accepted, repeats, impossible }: Ingest): Record<string, number> => ({
  positions_stored: accepted,
  positions_repeated: repeats,
  positions_impossible: impossible,
});

const gpsInfoOf = ({ position: p, impossible }: LastPosition): GpsInfo => ({
  lat: p.latitude,
  lng: p.longitude,
  altitude: p.altitudeM,
  speed: p.speedKmh,
  dir: p.headingDeg,
  time: p.timeMs ?? p.receivedMs,
  received: p.receivedMs,
  valid: p.fixed && !impossible,
  alarm: p.alarm,
  status: p.status,
  mileage: p.mileageKm ?? null,
  satellites: p.satellites ?? null,
  signal: p.signal === undefined ? null : signalPercent(p.signal),
});
