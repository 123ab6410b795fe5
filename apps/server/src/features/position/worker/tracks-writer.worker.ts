// The thread that waits for the disk: commits journal rows and packs them. One request after the other, commits between slices.
import { parentPort, workerData } from 'node:worker_threads';
import { KeptPlaces } from '../../../kernel/storage/kept-places.ts';
import { packJournal } from '../pack.ts';
import { TracksFile } from '../store/tracks-file.ts';
import type { WriterReply, WriterRequest, WriterStart } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('runs as a worker thread only');
const start: WriterStart = workerData;
const file = new TracksFile(start.path, start.maxPages === undefined ? {} : { maxPages: start.maxPages });
const places = new KeptPlaces([start.path], [`${start.path}-wal`]);
const say = (reply: WriterReply): void => port.postMessage(reply);
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

let packing = false;
let closing = false;

const append = ({ id, data, alarms }: Extract<WriterRequest, { kind: 'append' }>): void => {
  try {
    file.appendJournal(data, alarms);
    // After the synchronisation: what is at its path now was written there, whatever becomes of it later.
    const moved = places.moved();
    if (moved === null) say({ kind: 'appended', id });
    else say({ kind: 'failed', id, reason: `${moved.path}: ${moved.why}` });
  } catch (error) {
    say({ kind: 'failed', id, reason: reasonOf(error) });
  }
};

const ALARM_BYTES = 256 * 1024;
const readAlarms = (id: number, afterId: number): void => {
  try {
    say({ kind: 'alarms', id, rows: file.alarmRows(afterId, ALARM_BYTES), lastId: file.lastAlarmId() });
  } catch (error) {
    say({ kind: 'failed', id, reason: reasonOf(error) });
  }
};

/** Lets waiting appends through. */
const pause = (): Promise<boolean> =>
  new Promise((resolve) => {
    setImmediate(() => resolve(!closing));
  });

const pack = async (): Promise<void> => {
  if (packing) return;
  packing = true;
  const startedMs = performance.now();
  try {
    const positions = await packJournal(file, pause);
    say({ kind: 'packed', positions, ms: performance.now() - startedMs });
  } catch (error) {
    say({ kind: 'pack-failed', reason: reasonOf(error) });
  }
  packing = false;
  if (closing) finish();
};

const ALARMS_DELETED_AT_ONCE = 256;
const forgetAlarms = async (untilId: number): Promise<void> => {
  try {
    while (file.deleteAlarms(untilId, ALARMS_DELETED_AT_ONCE)) if (!(await pause())) return;
  } catch (error) {
    say({ kind: 'forget-failed', reason: reasonOf(error) });
  }
};

const finish = (): void => {
  file.close();
  say({ kind: 'closed' });
  port.close();
};

port.on('message', (request: WriterRequest) => {
  switch (request.kind) {
    case 'append':
      append(request);
      break;
    case 'alarms':
      readAlarms(request.id, request.afterId);
      break;
    case 'forget-alarms':
      void forgetAlarms(request.untilId); // reports its own failures
      break;
    case 'pack':
      void pack(); // reports its own failures
      break;
    case 'close':
      closing = true;
      if (!packing) finish();
  }
});
say({ kind: 'ready', lastAlarmId: file.lastAlarmId() });
