// The tables of fences, planned routes, whom they watch, who is inside, and how far the journal of positions was looked at. The only file
// that knows them.
import { type PlaceColour, placeColours, type RoutePlace } from '@outrider/contract';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { type Database, flag, json, oneOf, type Row, tables } from '../../kernel/storage/db.ts';
import type { Version } from '../../kernel/storage/version.ts';
import type { ZoneKind, ZoneState } from './zone-state.ts';

type Slot = Version & { slot: number; enabled: boolean; title: string; lat: number; lng: number; colour: PlaceColour };
/** `sinceId`: the row of the journal of positions behind which it holds as it is. */
export type StoredFence = Slot & { radiusM: number; triggerIn: boolean; triggerOut: boolean; sinceId: number };
export type StoredRoute = Slot & {
  latlngs: readonly RoutePlace[];
  width: number;
  height: number;
  accuracy: number;
  data: Uint8Array<ArrayBuffer>;
  sinceId: number;
};

export type ZoneName = { kind: ZoneKind; slot: number };
/** `openSerialno`: the event that lasts. */
export type DeviceZone = ZoneName & { deviceKey: number; state: ZoneState; openSerialno: number | null };

const zoneState = {
  read(stored: string): ZoneState {
    const parsed: ZoneState = JSON.parse(stored); // written by this alone
    return parsed;
  },
  write: (value: ZoneState): string => JSON.stringify(value),
};
const kinds = ['fence', 'route'] as const;
const columns = {
  enabled: flag,
  triggerIn: flag,
  triggerOut: flag,
  colour: oneOf(placeColours, ''),
  kind: oneOf(kinds, 'fence'),
  latlngs: json(z.array(z.object({ lat: z.number(), lng: z.number() })).readonly()),
  state: zoneState,
};

type Tables = {
  fences: Row<StoredFence, typeof columns>;
  plannedRoutes: Row<StoredRoute, typeof columns>;
  zoneDevices: Row<ZoneName & { deviceKey: number }, typeof columns>;
  zoneStates: Row<DeviceZone, typeof columns>;
  zoneSeen: Row<{ deviceKey: number; journalId: number }>;
  zoneCursor: Row<{ id: number; journalId: number }>;
};
const tablesOf = (database: Database) => tables<Tables>(database, columns);
type Db = ReturnType<typeof tablesOf>;

const CURSOR = 1;
const ROWS_AT_ONCE = 200;
const chunks = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, i) =>
    rows.slice(i * ROWS_AT_ONCE, (i + 1) * ROWS_AT_ONCE),
  );

const moveCursor = async (db: Db, fromId: number, toId: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('zoneCursor')
    .set({ journalId: toId })
    .where('id', '=', CURSOR)
    .where('journalId', '=', fromId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

const saveSeen = async (db: Db, deviceKeys: readonly number[], journalId: number): Promise<void> => {
  for (const keys of chunks(deviceKeys))
    await db
      .insertInto('zoneSeen')
      .values(keys.map((deviceKey) => ({ deviceKey, journalId })))
      .onConflict((conflict) => conflict.column('deviceKey').doUpdateSet({ journalId }))
      .execute();
};

const saveStates = async (db: Db, states: readonly DeviceZone[]): Promise<void> => {
  for (const some of chunks(states))
    await db
      .insertInto('zoneStates')
      .values(some.map((row) => ({ ...row, state: zoneState.write(row.state) })))
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'slot', 'deviceKey'])
          .doUpdateSet((e) => ({ state: e.ref('excluded.state'), openSerialno: e.ref('excluded.openSerialno') })),
      )
      .execute();
};

const removeStates = async (db: Db, rows: readonly (ZoneName & { deviceKey: number })[]): Promise<void> => {
  for (const { kind, slot, deviceKey } of rows)
    await db
      .deleteFrom('zoneStates')
      .where('kind', '=', kind)
      .where('slot', '=', slot)
      .where('deviceKey', '=', deviceKey)
      .execute();
};

/** What a portion of the journal changes. */
export type ZoneTransaction = {
  /** The same transaction, for events. */
  database: Database;
  /** False: the cursor is not where it was thought to be. Comes first: it takes the right to write. */
  moveCursor(fromId: number, toId: number): Promise<boolean>;
  saveSeen(deviceKeys: readonly number[], journalId: number): Promise<void>;
  saveStates(states: readonly DeviceZone[]): Promise<void>;
  removeStates(rows: readonly (ZoneName & { deviceKey: number })[]): Promise<void>;
};

/** `devices` null: those of before. `forgetStates`: who is inside is no longer known. */
export type SlotSave = { beforeMs: number; devices: readonly number[] | null; forgetStates: boolean };

const saveAround = async (db: Db, name: ZoneName, { devices, forgetStates }: SlotSave): Promise<void> => {
  if (devices !== null) {
    await db.deleteFrom('zoneDevices').where('kind', '=', name.kind).where('slot', '=', name.slot).execute();
    for (const keys of chunks(devices))
      await db
        .insertInto('zoneDevices')
        .values(keys.map((deviceKey) => ({ ...name, deviceKey })))
        .execute();
  }
  if (forgetStates)
    await db.deleteFrom('zoneStates').where('kind', '=', name.kind).where('slot', '=', name.slot).execute();
};

export type ZoneStore = ReturnType<typeof createZoneStore>;

const reading = (db: Db) => ({
  fences: (): Promise<StoredFence[]> => db.selectFrom('fences').selectAll().orderBy('slot').execute(),
  fence: (slot: number): Promise<StoredFence | undefined> =>
    db.selectFrom('fences').selectAll().where('slot', '=', slot).executeTakeFirst(),
  /** Without their bitmaps. */
  routes: (): Promise<Omit<StoredRoute, 'data'>[]> =>
    db
      .selectFrom('plannedRoutes')
      .select(['slot', 'enabled', 'title', 'latlngs', 'lat', 'lng', 'width', 'height', 'accuracy', 'colour'])
      .select(['sinceId', 'updatedMs', 'updatedBy'])
      .orderBy('slot')
      .execute(),
  route: (slot: number): Promise<StoredRoute | undefined> =>
    db.selectFrom('plannedRoutes').selectAll().where('slot', '=', slot).executeTakeFirst(),
  /** Rising. */
  devicesOf: async ({ kind, slot }: ZoneName): Promise<number[]> => {
    const rows = await db
      .selectFrom('zoneDevices')
      .select('deviceKey')
      .where('kind', '=', kind)
      .where('slot', '=', slot)
      .orderBy('deviceKey')
      .execute();
    return rows.map(({ deviceKey }) => deviceKey);
  },
  /** How many devices each slot watches. */
  deviceCounts: async (kind: ZoneKind): Promise<Map<number, number>> => {
    const rows = await db
      .selectFrom('zoneDevices')
      .select((e) => ['slot', e.fn.countAll<number | string>().as('devices')])
      .where('kind', '=', kind)
      .groupBy('slot')
      .execute();
    return new Map(rows.map(({ slot, devices }) => [slot, Number(devices)]));
  },
  states: (): Promise<DeviceZone[]> => db.selectFrom('zoneStates').selectAll().execute(),
  seen: (): Promise<{ deviceKey: number; journalId: number }[]> => db.selectFrom('zoneSeen').selectAll().execute(),
  cursor: async (): Promise<number> =>
    (await db.selectFrom('zoneCursor').select('journalId').where('id', '=', CURSOR).executeTakeFirstOrThrow())
      .journalId,
});

export const createZoneStore = (database: Database) => {
  const db = tablesOf(database);
  const inside = <T>(action: (transaction: Db, raw: Transaction<object>) => Promise<T>): Promise<T> =>
    database.transaction().execute((raw) => action(tablesOf(raw), raw));
  return {
    ...reading(db),
    /** False where the slot has another version than `beforeMs` (0: or is not there). `more`: what belongs into the same transaction. */
    saveFence: (row: StoredFence, save: SlotSave, more: (database: Database) => Promise<void>): Promise<boolean> =>
      inside(async (transaction, raw) => {
        const values = { ...row };
        const written = await transaction
          .insertInto('fences')
          .values(values)
          .onConflict((conflict) =>
            conflict.column('slot').doUpdateSet(values).where('fences.updatedMs', '=', save.beforeMs),
          )
          .returning('slot')
          .executeTakeFirst();
        if (written === undefined) return false;
        await saveAround(transaction, { kind: 'fence', slot: row.slot }, save);
        await more(raw);
        return true;
      }),
    saveRoute: (row: StoredRoute, save: SlotSave, more: (database: Database) => Promise<void>): Promise<boolean> =>
      inside(async (transaction, raw) => {
        const values = { ...row, latlngs: JSON.stringify(row.latlngs) };
        const written = await transaction
          .insertInto('plannedRoutes')
          .values(values)
          .onConflict((conflict) =>
            conflict.column('slot').doUpdateSet(values).where('plannedRoutes.updatedMs', '=', save.beforeMs),
          )
          .returning('slot')
          .executeTakeFirst();
        if (written === undefined) return false;
        await saveAround(transaction, { kind: 'route', slot: row.slot }, save);
        await more(raw);
        return true;
      }),
    moveCursor: (fromId: number, toId: number): Promise<boolean> => moveCursor(db, fromId, toId),
    transaction: <T>(action: (transaction: ZoneTransaction) => Promise<T>): Promise<T> =>
      inside((transaction, raw) =>
        action({
          database: raw,
          moveCursor: (...asked) => moveCursor(transaction, ...asked),
          saveSeen: (...asked) => saveSeen(transaction, ...asked),
          saveStates: (states) => saveStates(transaction, states),
          removeStates: (rows) => removeStates(transaction, rows),
        }),
      ),
    removeDevices: (deviceKeys: readonly number[]): Promise<void> =>
      inside(async (transaction) => {
        for (const table of ['zoneDevices', 'zoneStates', 'zoneSeen'] as const)
          await transaction.deleteFrom(table).where('deviceKey', 'in', deviceKeys).execute();
      }),
  };
};
