// The tables link_spans and link_watch. The only file that knows them.
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';
import { forgetRows } from '../../kernel/storage/forget-rows.ts';

/** A time in which the link of a device stood, UTC ms; `endMs` null: it stands. */
export type LinkSpan = { deviceKey: number; beginMs: number; endMs: number | null };
/** `deviceKeys` undefined: of all devices. */
export type AskedSpans = { fromMs: number; toMs: number; deviceKeys?: readonly number[] | undefined };
type LinkWatch = { id: number; seenMs: number };

export type DeviceUsageStore = {
  /** Adds spans, or ends those that are there; all of them or none. Few at once: the main thread waits for it. */
  save(spans: readonly LinkSpan[]): Promise<void>;
  /** Until when links were seen, UTC ms. */
  saveSeen(seenMs: number): Promise<void>;
  /** Ends what stands where links were seen last: only before any link of this server. */
  endStanding(): Promise<void>;
  /** Spans that begin between two moments (UTC ms), in order, after `last` of them; at most `limit`. */
  page(asked: AskedSpans, last: LinkSpan | undefined, limit: number): Promise<LinkSpan[]>;
  /** Removes at most `limit` ended spans that began before; gives how many. */
  forget(beforeMs: number, limit: number): Promise<number>;
  removeDevices(deviceKeys: readonly number[]): Promise<void>;
};

const ONLY = 1;

export const createDeviceUsageStore = (database: Database): DeviceUsageStore => {
  const db = tables<{ linkSpans: Row<LinkSpan>; linkWatch: Row<LinkWatch> }>(database);
  return {
    async save(spans) {
      if (spans.length === 0) return;
      await db
        .insertInto('linkSpans')
        .values([...spans])
        .onConflict((conflict) =>
          conflict.columns(['beginMs', 'deviceKey']).doUpdateSet((e) => ({ endMs: e.ref('excluded.endMs') })),
        )
        .execute();
    },
    async saveSeen(seenMs) {
      await db
        .insertInto('linkWatch')
        .values({ id: ONLY, seenMs })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenMs }))
        .execute();
    },
    async endStanding() {
      const watch = await db.selectFrom('linkWatch').select('seenMs').where('id', '=', ONLY).executeTakeFirst();
      const seenMs = watch?.seenMs ?? 0;
      const standing = db.updateTable('linkSpans').where('endMs', 'is', null);
      await standing.where('beginMs', '<=', seenMs).set({ endMs: seenMs }).execute();
      await standing.set((e) => ({ endMs: e.ref('beginMs') })).execute(); // begun after the last look: nobody knows how long
    },
    page({ fromMs, toMs, deviceKeys }, last, limit) {
      const all = db
        .selectFrom('linkSpans')
        .selectAll()
        .where('beginMs', '>=', last?.beginMs ?? fromMs)
        .where('beginMs', '<', toMs)
        .orderBy('beginMs')
        .orderBy('deviceKey')
        .limit(limit);
      const rows = deviceKeys === undefined ? all : all.where('deviceKey', 'in', deviceKeys);
      if (last === undefined) return rows.execute();
      return rows.where((e) => e.or([e('beginMs', '>', last.beginMs), e('deviceKey', '>', last.deviceKey)])).execute();
    },
    forget: (beforeMs, limit) =>
      forgetRows(
        database,
        { table: 'linkSpans', key: ['beginMs', 'deviceKey'], by: 'beginMs', before: beforeMs, having: 'endMs' },
        limit,
      ),
    async removeDevices(deviceKeys) {
      await db.deleteFrom('linkSpans').where('deviceKey', 'in', deviceKeys).execute();
    },
  };
};
