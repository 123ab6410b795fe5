// The answer of POST /gklog/netflow: days of data of the devices that a caller may see. One at a time for each account, a page at a time.
import { AppError, MAX_NETFLOW_DAYS, type netflowRow, postNetflow } from '@outrider/contract';
import type { z } from 'zod';
import type { Caller } from '../../kernel/access/access.ts';
import { assertNotBefore, notBefore } from '../../kernel/access/lookback.ts';
import { eachPage, namedKeys } from '../../kernel/storage/pages.ts';
import { type CallHandler, EncodedJson, handle } from '../../kernel/web/http.ts';
import { InTurnByKey } from '../../kernel/work/in-turn.ts';
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

export const netflowCall = ({ store, dayOf, visible }: NetflowKit): CallHandler => {
  const turns = new InTurnByKey<number>();
  const rowsOf = async (caller: Caller, starttime: number, endtime: number): Promise<EncodedJson> => {
    const ids = new Map(visible(caller).map(({ key, id }) => [key, id]));
    const { first: firstDay, last: lastDay } = daysBetween(notBefore(caller, starttime), endtime, dayOf);
    const asked = { firstDay, lastDay, deviceKeys: namedKeys([...ids.keys()]) };
    const texts: string[] = [];
    await eachPage<DayUse>(
      ROWS_OF_A_PAGE,
      (...place) => store.page(asked, ...place),
      (page) => {
        const seen = page.flatMap(({ deviceKey, day, inBytes, outBytes }): Wire[] => {
          const deviceid = ids.get(deviceKey);
          if (deviceid === undefined) return [];
          return [{ deviceid, starttime: dayStart(day) / 1000, flowin: inBytes, flowout: outBytes, date: day }];
        });
        if (seen.length > 0) texts.push(JSON.stringify(seen).slice(1, -1));
      },
    );
    return new EncodedJson(`[${texts.join(',')}]`);
  };
  return handle(postNetflow, (caller, { starttime, endtime }) => {
    if (endtime - starttime > MAX_NETFLOW_DAYS * DAY_MS)
      throw new AppError('invalid', `At most ${MAX_NETFLOW_DAYS} days at once`);
    assertNotBefore(caller, endtime);
    return turns.run(caller.userId, () => rowsOf(caller, starttime, endtime));
  });
};
