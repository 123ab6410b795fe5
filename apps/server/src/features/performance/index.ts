// The door of the meters of the server: keeps what they measured each minute for a day, and answers with it.
import { hostname } from 'node:os';
import { getPerformance, meterNames, performanceRow } from '@outrider/contract';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { forgetInSteps } from '../../kernel/storage/forget.ts';
import { eachPage } from '../../kernel/storage/pages.ts';
import type { Log } from '../../kernel/log.ts';
import { type CallHandler, EncodedJson, handle } from '../../kernel/web/http.ts';
import type { WorkMeters } from '../../kernel/work/work-meters.ts';
import { createPerformanceStore, type PerformanceMinute, type PerformanceStore } from './store.ts';

export type PerformanceKit = { db: Database; clock: Clock; log: Log; meters: WorkMeters; gms?: string };

export type PerformanceFeature = {
  calls: CallHandler[];
  /** Forgets the minutes before a moment (UTC ms); gives how many. */
  forgetBefore(beforeMs: number, goesOn: () => boolean): Promise<number>;
  close(): Promise<void>;
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ROWS_OF_A_PAGE = 200;
const rows = z.array(performanceRow);

/** Seconds to the microsecond. */
const secondsOf = (ms: number): number => Math.round(ms * 1000) / 1e6;

const rowsOf = ({ atMs, gms, meters }: PerformanceMinute) =>
  Object.entries(meters).map(([name, [cnt, sumMs, maxMs]]) => ({
    datetime: atMs,
    gms,
    name,
    cnt,
    avg: secondsOf(sumMs / cnt),
    max: secondsOf(maxMs),
  }));

/** The minutes of the last day as JSON, made in pieces that are short for the main thread. What is older may wait for its removal. */
const jsonOf = async (store: PerformanceStore, nowMs: number): Promise<string> => {
  const texts: string[] = [];
  await eachPage<PerformanceMinute>(
    ROWS_OF_A_PAGE,
    (...place) => store.page(nowMs - DAY_MS, ...place),
    (page) => {
      const found = page.flatMap(rowsOf);
      if (found.length > 0) texts.push(JSON.stringify(z.encode(rows, found)).slice(1, -1));
    },
  );
  return `[${texts.join(',')}]`;
};

/** A server that is killed loses the minute that runs; one that is closed keeps it. */
export const performanceFeature = ({
  db,
  clock,
  log,
  meters,
  gms = hostname(),
}: PerformanceKit): PerformanceFeature => {
  const store = createPerformanceStore(db);
  let failing = false;
  let writing: Promise<void> | null = null;
  const write = async (): Promise<void> => {
    const measured = meterNames.flatMap((name) => {
      const { count, sumMs, maxMs } = meters[name].take();
      return count === 0 ? [] : [[name, [count, sumMs, maxMs]] as const];
    });
    try {
      if (measured.length > 0) await store.save({ atMs: clock.now(), gms, meters: Object.fromEntries(measured) });
      failing = false;
    } catch (err) {
      if (!failing) log.error('meters not stored, that minute is missing', { err });
      failing = true;
    }
    writing = null;
  };
  const timer = clock.every(MINUTE_MS, () => {
    writing ??= write(); // behind a disk that hangs none wait
  });
  return {
    calls: [handle(getPerformance, async () => new EncodedJson(await jsonOf(store, clock.now())))],
    forgetBefore: (beforeMs, goesOn) => forgetInSteps(clock, (limit) => store.forget(beforeMs, limit), goesOn),
    close: async () => {
      timer.cancel();
      await writing;
      await write();
    },
  };
};
