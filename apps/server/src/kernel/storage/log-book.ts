// A log that people search: entries are written behind, old ones go by age, and a search gives what the caller may see. Tables are the
// room's own.
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { InTurn } from '../work/in-turn.ts';
import { forgetInSteps, type ForgetStep, startForgetting } from './forget.ts';

export type LogBookKit<Entry> = {
  clock: Clock;
  log: Log;
  /** Of what, for the log line: 'talks not logged'. */
  what: string;
  /** Adds them to the table as one change. */
  write: (entries: readonly Entry[]) => Promise<void>;
  /** Entries of one key replace each other while they wait. Without it none does. */
  keyOf?: (entry: Entry) => string;
  /** Removes what is older than so many days, a few rows at a time; 0 days: nothing. */
  retention: { days: number; forget: (beforeMs: number, ...step: Parameters<ForgetStep>) => Promise<number> };
};

export type LogBook<Entry> = {
  /** Is written within a second. Never waits and never fails: past the bound the oldest goes, and is counted. */
  add(entry: Entry): void;
  /** Resolves when everything added until now has been tried. What could not be written is tried again every second. */
  flush(): Promise<void>;
  /** Entries lost because the database could not be written for too long. */
  dropped(): number;
  /** Entries that were older than they are kept for and are gone. */
  forgotten(): number;
  /** Writes what is left. */
  close(): Promise<void>;
};

/** Entries kept while the database cannot be written; then the oldest go. */
const MAX_KEPT = 10_000;
const WRITE_EVERY_MS = 1000;

export const createLogBook = <Entry>(kit: LogBookKit<Entry>): LogBook<Entry> => {
  const { clock, log, what, write, keyOf, retention } = kit;
  let pending = new Map<string, Entry>();
  let [number, dropped] = [0, 0];
  const writing = new InTurn();
  let next: Promise<void> | null = null;
  const trim = (): void => {
    for (const oldest of pending.keys()) {
      if (pending.size <= MAX_KEPT) return;
      pending.delete(oldest);
      dropped += 1;
    }
  };
  const writePending = async (): Promise<void> => {
    next = null;
    if (pending.size === 0) return;
    const entries = pending;
    pending = new Map();
    try {
      await write([...entries.values()]);
    } catch (err) {
      log.error(`${what} not logged`, { [what]: entries.size, err });
      pending = new Map([...entries, ...pending]); // newer news of the same key count
      trim();
    }
  };
  const flush = (): Promise<void> => (next ??= writing.run(writePending));
  const timer = clock.every(WRITE_EVERY_MS, () => void flush());
  const forgetting = startForgetting({
    clock,
    log,
    what,
    days: retention.days,
    forget: (beforeMs, goesOn) => forgetInSteps(clock, (limit) => retention.forget(beforeMs, limit), goesOn),
  });
  return {
    add(entry) {
      pending.set(keyOf?.(entry) ?? String((number += 1)), entry);
      trim();
    },
    flush,
    dropped: () => dropped,
    forgotten: () => forgetting.count(),
    async close() {
      timer.cancel();
      await forgetting.close();
      await writing.idle();
      await flush();
    },
  };
};

/** Rows read at a time while those that the caller may not see are left out. */
const PAGE = 500;

/**
 * At most `limit` of the rows that the caller may see, in the order of the table. `read` gives the rows behind a place, `placeOf` the
 * place of a row.
 */
export const readSeen = async <Entry, Place>(search: {
  first: Place;
  read: (after: Place, limit: number) => Promise<Entry[]>;
  placeOf: (row: Entry) => Place;
  sees: (row: Entry) => boolean;
  limit: number;
}): Promise<Entry[]> => {
  const found: Entry[] = [];
  for (let after = search.first; found.length < search.limit;) {
    const page = await search.read(after, PAGE);
    found.push(...page.filter((row) => search.sees(row)));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = search.placeOf(last);
  }
  return found.slice(0, search.limit);
};
