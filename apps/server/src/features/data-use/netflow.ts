// The answer of POST /gklog/netflow: days of data of the devices that a caller may see. Made a page at a time, so that the data of a large fleet
// never holds the main thread.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, MAX_NETFLOW_DAYS, type netflowRow, postNetflow } from '@outrider/contract';
import type { z } from 'zod';
import type { Caller } from '../../kernel/access/access.ts';
import { assertNotBefore, notBefore } from '../../kernel/access/lookback.ts';
import { type CallHandler, EncodedJson, handle } from '../../kernel/web/http.ts';
import { dayStart } from './server-days.ts';
import type { DataUseStore, DayUse } from './store.ts';

export type NetflowKit = {
  store: Pick<DataUseStore, 'page'>;
  dayOf: (ms: number) => string;
  visible: (caller: Caller) => { key: number; id: string }[];
};

const DAY_MS = 86_400_000;
const ROWS_OF_A_PAGE = 1000;

const noonOf = (day: string): number => dayStart(day) + DAY_MS / 2;

/** First and last day whose noon lies between two moments, so that the month of a reader in another zone has the days of its name. */
const daysBetween = (fromMs: number, toMs: number, dayOf: NetflowKit['dayOf']): { first: string; last: string } => {
  const [from, to] = [dayOf(fromMs), dayOf(toMs)];
  return {
    first: noonOf(from) >= fromMs ? from : dayOf(noonOf(from) + DAY_MS),
    last: noonOf(to) <= toMs ? to : dayOf(noonOf(to) - DAY_MS),
  };
};

type Wire = z.input<typeof netflowRow>;

export const netflowCall = ({ store, dayOf, visible }: NetflowKit): CallHandler =>
  handle(postNetflow, async (caller, { starttime, endtime }) => {
    if (endtime - starttime > MAX_NETFLOW_DAYS * DAY_MS)
      throw new AppError('invalid', `At most ${MAX_NETFLOW_DAYS} days at once`);
    assertNotBefore(caller, endtime);
    const ids = new Map(visible(caller).map(({ key, id }) => [key, id]));
    const { first, last } = daysBetween(notBefore(caller, starttime), endtime, dayOf);
    const texts: string[] = [];
    let before: DayUse | undefined;
    for (let full = true; full;) {
      // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
      const page = await store.page(first, last, before, ROWS_OF_A_PAGE);
      const seen = page.flatMap(({ deviceKey, day, inBytes, outBytes }): Wire[] => {
        const deviceid = ids.get(deviceKey);
        if (deviceid === undefined) return [];
        return [{ deviceid, starttime: dayStart(day) / 1000, flowin: inBytes, flowout: outBytes, date: day }];
      });
      if (seen.length > 0) texts.push(JSON.stringify(seen).slice(1, -1));
      before = page.at(-1);
      full = page.length === ROWS_OF_A_PAGE;
      // oxlint-disable-next-line no-await-in-loop
      await nextTurn();
    }
    return new EncodedJson(`[${texts.join(',')}]`);
  });
