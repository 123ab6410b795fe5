// The thread that waits for the disk: commits journal rows and packs them. One request after the other, commits between slices.
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { KeptPlaces } from '../../../kernel/storage/kept-places.ts';
import { restsAsLong } from '../../../kernel/work/pace.ts';
import { serveCalls } from '../../../kernel/work/serve-calls.ts';
import { forgetHours, type Forgotten } from '../forget.ts';
import { type FixesAfter, fixesAfter, fixesBuffers } from '../journal-fixes.ts';
import { packJournal } from '../pack.ts';
import { type JournalRow, type KeptSums, TracksFile } from '../store/tracks-file.ts';
import type { AlarmRow, WriterStart } from './messages.ts';

const start: WriterStart = workerData;
const file = new TracksFile(start.path, start.maxPages === undefined ? {} : { maxPages: start.maxPages });
const places = new KeptPlaces([start.path], [`${start.path}-wal`]);

/** Rows up to this one are packed, though they may stand in the journal still. After a start they are packed once more, which changes nothing. */
let packedTo = 0;
/** Long works that are under way: the file is closed behind the last of them. */
let working = 0;
let closing = false;

/** Of the journal at once, one row at least. */
const ROWS_BYTES = 128 * 1024;
const ALARM_BYTES = 256 * 1024;
const ALARMS_DELETED_AT_ONCE = 256;

/** Lets waiting appends through. */
const pause = (): Promise<boolean> =>
  new Promise((resolve) => {
    setImmediate(() => resolve(!closing));
  });

const finish = (): void => {
  file.close();
  port.close();
};

const work = async <T>(action: () => Promise<T>): Promise<T> => {
  working += 1;
  try {
    return await action();
  } finally {
    working -= 1;
    if (closing && working === 0) finish();
  }
};

const calls = {
  /** Gives the number of the row. Throws when none of it is on disk. */
  append(data: Uint8Array<ArrayBuffer>, alarms: Uint8Array<ArrayBuffer>[]): number {
    const id = file.appendJournal(data, alarms);
    // After the synchronisation: what is at its path now was written there, whatever becomes of it later.
    const moved = places.moved();
    if (moved !== null) throw new Error(`${moved.path}: ${moved.why}`);
    return id;
  },
  lastAlarmId: (): number => file.lastAlarmId(),
  alarms: (afterId: number): { rows: AlarmRow[]; lastId: number } => ({
    rows: file.alarmRows(afterId, ALARM_BYTES),
    lastId: file.lastAlarmId(),
  }),
  async forgetAlarms(untilId: number): Promise<void> {
    while (file.deleteAlarms(untilId, ALARMS_DELETED_AT_ONCE)) if (!(await pause())) return;
  },
  /** Rows above `mostId` stay as they are, those above `keptAfter` stay although they are packed. */
  pack: (mostId: number, keptAfter: number): Promise<{ positions: number; ms: number }> =>
    work(async () => {
      const untilId = Math.min(mostId, file.lastJournalId());
      const startedMs = performance.now();
      const rest = restsAsLong({ monotonic: () => performance.now() }, sleep);
      const restedPause = async (): Promise<boolean> => {
        await rest();
        return !closing;
      };
      const positions = await packJournal(file, restedPause, { afterId: packedTo, untilId, keptAfter });
      if (!closing) packedTo = Math.max(packedTo, untilId);
      return { positions, ms: performance.now() - startedMs };
    }),
  journal: (): { sums: KeptSums | null; packedId: number; lastId: number } => {
    const [firstId, lastId] = [file.firstJournalId(), file.lastEverJournalId()];
    return { sums: file.sums(), packedId: firstId === 0 ? lastId : firstId - 1, lastId };
  },
  fixesAfter: (journalId: number): FixesAfter => fixesAfter(file, journalId),
  rowsAfter: (journalId: number): JournalRow[] => file.journalRows(journalId, Number.MAX_SAFE_INTEGER, ROWS_BYTES),
  keepSums: (sums: KeptSums): void => file.keepSums(sums),
  /** Deletes the hours before this one. */
  forgetHours: (beforeHour: number): Promise<Forgotten> => work(() => forgetHours(file, beforeHour, pause)),
  close(): void {
    closing = true;
    if (working === 0) finish();
  },
};
export type WriterCalls = typeof calls;
const port = serveCalls(parentPort, calls, { fixesAfter: fixesBuffers });
