// The thread that reads tracks: packed hours and what still is in the journal, drawn positions only, as JSON.
import { parentPort, workerData } from 'node:worker_threads';
import { decodeHour, decodeTrack, type TrackPosition } from '../hour-codec.ts';
import { readJournal } from '../journal-codec.ts';
import { hourOf, mergePositions } from '../pack.ts';
import { TracksFile } from '../store/tracks-file.ts';
import { isDrawable, type StoredPosition } from '../stored-position.ts';
import type { ReaderReply, ReaderRequest, ReaderStart } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('runs as a worker thread only');
const start: ReaderStart = workerData;
const file = new TracksFile(start.path, { readOnly: true });

/** Journal rows not packed yet, read in pieces. */
const JOURNAL_BYTES = 8 * 1024 * 1024;

const journalOf = (deviceKey: number): StoredPosition[] => {
  const fresh: StoredPosition[] = [];
  const lastId = file.lastJournalId();
  for (let after = 0; after < lastId;) {
    const rows = file.journalRows(after, lastId, JOURNAL_BYTES);
    for (const { data } of rows) readJournal(data, (_key, position) => void fresh.push(position), deviceKey);
    after = rows.at(-1)?.id ?? lastId;
  }
  return fresh;
};

/** The journal is read first: what is packed in between is then found twice and merged, never missed. */
const track = (deviceKey: number, from: number, to: number): TrackPosition[] => {
  const fresh = journalOf(deviceKey);
  const blobs = file.hours(deviceKey, hourOf(from), hourOf(to));
  const all: TrackPosition[] =
    fresh.length === 0
      ? blobs.flatMap((blob) => decodeTrack(blob))
      : mergePositions(
          blobs.flatMap((blob) => decodeHour(blob)),
          fresh,
        );
  return all.filter((p) => p.time >= from && p.time <= to && isDrawable(p.flags));
};

const pointJson = (p: TrackPosition): string =>
  `{"lat":${p.lat / 1e6},"lng":${p.lng / 1e6},"speed":${p.speed / 10},"dir":${p.heading},"time":${p.time}}`;

const encoder = new TextEncoder();

port.on('message', (request: ReaderRequest) => {
  if (request.kind === 'close') {
    file.close();
    port.postMessage({ kind: 'closed' } satisfies ReaderReply);
    port.close();
    return;
  }
  try {
    const json = encoder.encode(`[${track(request.deviceKey, request.from, request.to).map(pointJson).join(',')}]`);
    port.postMessage({ kind: 'track', id: request.id, json } satisfies ReaderReply, [json.buffer]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    port.postMessage({ kind: 'failed', id: request.id, reason } satisfies ReaderReply);
  }
});
