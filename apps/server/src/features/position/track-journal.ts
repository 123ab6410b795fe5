// The journal of tracks for who counts from it: what was counted is kept with the number of the row up to which it counts, and rows behind
// that number are not packed before they are counted. The main thread's side; the work is done in the thread of the journal.
import type { WorkerCalls } from '../../kernel/work/worker-calls.ts';
import type { FixesAfter } from './journal-fixes.ts';
import type { JournalRow, KeptSums } from './store/tracks-file.ts';
import type { WriterCalls } from './worker/tracks-writer.worker.ts';

/** Each call rejects with AppError unavailable where the disk refuses. */
export interface TrackJournal {
  /** What is kept. Rows up to `packedId` are in the journal no more; `lastId` is the highest number that was ever given. */
  read(): Promise<{ sums: KeptSums | null; packedId: number; lastId: number }>;
  /** Drawn positions of some rows behind this one; `lastId` null: there are none. */
  fixesAfter(journalId: number): Promise<FixesAfter>;
  /** Some rows behind this one as they stand, in order; none: there are no more. */
  rowsAfter(journalId: number): Promise<JournalRow[]>;
  /** In the place of what was kept. The buffers are copied. */
  keep(sums: KeptSums): Promise<void>;
  /** Each is asked before each packing: rows above the number that it gives stay. Null: everything may go. */
  onPacking(ask: () => Promise<number | null>): void;
  /** Each is asked before packed rows are deleted: rows above the number that it gives stay although they are packed. Null: they may go. */
  onDeleting(ask: () => Promise<number | null>): void;
}

type Ask = () => Promise<number | null>;
/** The lowest answer. */
const lowest = async (asked: readonly Ask[]): Promise<number> => {
  const most = await Promise.all(asked.map((ask) => ask()));
  return Math.min(...most.map((journalId) => journalId ?? Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
};

export class CountedJournal implements TrackJournal {
  readonly #writer: WorkerCalls<WriterCalls>;
  readonly #packing: Ask[] = [];
  readonly #deleting: Ask[] = [];

  constructor(writer: WorkerCalls<WriterCalls>) {
    this.#writer = writer;
  }

  read(): ReturnType<TrackJournal['read']> {
    return this.#writer.call('journal', []);
  }

  fixesAfter(journalId: number): Promise<FixesAfter> {
    return this.#writer.call('fixesAfter', [journalId]);
  }

  rowsAfter(journalId: number): Promise<JournalRow[]> {
    return this.#writer.call('rowsAfter', [journalId]);
  }

  keep(sums: KeptSums): Promise<void> {
    return this.#writer.call('keepSums', [sums]);
  }

  onPacking(ask: Ask): void {
    this.#packing.push(ask);
  }

  onDeleting(ask: Ask): void {
    this.#deleting.push(ask);
  }

  /** Up to which row the journal may be packed now. */
  mayPackTo(): Promise<number> {
    return lowest(this.#packing);
  }

  /** Up to which row it may be deleted when it is packed. */
  mayDeleteTo(): Promise<number> {
    return lowest(this.#deleting);
  }
}
