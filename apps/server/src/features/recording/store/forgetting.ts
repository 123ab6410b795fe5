// Rows of recordings whose files are gone, and that are forgotten after a while. What the chain of a channel needs of them stays.
import type { RecordingTables } from './tables.ts';

/** A row in the order of age. */
export type RetiredPlace = { endMs: number; id: number };
export const BEFORE_ALL: RetiredPlace = { endMs: -1, id: 0 };
type ForgottenRows = { last: RetiredPlace; looked: number; gone: number };

export const forgettingRows = (db: RecordingTables) => ({
  /**
   * Looks at the next `limit` retired rows that ended before (UTC ms), the oldest first, and forgets them. The newest row of a channel
   * stays: the next segment follows it. Gives the last one it looked at, for the next step, and how many it looked at and forgot.
   */
  forgetRetired: (beforeMs: number, after: RetiredPlace, limit: number): Promise<ForgottenRows> =>
    db.transaction().execute(async (tx) => {
      const looked = await tx
        .selectFrom('recordingSegments as s')
        .select(['s.id', 's.endMs', 's.deviceKey', 's.channel', 's.hash', 's.previousHash'])
        .select((e) =>
          e
            .selectFrom('recordingSegments as later')
            .select('later.id')
            .whereRef('later.deviceKey', '=', 's.deviceKey')
            .whereRef('later.channel', '=', 's.channel')
            .whereRef('later.id', '>', 's.id')
            .limit(1)
            .as('laterId'),
        )
        .where('s.state', '=', 'retired')
        .where('s.endMs', '<', beforeMs)
        .where((e) => e(e.refTuple('s.endMs', 's.id'), '>', e.tuple(after.endMs, after.id)))
        .orderBy('s.endMs')
        .orderBy('s.id')
        .limit(limit)
        .execute();
      const rows = looked.filter(({ laterId }) => laterId !== null);
      for (const { deviceKey, channel, hash, previousHash } of rows) {
        const own = { deviceKey, channel };
        if (hash !== null)
          // oxlint-disable-next-line no-await-in-loop -- a transaction is one connection
          await tx
            .insertInto('forgottenSegments')
            .values({ ...own, hash })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        // It followed that one, and nothing else does.
        // oxlint-disable-next-line no-await-in-loop
        await tx
          .deleteFrom('forgottenSegments')
          .where('deviceKey', '=', deviceKey)
          .where('channel', '=', channel)
          .where('hash', '=', previousHash)
          .execute();
      }
      await tx
        .deleteFrom('recordingSegments')
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute();
      return { last: looked.at(-1) ?? after, looked: looked.length, gone: rows.length };
    }),

  /** The hashes that rows of a channel may follow although no row has them. */
  async forgottenHashes(deviceKey: number, channel: number): Promise<Uint8Array[]> {
    const rows = await db
      .selectFrom('forgottenSegments')
      .select('hash')
      .where('deviceKey', '=', deviceKey)
      .where('channel', '=', channel)
      .execute();
    return rows.map(({ hash }) => hash);
  },
});
