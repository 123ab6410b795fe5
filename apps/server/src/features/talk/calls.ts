// The search of the talk log: entries of one talk as one row. Not: what an entry is (entry.ts).
import { MAX_LOG_ROWS, type TalkAudio, type TalkLogRow, postTalkLog } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import { notBefore } from '../../kernel/access/lookback.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { TalkEntry } from './entry.ts';
import type { TalkSounds } from './sounds.ts';
import type { TalkQuery } from './store.ts';

type List = (caller: Caller, query: TalkQuery, limit: number) => Promise<TalkEntry[]>;

/** Entries of a talk side by side; the row lasts from the first device called to the last one left. */
const rowOf = (entries: readonly [TalkEntry, ...TalkEntry[]], kept: ReadonlySet<TalkAudio>): TalkLogRow => {
  const [first] = entries;
  const begintime = Math.min(...entries.map(({ startedMs }) => startedMs));
  const open = entries.some(({ result, endedMs }) => result === 'open' && endedMs === null);
  const endtime = open ? 0 : Math.max(...entries.map(({ endedMs, startedMs }) => endedMs ?? startedMs));
  return {
    serialno: first.talkId,
    sourceip: first.address,
    username: first.userName,
    deviceid: entries.map(({ deviceId }) => deviceId).join(','),
    begintime,
    endtime,
    duration: open ? 0 : Math.round((endtime - begintime) / 1000),
    updatetime: open ? begintime : endtime,
    sourceaudio: kept.has('source'),
    mdvraudio: kept.has('mdvr'),
    mergeaudio: kept.has('merge'),
  };
};

type Kept = Pick<TalkSounds, 'of'>;

export const talkCalls = (list: List, keyOf: (id: string) => number | undefined, sounds: Kept): CallHandler[] => [
  handle(postTalkLog, async (caller, { member, deviceid, afterUpdatetime, beforeUpdatetime }) => {
    const deviceKey = deviceid === '' ? undefined : keyOf(deviceid);
    if (deviceid !== '' && deviceKey === undefined) return [];
    const entries = await list(
      caller,
      {
        fromMs: notBefore(caller, afterUpdatetime),
        toMs: beforeUpdatetime,
        ...(deviceKey !== undefined && { deviceKey }),
        ...(member !== '' && caller.level === 0 && { userName: member }),
      },
      MAX_LOG_ROWS,
    );
    const talks = new Map<string, [TalkEntry, ...TalkEntry[]]>();
    for (const entry of entries) {
      const known = talks.get(entry.talkId);
      if (known === undefined) talks.set(entry.talkId, [entry]);
      else known.push(entry);
    }
    return [...talks.values()].map((talk) => rowOf(talk, sounds.of(talk[0].talkId)));
  }),
];
