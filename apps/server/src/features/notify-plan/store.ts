// The tables notify_plans, notify_cursor, notify_receivers and notify_held. The only file that knows them.
import { planModes } from '@outrider/contract';
import { z } from 'zod';
import type { PlanStore, StoredPlan } from '../../kernel/plans.ts';
import { inChunks } from '../../kernel/storage/chunks.ts';
import { type Database, json, oneOf, type Row, tables } from '../../kernel/storage/db.ts';
import { type MessageKind, PAUSE_MS, type Standing } from './standing.ts';
import type { Notice } from './words.ts';

export type PlanKind = 'push' | 'realtime';
/** An event that waits for the next message to a receiver. */
export type HeldNotice = Notice & Pick<Standing, 'kind' | 'receiver'>;

const columns = { updateMode: oneOf(planModes, 'GLOBAL'), plan: json(z.record(z.string(), z.unknown())) };
type Tables = {
  notifyPlans: Row<StoredPlan & { kind: PlanKind }, typeof columns>;
  notifyCursor: Row<{ id: number; eventSerial: number }>;
  notifyReceivers: Row<Standing>;
  notifyHeld: Row<HeldNotice & { id: number }, object, 'id'>;
};
const tablesOf = (database: Database) => tables<Tables>(database, columns);
type Db = ReturnType<typeof tablesOf>;
const CURSOR = 1;

export type NotifyPlanStore = ReturnType<typeof createNotifyPlanStore>;

const plansOf = (db: Db, kind: PlanKind): PlanStore => ({
  all: () =>
    db
      .selectFrom('notifyPlans')
      .select(['target', 'updateMode', 'deviceKey', 'groupId', 'code', 'plan', 'updatedMs', 'updatedBy'])
      .where('kind', '=', kind)
      .orderBy('target')
      .execute(),
  async save({ target, plan, ...rest }, beforeMs) {
    const values = { ...rest, plan: columns.plan.write(plan) };
    const written = await db
      .insertInto('notifyPlans')
      .values({ kind, target, ...values })
      .onConflict((c) =>
        c.columns(['kind', 'target']).doUpdateSet(values).where('notifyPlans.updatedMs', '=', beforeMs),
      )
      .returning('target')
      .executeTakeFirst();
    return written !== undefined;
  },
  async remove(targets) {
    await db.deleteFrom('notifyPlans').where('kind', '=', kind).where('target', 'in', targets).execute();
  },
});

const receiversOf = (db: Db) => ({
  /** Those of them that there are. */
  standings: (kind: MessageKind, receivers: readonly string[]): Promise<Standing[]> =>
    db.selectFrom('notifyReceivers').selectAll().where('kind', '=', kind).where('receiver', 'in', receivers).execute(),
  /** Those whose pause is over, the longest waiting first. */
  dueStandings: (nowMs: number, limit: number): Promise<Standing[]> =>
    db
      .selectFrom('notifyReceivers')
      .selectAll()
      .where((e) => e.or([e('nextMs', '<=', nowMs), e('nextMs', '>', nowMs + PAUSE_MS)]))
      .orderBy('nextMs')
      .orderBy('kind')
      .orderBy('receiver')
      .limit(limit)
      .execute(),
  saveStandings: (standings: readonly Standing[]): Promise<void> =>
    inChunks(standings, (some) =>
      db
        .insertInto('notifyReceivers')
        .values(some)
        .onConflict((c) =>
          c
            .columns(['kind', 'receiver'])
            .doUpdateSet((e) => ({ nextMs: e.ref('excluded.nextMs'), held: e.ref('excluded.held') })),
        )
        .execute(),
    ),
  async removeStandings(kind: MessageKind, receivers: readonly string[]): Promise<void> {
    await db.deleteFrom('notifyReceivers').where('kind', '=', kind).where('receiver', 'in', receivers).execute();
  },
  hold: (notices: readonly HeldNotice[]): Promise<void> =>
    inChunks(notices, (some) => db.insertInto('notifyHeld').values(some).execute()),
  /** In the order in which they came. */
  heldFor: (kind: MessageKind, receivers: readonly string[]): Promise<(HeldNotice & { id: number })[]> =>
    db
      .selectFrom('notifyHeld')
      .selectAll()
      .where('kind', '=', kind)
      .where('receiver', 'in', receivers)
      .orderBy('id')
      .execute(),
  async removeHeld(kind: MessageKind, receivers: readonly string[]): Promise<void> {
    await db.deleteFrom('notifyHeld').where('kind', '=', kind).where('receiver', 'in', receivers).execute();
  },
});

export const createNotifyPlanStore = (database: Database) => {
  const db = tablesOf(database);
  return {
    plans: (kind: PlanKind): PlanStore => plansOf(db, kind),
    ...receiversOf(db),
    async removeDevices(deviceKeys: readonly number[]): Promise<void> {
      await db.deleteFrom('notifyPlans').where('deviceKey', 'in', deviceKeys).execute();
    },
    async cursor(): Promise<number> {
      return (await db.selectFrom('notifyCursor').select('eventSerial').executeTakeFirst())?.eventSerial ?? 0;
    },
    async moveCursor(eventSerial: number): Promise<void> {
      await db
        .insertInto('notifyCursor')
        .values({ id: CURSOR, eventSerial })
        .onConflict((c) => c.column('id').doUpdateSet({ eventSerial }))
        .execute();
    },
  };
};
