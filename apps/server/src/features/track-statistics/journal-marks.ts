// Marks outlast positions: what is still in the journal of tracks at a start is marked once more, and nothing is packed before its marks are
// on disk. Marks are written a second later than positions, or much later on a full disk, and a power cut takes more of them.
import type { Bus } from '../../kernel/bus.ts';
import type { TrackJournal } from '../position/index.ts';
import type { Marks } from './marks.ts';

export type JournalMarksKit = {
  bus: Bus;
  journal: Pick<TrackJournal, 'read' | 'fixesAfter' | 'onPacking'>;
  marks: Pick<Marks, 'add' | 'inTurn'>;
  /** What was written to the database outlasts a power cut. */
  synced: () => Promise<void>;
  isRegistered: (deviceKey: number) => boolean;
  /** Unix seconds: every kept day from there on is stale after a start anyway. */
  before: number;
};

export type JournalMarks = {
  /** Resolves when all is marked that was in the journal at the start. Rejects where it cannot be read; asked once more it is tried again. */
  restored(): Promise<void>;
  close(): Promise<void>;
};

/** To be called before devices are let in. */
export const journalMarks = ({ bus, journal, marks, ...kit }: JournalMarksKit): JournalMarks => {
  /** The row of the journal up to which every position was marked, and up to which all marks are on disk. */
  let marked = 0;
  let safe = 0;
  let closed = false;
  let restoring: Promise<void> | null = null;
  const restore = async (): Promise<void> => {
    const { packedId, lastId } = await journal.read();
    for (let at: number | null = packedId; at !== null && at < lastId;) {
      if (closed) return;
      // oxlint-disable-next-line no-await-in-loop -- some thousands at a time
      const { fixes, lastId: next } = await journal.fixesAfter(at);
      for (const [i, deviceKey] of fixes.deviceKey.entries()) {
        const time = fixes.time[i] ?? 0;
        if (time < kit.before && kit.isRegistered(deviceKey)) marks.add(deviceKey, time);
      }
      at = next;
    }
    marked = Math.max(marked, lastId);
  };
  const restored = (): Promise<void> => {
    restoring ??= restore().catch((error: unknown) => {
      restoring = null;
      throw error;
    });
    return restoring;
  };
  const unsubscribe = bus.subscribe('positions.journaled', ({ journalId }) => {
    marked = Math.max(marked, journalId);
  });
  journal.onPacking(async () => {
    try {
      await restored();
      const next = marked;
      if (next > safe) {
        await marks.inTurn(() => Promise.resolve());
        await kit.synced();
        safe = Math.max(safe, next);
      }
    } catch {
      // Who writes marks says so. Until it can be done nothing more is packed.
    }
    return safe;
  });
  return {
    restored,
    async close() {
      closed = true;
      unsubscribe();
      await restoring?.catch(() => undefined);
    },
  };
};
