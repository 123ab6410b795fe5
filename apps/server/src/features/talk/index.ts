// The talk log: who talked with which device, when, how long, and what came of it. The talking itself is the media room's.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access, Caller } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { Log } from '../../kernel/log.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import { createLogBook, readSeen } from '../../kernel/storage/log-book.ts';
import type { TalkSound } from '../../media/index.ts';
import { keptFor } from '../kept-days/index.ts';
import type { Settings } from '../settings/index.ts';
import { talkCalls } from './calls.ts';
import { type NewEntry, type TalkEntry, entryOf } from './entry.ts';
import { addTalkSoundRoute } from './sound-route.ts';
import { openTalkSounds } from './sounds.ts';
import { createTalkStore, type TalkQuery } from './store.ts';

export type { TalkEntry } from './entry.ts';

export type TalkKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  access: Access;
  /** How long talks are kept; 0: for good. */
  days: number;
  /** The key of a registered device by its id. */
  keyOf: (id: string) => number | undefined;
  /** Keeps the sound as long as the log of streams, in this folder. */
  sound: { keep: boolean; folder: string };
  settings: Pick<Settings, 'follow'>;
};

export type TalkFeature = {
  /** Newest first, at most `limit`, only of devices the caller may see. The last id is the `beforeId` of the next page. */
  list(caller: Caller, query: TalkQuery, limit: number): Promise<TalkEntry[]>;
  /** The search of the log. */
  calls: CallHandler[];
  /** For the media room. Undefined: no sound is kept. */
  keepSound: ((talkId: string) => TalkSound) | undefined;
  /** Adds the address of the sound. */
  addRoutes(app: FastifyInstance, authenticate: (request: FastifyRequest) => Promise<Caller>): void;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

export const talkFeature = async (kit: TalkKit): Promise<TalkFeature> => {
  const { clock, log } = kit;
  const store = createTalkStore(kit.db);
  await store.interrupt();
  const kept = keptFor(kit.settings, 'uslogs', () => sounds.forgetOld());
  const sounds = await openTalkSounds({ clock, log, ...kit.sound, days: kept.days });
  // News of one device replace each other while a write runs: a broadcast to a thousand devices is a few transactions.
  const book = createLogBook<NewEntry>({
    clock,
    log,
    what: 'talks',
    name: 'talk_log',
    table: { add: (entries) => store.save(entries), forget: (beforeMs, limit) => store.forget(beforeMs, limit) },
    keyOf: ({ talkId, deviceKey }) => `${talkId} ${deviceKey}`,
    days: kit.days,
  });
  const unsubscribe = kit.bus.subscribe('talk.changed', (news) => {
    book.add(entryOf(news));
    void book.flush(); // at once: an open row is how a talk is known that a kill cut off
  });
  const list: TalkFeature['list'] = async (caller, query, limit) => {
    await book.flush();
    return readSeen({
      first: query.beforeId,
      read: (beforeId, most) => store.read({ ...query, ...(beforeId !== undefined && { beforeId }) }, most),
      placeOf: ({ id }) => id,
      sees: ({ deviceKey }) => kit.access.maySee(caller, deviceKey),
      limit,
    });
  };
  return {
    list,
    calls: talkCalls(list, kit.keyOf, sounds),
    keepSound: kit.sound.keep ? (talkId) => sounds.begin(talkId) : undefined,
    addRoutes: (app, authenticate) => addTalkSoundRoute(app, { access: kit.access, store, sounds }, authenticate),
    metrics: () => ({ ...book.metrics(), ...sounds.metrics() }),
    close: async () => {
      unsubscribe();
      kept.close();
      await sounds.close();
      await book.close();
    },
  };
};
