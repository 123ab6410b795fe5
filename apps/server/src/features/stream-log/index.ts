// The user stream log: who asked for which stream, when and for how long. The streams themselves are the media room's.
import { type InputOf, type StreamLogRow, postExportStreamLog, postStreamLog } from '@outrider/contract';
import type { Access, Caller } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { handle } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import { type ArchiveColumns, createLogArchive, utcText } from '../../kernel/storage/log-archive.ts';
import { type LogRoom, createSearchedLog } from '../../kernel/storage/log-book.ts';
import type { Topics } from '../../kernel/topics.ts';
import { keptFor } from '../kept-days/index.ts';
import type { Settings } from '../settings/index.ts';
import { type NewStreamEntry, streamLogTable } from './store.ts';

export type StreamLog = LogRoom & {
  /** How many rows are older, counted to `most`. */
  countOlder(beforeMs: number, most: number): Promise<number>;
};
export type StreamLogKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  access: Access;
  settings: Pick<Settings, 'follow'>;
};

const entryOf = (news: Topics['stream.asked']): NewStreamEntry => ({
  userName: news.userName,
  deviceKey: news.deviceKey,
  deviceId: news.deviceId,
  channel: news.channel,
  entrance: news.entrance,
  type: news.type,
  askedMs: news.askedMs,
  duringMs: news.atMs - news.askedMs,
  updatedMs: news.atMs,
});

const rowOf = (entry: NewStreamEntry & { id: number }): StreamLogRow => ({
  id: entry.id,
  username: entry.userName,
  deviceid: entry.deviceId,
  channel: entry.channel,
  entrance: entry.entrance,
  type: entry.type,
  asktime: entry.askedMs,
  during: Math.round(entry.duringMs / 1000),
  updatetime: entry.updatedMs,
});

type Asked = Omit<InputOf<typeof postStreamLog>, 'username' | 'password'>;

const sheet: ArchiveColumns<StreamLogRow> = [
  ['User', ({ username }) => username],
  ['Device ID', ({ deviceid }) => deviceid],
  ['Ch', ({ channel }) => channel],
  ['Entrance', ({ entrance }) => entrance],
  ['Type', ({ type }) => type],
  ['Ask Time (UTC)', ({ asktime }) => utcText(asktime)],
  ['Duration(s)', ({ during }) => during],
  ['Update Time (UTC)', ({ updatetime }) => utcText(updatetime)],
];

export const streamLogFeature = ({ db, bus, clock, log, access, settings }: StreamLogKit): StreamLog => {
  const table = streamLogTable(db);
  const kept = keptFor(settings, 'uslogs', () => book.forgetOld());
  const book = createSearchedLog({ clock, log, what: 'streams', name: 'stream_log', days: kept.days, table });
  const archive = createLogArchive({ clock, log });
  const search = async (
    caller: Caller,
    { member, deviceid, type, entrance, ...span }: Asked,
  ): Promise<StreamLogRow[]> => {
    const filters = { userName: member, deviceId: deviceid, type, entrance };
    const found = await book.search(caller, span, filters, ({ deviceKey }) => access.maySee(caller, deviceKey));
    return found.map(rowOf);
  };
  const unsubscribe = bus.subscribe('stream.asked', (news) => book.add(entryOf(news)));
  return {
    calls: [
      handle(postStreamLog, search),
      handle(postExportStreamLog, async (caller, { filepass, ...asked }) =>
        archive.make(postExportStreamLog, filepass, sheet, await search(caller, asked)),
      ),
    ],
    metrics: () => book.metrics(),
    countOlder: (beforeMs, most) => table.countOlder(beforeMs, most),
    async close() {
      kept.close();
      unsubscribe();
      await archive.close();
      await book.close();
    },
  };
};
