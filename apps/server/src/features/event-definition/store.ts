// The tables of event definitions and of the devices that follow a profile. The only file that knows them.
import type { Database } from '../../kernel/db.ts';

export type StoredDefinition = {
  profile: string;
  code: number;
  name: string;
  notifyText: string;
  notifyColour: string;
  updatedMs: number;
};

type DefinitionRow = {
  profile: string;
  code: number;
  name: string;
  notify_text: string;
  notify_colour: string;
  updated_ms: number;
};
type LinkRow = { device_key: number; profile: string };

export interface EventDefinitionStore {
  definitions(): Promise<StoredDefinition[]>;
  links(): Promise<{ deviceKey: number; profile: string }[]>;
}

export const createEventDefinitionStore = (database: Database): EventDefinitionStore => {
  const db = database.$extendTables<{ event_definitions: DefinitionRow; event_definition_devices: LinkRow }>();
  return {
    definitions: async () => {
      const rows = await db.selectFrom('event_definitions').selectAll().orderBy('profile').orderBy('code').execute();
      return rows.map(({ profile, code, name, notify_text, notify_colour, updated_ms }) => ({
        profile,
        code,
        name,
        notifyText: notify_text,
        notifyColour: notify_colour,
        updatedMs: updated_ms,
      }));
    },
    links: async () => {
      const rows = await db.selectFrom('event_definition_devices').selectAll().execute();
      return rows.map(({ device_key, profile }) => ({ deviceKey: device_key, profile }));
    },
  };
};
