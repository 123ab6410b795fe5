// The tables of event definitions and of the devices that follow a profile. The only file that knows them.
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';

export type StoredDefinition = {
  profile: string;
  code: number;
  name: string;
  notifyText: string;
  notifyColour: string;
  updatedMs: number;
};

export interface EventDefinitionStore {
  definitions(): Promise<StoredDefinition[]>;
  links(): Promise<{ deviceKey: number; profile: string }[]>;
  removeDevices(deviceKeys: readonly number[]): Promise<void>;
}

type Tables = {
  eventDefinitions: Row<StoredDefinition>;
  eventDefinitionDevices: Row<{ deviceKey: number; profile: string }>;
};

export const createEventDefinitionStore = (database: Database): EventDefinitionStore => {
  const db = tables<Tables>(database);
  return {
    definitions: () => db.selectFrom('eventDefinitions').selectAll().orderBy('profile').orderBy('code').execute(),
    links: () => db.selectFrom('eventDefinitionDevices').selectAll().orderBy('deviceKey').execute(),
    removeDevices: async (deviceKeys) => {
      await db.deleteFrom('eventDefinitionDevices').where('deviceKey', 'in', deviceKeys).execute();
    },
  };
};
