// A log that people search: entries are written behind, old ones go by age, and a search gives what the caller may see. Tables are the
// room's own; log-table.ts is that of a usual log.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, MAX_LOG_ROWS } from '@outrider/contract';
import type { Caller } from '../access/access.ts';
import { notBefore } from '../access/lookback.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { CallHandler } from '../web/http.ts';
import { InTurn } from '../work/in-turn.ts';
import { forgetInSteps, startForgetting } from './forget.ts';
import type { Logged, LogTable } from './log-table.ts';

export type LogBookKit<Entry> = {
  clock: Clock;
  log: Log;
  /** Of what, for the log line: 'talks not logged'. */
  what: string;
  /** What its metrics are called: 'talk_log'. */
  name: string;
  /** `add` adds them as one change, or brings them up to date. */
  table: Pick<LogTable<Entry, never>, 'add' | 'forget'>;
  /** Entries of one key replace each other while they wait. Without it none does. */
  keyOf?: (entry: Entry) => string;
  /** How long they are kept; 0: for good. A function where that may change meanwhile. */
  days: number | (() => number);
};

export type LogBook<Entry> = {
  /** Is written within a second. Never waits and never fails: past the bound the oldest goes, and is counted. */
  add(entry: Entry): void;
  /** Resolves when everything added until now has been tried. What could not be written is tried again every second. */
  flush(): Promise<void>;
  /** Forgets now: they were set to be kept for a shorter time. */
  forgetOld(): void;
  /** How many were lost because the database could not be written for too long, and how many were older than they are kept for. */
  metrics(): Record<string, number>;
  /** Writes what is left. */
  close(): Promise<void>;
};

/** Entries kept while the database cannot be written; then the oldest go. */
const MAX_KEPT = 10_000;
const WRITE_EVERY_MS = 1000;

export const createLogBook = <Entry>(kit: LogBookKit<Entry>): LogBook<Entry> => {
  const { clock, log, what, name, table, keyOf, days } = kit;
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
      await table.add([...entries.values()]);
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
    days,
    forget: (beforeMs, goesOn) => forgetInSteps(clock, (limit) => table.forget(beforeMs, limit), goesOn),
  });
  return {
    add(entry) {
      pending.set(keyOf?.(entry) ?? String((number += 1)), entry);
      trim();
    },
    flush,
    forgetOld: () => forgetting.again(),
    metrics: () => ({ [`${name}_dropped_total`]: dropped, [`${name}_forgotten_total`]: forgetting.count() }),
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
/** Rows looked at for one answer: where the caller sees few of many devices, most are of others. */
const MOST_READ = 200_000;

/**
 * At most `limit` of the rows that the caller may see, in the order of the table. `read` gives the rows behind a place, `placeOf` the
 * place of a row. Others have their turn in between. Throws AppError `limit_reached` where too many would have to be looked at.
 */
export const readSeen = async <Entry, Place>(search: {
  first: Place;
  read: (after: Place, limit: number) => Promise<Entry[]>;
  placeOf: (row: Entry) => Place;
  sees: (row: Entry) => boolean;
  limit: number;
}): Promise<Entry[]> => {
  const found: Entry[] = [];
  let after = search.first;
  for (let read = 0; found.length < search.limit; read += PAGE) {
    if (read >= MOST_READ)
      throw new AppError(
        'limit_reached',
        'Too much was logged in this time to be looked through. Choose a shorter one.',
      );
    const page = await search.read(after, PAGE);
    found.push(...page.filter((row) => search.sees(row)));
    await nextTurn(); // a database in the process answers in the same one
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = search.placeOf(last);
  }
  return found.slice(0, search.limit);
};

/** What a room that is a log gives the composition root. */
export type LogRoom = Pick<LogBook<never>, 'metrics' | 'close'> & { calls: CallHandler[] };

/** What a search of a log gets: the caller, and the span of its call, UTC ms. */
export type LogSpan = { afterUpdatetime: number; beforeUpdatetime: number };

/**
 * A log book over a usual log. `search` gives the newest rows of the span that `sees` lets through, what was just added included, at most
 * MAX_LOG_ROWS, and none from before the caller's account looks back.
 */
export const createSearchedLog = <Entry, Filter extends string>(
  kit: Omit<LogBookKit<Entry>, 'table'> & { table: LogTable<Entry, Filter> },
) => {
  const book = createLogBook<Entry>(kit);
  return {
    ...book,
    async search(
      caller: Caller,
      { afterUpdatetime, beforeUpdatetime }: LogSpan,
      filters: Readonly<Partial<Record<Filter, string>>>,
      sees: (row: Entry) => boolean = () => true,
    ): Promise<Logged<Entry>[]> {
      await book.flush();
      const span = { fromMs: notBefore(caller, afterUpdatetime), toMs: beforeUpdatetime };
      return readSeen<Logged<Entry>, Logged<Entry> | undefined>({
        first: undefined,
        read: (after, limit) => kit.table.read({ ...span, filters, after }, limit),
        placeOf: (row) => row,
        sees,
        limit: MAX_LOG_ROWS,
      });
    },
  };
};
