// Deletes recordings because an operator wants it: marks the rows, then lets the files go as retention does.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Bus } from '../../kernel/bus.ts';
import type { Log } from '../../kernel/log.ts';
import type { Recorder } from './recorder.ts';
import type { RecordingStore } from './store.ts';

/** `everything`: also what is protected, and what is being written. `channels` undefined: also what was fetched from the device. */
export type Deletion = { fromMs: number; toMs: number; channels?: readonly number[]; everything: boolean };
/** Answers how much goes, when that is decided for good; the files follow. */
export type DeleteRecordings = (
  device: { deviceKey: number; deviceId: string },
  deletion: Deletion,
  userName: string,
) => Promise<{ segments: number; bytes: number }>;

/** Rows that are marked before others have their turn: marking them takes two or three milliseconds. */
const BATCH = 128;

export type DeletionKit = {
  bus: Bus;
  log: Log;
  store: Pick<RecordingStore, 'channelsOf' | 'retireInside'>;
  recorder: Pick<Recorder, 'endSegments'>;
  /** Gives up what is being fetched of a device. */
  abandonFetched: (deviceKey: number) => Promise<void>;
  nowMs: () => number;
  /** Takes the files of marked rows away, behind what is under way. */
  removeMarked: () => void;
};

export const createDeletion =
  ({ bus, log, store, recorder, abandonFetched, nowMs, removeMarked }: DeletionKit): DeleteRecordings =>
  async ({ deviceKey, deviceId }, { fromMs, toMs, channels, everything }, userName) => {
    if (everything) await Promise.all([recorder.endSegments(deviceKey), abandonFetched(deviceKey)]);
    const unprotectedAtMs = everything ? null : nowMs();
    const gone = { segments: 0, bytes: 0 };
    const mark = async (channel: number): Promise<void> => {
      const asked = { deviceKey, channel, toMs, unprotectedAtMs, limit: BATCH };
      for (let nextMs = fromMs, marked = BATCH; marked === BATCH;) {
        // oxlint-disable-next-line no-await-in-loop -- thousands of rows at once would hold everything else up
        const rows = await store.retireInside({ ...asked, fromMs: nextMs }, `deleted by ${userName}`);
        marked = rows.length;
        gone.segments += marked;
        for (const { startMs, bytes } of rows) {
          gone.bytes += bytes;
          nextMs = Math.max(nextMs, startMs + 1);
        }
        await nextTurn(); // oxlint-disable-line no-await-in-loop -- and here they have their turn
      }
    };
    // oxlint-disable-next-line no-await-in-loop -- one after the other, for the same reason
    for (const channel of channels ?? (await store.channelsOf(deviceKey))) await mark(channel);
    const news = { deviceId, userName, fromMs, toMs, everything, ...gone };
    log.info('recordings deleted', news);
    bus.publish('recordings.deleted', { deviceKey, ...news });
    removeMarked();
    return gone;
  };
