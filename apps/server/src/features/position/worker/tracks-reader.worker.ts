// The thread that reads tracks: packed hours and what still is in the journal, drawn positions only, as JSON.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { errorText } from '../../../kernel/errors.ts';
import { serveCalls } from '../../../kernel/work/serve-calls.ts';
import { countIn, decodeHour, decodeSamples, decodeTrack, type TrackPosition } from '../hour-codec.ts';
import { readJournal } from '../journal-codec.ts';
import { JournalIndex } from '../journal-index.ts';
import { nearestOf } from '../nearest.ts';
import { hourOf, mergePositions } from '../pack.ts';
import { TracksFile } from '../store/tracks-file.ts';
import { isDrawable, type StoredPosition } from '../stored-position.ts';
import {
  hoursToSamples,
  sampleBuffers,
  toSamples,
  type NearestRequest,
  type SampleReply,
  type SampleRequest,
  type TrackSamples,
} from '../track-samples.ts';
import type { ReaderStart } from './messages.ts';
import { trackJson } from './track-json.ts';

const start: ReaderStart = workerData;

type Opened = { file: TracksFile; index: JournalIndex };
let opened: Opened | null = null;
/** At the first call, and again at the next where that cannot open it: a disk that fails costs a track, not the thread. */
const open = (): Opened => {
  if (opened !== null) return opened;
  const file = new TracksFile(start.path, { readOnly: true });
  opened = { file, index: new JournalIndex(file) };
  return opened;
};

/** A month of reports each second would take a gigabyte to tell: such a track is asked for in parts. */
class TooLong extends Error {
  readonly code = 'invalid';
}

/** Positions that are not packed yet. */
const journalOf = (deviceKey: number): StoredPosition[] => {
  const fresh: StoredPosition[] = [];
  for (const data of open().index.rowsOf(deviceKey))
    readJournal(data, (_key, position) => void fresh.push(position), deviceKey);
  return fresh;
};

/** The journal is read first: what is packed in between is then found twice and merged, never missed. */
const track = (deviceKey: number, from: number, to: number): TrackPosition[] => {
  const fresh = journalOf(deviceKey);
  const blobs = open().file.hours(deviceKey, hourOf(from), hourOf(to));
  if (blobs.reduce((sum, blob) => sum + countIn(blob), fresh.length) > start.maxPoints) throw new TooLong();
  const all: TrackPosition[] =
    fresh.length === 0
      ? blobs.flatMap((blob) => decodeTrack(blob))
      : mergePositions(
          blobs.flatMap((blob) => decodeHour(blob)),
          fresh,
        );
  return all.filter((p) => p.time >= from && p.time <= to && isDrawable(p.flags));
};

/** Unix seconds at which the hours with drawn positions begin, rising. A vehicle that reports from a garage has no track. */
const hoursWithPositions = (deviceKey: number, from: number, to: number): number[] => {
  const found = new Set<number>();
  const take = (time: number, flags: number): void => {
    if (time >= from && time <= to && isDrawable(flags)) found.add(hourOf(time));
  };
  for (const { time, flags } of journalOf(deviceKey)) take(time, flags);
  for (const blob of open().file.hours(deviceKey, hourOf(from), hourOf(to))) {
    const { time, flags } = decodeSamples(blob);
    for (const [i, at] of time.entries()) take(at, flags[i] ?? 0);
  }
  return [...found].toSorted((a, b) => a - b).map((hour) => hour * 3600);
};

const samplesOf = ({ deviceKey, from, to, journal }: SampleRequest): TrackSamples => {
  const fresh = journal ? journalOf(deviceKey) : [];
  const packed = open().file.hours(deviceKey, hourOf(from), hourOf(to));
  return fresh.length === 0
    ? hoursToSamples(packed.map(decodeSamples), from, to)
    : toSamples(
        mergePositions(
          packed.flatMap((blob) => decodeHour(blob)),
          fresh,
        ),
        from,
        to,
      );
};

const served: MessagePort[] = [];

/** Answers what another thread asks, one question after the other. */
const serve = (asking: MessagePort): void => {
  served.push(asking);
  asking.on('message', (request: SampleRequest | NearestRequest) => {
    const { id } = request;
    const none = { id, samples: null, nearest: null, reason: '' };
    try {
      if ('nearest' in request) {
        const { deviceKey, nearest, journal } = request;
        const found = nearestOf(open().file, deviceKey, nearest, journal ? journalOf(deviceKey) : []);
        asking.postMessage({ ...none, nearest: found } satisfies SampleReply);
        return;
      }
      const samples = samplesOf(request);
      asking.postMessage({ ...none, samples } satisfies SampleReply, sampleBuffers(samples));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      asking.postMessage({ ...none, reason } satisfies SampleReply);
    }
  });
};

const encoder = new TextEncoder();
const trackOf = (deviceKey: number, from: number, to: number): Uint8Array<ArrayBuffer> =>
  trackJson(track(deviceKey, from, to));

/** As every other answer is packed. A piece of what comes out: a device-day is two of them. */
const GZIP = { level: 1, chunkSize: 64 * 1024 };

const calls = {
  /** The array of track points as POST /api/gps answers it. The code `invalid`: more than `maxPoints`. */
  track: trackOf,
  /** In one go: this thread has nothing else to do, and pieces would each go through another one. */
  packedTrack: (deviceKey: number, from: number, to: number): Uint8Array<ArrayBuffer> =>
    new Uint8Array(gzipSync(trackOf(deviceKey, from, to), GZIP)),
  /** The beginnings of hours as POST /gkdevice/trackhours answers them. */
  hours: (deviceKey: number, from: number, to: number): Uint8Array<ArrayBuffer> =>
    encoder.encode(JSON.stringify(hoursWithPositions(deviceKey, from, to))),
  /** How many hours of tracks there are before this one, counted to `most`. */
  countHoursBefore: (beforeHour: number, most: number): number => open().file.countHoursBefore(beforeHour, most),
  /** Takes in what was appended, so that a track that is asked for after long does not wait for it. Why it could not, or null. */
  follow(): string | null {
    try {
      open().index.follow();
      return null;
    } catch (error) {
      return errorText(error);
    }
  },
  /** Another thread asks for samples through this port: SampleRequest or NearestRequest up, SampleReply down. */
  serve,
  close(): void {
    for (const asking of served) asking.close();
    opened?.file.close();
    port.close();
  },
};
export type ReaderCalls = typeof calls;
const port = serveCalls(parentPort, calls, {
  track: ({ buffer }) => [buffer],
  packedTrack: ({ buffer }) => [buffer],
  hours: ({ buffer }) => [buffer],
});
