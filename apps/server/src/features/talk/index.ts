// The talk log: who talked with which device, when, how long, and what came of it. The talking itself is the media room's.
import type { Access, Caller } from '../../kernel/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Database } from '../../kernel/db.ts';
import type { Log } from '../../kernel/log.ts';
import type { CallHandler } from '../../kernel/http.ts';
import { talkCalls } from './calls.ts';
import { entryOf, type NewEntry, type TalkEntry } from './entry.ts';
import { createTalkStore, type TalkQuery } from './store.ts';

export type { TalkEntry } from './entry.ts';

export type TalkKit = {
  db: Database;
  bus: Bus;
  log: Log;
  access: Access;
  /** The key of a registered device by its id. */
  keyOf: (id: string) => number | undefined;
};

export type TalkFeature = {
  /** Newest first, at most `limit`, only of devices the caller may see. The last id is the `beforeId` of the next page. */
  list(caller: Caller, query: TalkQuery, limit: number): Promise<TalkEntry[]>;
  /** The search of the log. */
  calls: CallHandler[];
  close(): Promise<void>;
};

/** Entries kept while the database cannot be written. */
const MAX_KEPT = 5000;
/** Rows read at a time while those of other groups are left out. */
const PAGE = 500;

export const talkFeature = async (kit: TalkKit): Promise<TalkFeature> => {
  const store = createTalkStore(kit.db);
  await store.interrupt();
  // News of one device replace each other while a write runs: a broadcast to a thousand devices is a few transactions.
  const pending = new Map<string, NewEntry>();
  let writing: Promise<void> | null = null;
  const write = async (): Promise<void> => {
    while (pending.size > 0) {
      const entries = new Map(pending);
      pending.clear();
      try {
        await store.save([...entries.values()]);
      } catch (err) {
        kit.log.error('talks not logged', { talks: entries.size, err });
        // Kept for the next try, which the next news bring; newer news of the same device count.
        for (const [key, entry] of [...entries].slice(-MAX_KEPT)) if (!pending.has(key)) pending.set(key, entry);
        break;
      }
    }
    writing = null;
  };
  const unsubscribe = kit.bus.subscribe('talk.changed', (news) => {
    pending.set(`${news.talkId} ${news.deviceKey}`, entryOf(news));
    writing ??= Promise.resolve().then(write);
  });
  const list: TalkFeature['list'] = async (caller, query, limit) => {
    await writing;
    const found: TalkEntry[] = [];
    let { beforeId } = query;
    for (;;) {
      const page = await store.read({ ...query, ...(beforeId !== undefined && { beforeId }) }, PAGE);
      found.push(...page.filter(({ deviceKey }) => kit.access.maySee(caller, deviceKey)));
      beforeId = page.at(-1)?.id;
      if (found.length >= limit || page.length < PAGE) return found.slice(0, limit);
    }
  };
  return {
    list,
    calls: talkCalls(list, kit.keyOf),
    close: async () => {
      unsubscribe();
      await writing;
      if (pending.size > 0) await write();
    },
  };
};
