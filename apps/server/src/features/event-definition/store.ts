// The tables of event definitions and of the devices that follow a profile. The only file that knows them.
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';
import type { Version } from '../../kernel/storage/version.ts';

export type StoredDefinition = Version & {
  profile: string;
  code: number;
  name: string;
  notifyText: string;
  notifyColour: string;
};
export type ProfileLink = { deviceKey: number; profile: string };

export interface EventDefinitionStore {
  definitions(): Promise<StoredDefinition[]>;
  links(): Promise<ProfileLink[]>;
  /** Writes where the definition has the version `beforeMs` (0: or is not there); false where it has another one. */
  save(definition: StoredDefinition, beforeMs: number): Promise<boolean>;
  /** With the last definition of a profile its devices follow it no more. False: there was none. */
  remove(profile: string, code: number): Promise<boolean>;
  /** With what devices follow it. */
  removeProfile(profile: string): Promise<void>;
  follow(link: ProfileLink): Promise<void>;
  removeDevices(deviceKeys: readonly number[]): Promise<void>;
}

type Tables = {
  eventDefinitions: Row<StoredDefinition>;
  eventDefinitionDevices: Row<ProfileLink>;
};

export const createEventDefinitionStore = (database: Database): EventDefinitionStore => {
  const db = tables<Tables>(database);
  return {
    definitions: () => db.selectFrom('eventDefinitions').selectAll().orderBy('profile').orderBy('code').execute(),
    links: () => db.selectFrom('eventDefinitionDevices').selectAll().orderBy('deviceKey').execute(),
    async save({ profile, code, ...values }, beforeMs) {
      const written = await db
        .insertInto('eventDefinitions')
        .values({ profile, code, ...values })
        .onConflict((c) =>
          c.columns(['profile', 'code']).doUpdateSet(values).where('eventDefinitions.updatedMs', '=', beforeMs),
        )
        .returning('code')
        .executeTakeFirst();
      return written !== undefined;
    },
    remove: (profile, code) =>
      db.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('eventDefinitions')
          .where('profile', '=', profile)
          .where('code', '=', code)
          .executeTakeFirst();
        const left = await transaction
          .selectFrom('eventDefinitions')
          .select('code')
          .where('profile', '=', profile)
          .limit(1)
          .executeTakeFirst();
        if (left === undefined)
          await transaction.deleteFrom('eventDefinitionDevices').where('profile', '=', profile).execute();
        return numDeletedRows > 0n;
      }),
    removeProfile: (profile) =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('eventDefinitions').where('profile', '=', profile).execute();
        await transaction.deleteFrom('eventDefinitionDevices').where('profile', '=', profile).execute();
      }),
    async follow({ deviceKey, profile }) {
      await db
        .insertInto('eventDefinitionDevices')
        .values({ deviceKey, profile })
        .onConflict((c) => c.column('deviceKey').doUpdateSet({ profile }))
        .execute();
    },
    removeDevices: async (deviceKeys) => {
      await db.deleteFrom('eventDefinitionDevices').where('deviceKey', 'in', deviceKeys).execute();
    },
  };
};
