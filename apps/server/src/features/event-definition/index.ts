// The door of event definitions: what each kind of event is called, and which device follows which profile. Reading only; nothing
// writes them yet.
import {
  type DefinitionLink,
  type EventDefinition,
  GLOBAL_PROFILE,
  eventCodes,
  getEventDefine,
  getEventDefineDevice,
} from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { type StoredDefinition, createEventDefinitionStore } from './store.ts';

export type EventDefinitionKit = {
  db: Database;
  /** The registered devices a caller may see. */
  devices: { visible(caller: Caller): { key: number; id: string }[] };
};

const PLAIN_COLOUR = '#FFFFFF';

const definitionOf = (stored: StoredDefinition): EventDefinition => ({
  definename: stored.profile,
  eventtype: stored.code,
  eventname: stored.name,
  notifytext: stored.notifyText,
  notifycolor: stored.notifyColour,
  updatetime: stored.updatedMs,
});

/** The built-in catalogue as the profile GLOBAL, apart from the codes that somebody named again. */
const builtIn = (changed: readonly StoredDefinition[]): EventDefinition[] => {
  const named = new Set(changed.filter(({ profile }) => profile === GLOBAL_PROFILE).map(({ code }) => code));
  return eventCodes
    .filter(({ code }) => !named.has(code))
    .map(({ code, name }) => ({
      definename: GLOBAL_PROFILE,
      eventtype: code,
      eventname: name,
      notifytext: '',
      notifycolor: PLAIN_COLOUR,
      updatetime: 0,
    }));
};

/** Devices that were dropped follow no profile any more. */
export const forgetProfilesOf = (db: Database, deviceKeys: readonly number[]): Promise<void> =>
  createEventDefinitionStore(db).removeDevices(deviceKeys);

export const eventDefinitionCalls = ({ db, devices }: EventDefinitionKit): CallHandler[] => {
  const store = createEventDefinitionStore(db);
  return [
    handle(getEventDefine, async () => {
      const stored = await store.definitions();
      return [...builtIn(stored), ...stored.map(definitionOf)];
    }),
    handle(getEventDefineDevice, async (caller) => {
      const profiles = new Map((await store.links()).map(({ deviceKey, profile }) => [deviceKey, profile]));
      if (profiles.size === 0) return [];
      return devices.visible(caller).flatMap(({ key, id }): DefinitionLink[] => {
        const definename = profiles.get(key);
        return definename === undefined ? [] : [{ deviceid: id, definename }];
      });
    }),
  ];
};
