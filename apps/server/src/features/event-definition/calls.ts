// Lines from the calls of event definitions to what keeps them, and what may be saved.
import {
  type DefinitionLink,
  deleteEventDefine,
  deleteEventDefineDevice,
  type EventDefinition,
  eventCodes,
  eventRow,
  getEventDefine,
  getEventDefineDevice,
  GLOBAL_PROFILE,
  MAX_PROFILES,
  PLAIN_COLOUR,
  postEventDefine,
  postEventDefineDevice,
  putEventDefine,
  putEventDefineDevice,
  type SavedDefinition,
} from '@outrider/contract';
import type { Caller, Devices } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { NEVER_CHANGED, saveVersioned } from '../../kernel/storage/version.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Profiles } from './profiles.ts';
import type { EventDefinitionStore, StoredDefinition } from './store.ts';

type Kit = {
  store: EventDefinitionStore;
  profiles: Profiles;
  clock: Clock;
  devices: Devices & { visible(caller: Caller): { key: number; id: string }[] };
  change: <T>(action: () => Promise<T>) => Promise<T>;
};

const SAVED = 'Save Success';
const DELETED = 'Delete Success';

const definitionOf = (stored: StoredDefinition): EventDefinition => ({
  definename: stored.profile,
  eventtype: stored.code,
  eventname: stored.name,
  notifytext: stored.notifyText,
  notifycolor: stored.notifyColour,
  updatetime: stored.updatedMs,
});

const builtInOf = (code: number, name: string): EventDefinition => ({
  definename: GLOBAL_PROFILE,
  eventtype: code,
  eventname: name,
  notifytext: '',
  notifycolor: PLAIN_COLOUR,
  updatetime: 0,
});

/** The built-in catalogue as the profile GLOBAL, apart from the codes that somebody named again, and all that is stored. */
const allOf = (profiles: Profiles): EventDefinition[] => [
  ...eventCodes
    .filter(({ code }) => profiles.one(GLOBAL_PROFILE, code) === undefined)
    .map(({ code, name }) => builtInOf(code, name)),
  ...profiles.definitions.map(definitionOf),
];

const pairsOf = ({ profiles, devices }: Pick<Kit, 'profiles' | 'devices'>, caller: Caller): DefinitionLink[] =>
  devices.visible(caller).flatMap(({ key, id }): DefinitionLink[] => {
    const definename = profiles.profileOf(key);
    return definename === undefined ? [] : [{ deviceid: id, definename }];
  });

/** What is there under the name: the stored one, or that of the catalogue. */
const presentAt = (profiles: Profiles, profile: string, code: number): EventDefinition | undefined => {
  const stored = profiles.one(profile, code);
  if (stored !== undefined) return definitionOf(stored);
  const row = profile === GLOBAL_PROFILE ? eventRow(code) : undefined;
  return row && builtInOf(code, row.name);
};

const save = async ({ store, profiles, clock }: Kit, caller: Caller, saved: SavedDefinition): Promise<void> => {
  const { definename: profile, eventtype: code, updatetime: seenMs } = saved;
  await saveVersioned({
    edit: { by: caller.userName, seenMs },
    nowMs: clock.now(),
    async read() {
      await profiles.read();
      const { updatetime: _, ...present } = presentAt(profiles, profile, code) ?? { ...saved };
      return { version: profiles.one(profile, code) ?? NEVER_CHANGED, present: { eventDefine: present } };
    },
    write: (version, { updatedMs }) =>
      store.save(
        {
          profile,
          code,
          name: saved.eventname,
          notifyText: saved.notifytext,
          notifyColour: saved.notifycolor.toUpperCase(),
          ...version,
        },
        updatedMs,
      ),
  });
};

const noDefinition = (): AppError => new AppError('not_found', 'There is no such event definition.');

const definitionCalls = (kit: Kit): CallHandler[] => {
  const { store, profiles, change } = kit;
  const answer = (message: string) => ({ hasError: 0 as const, message, data: allOf(profiles) });
  return [
    handle(getEventDefine, () => allOf(profiles)),
    handle(postEventDefine, async (caller, { eventDefine }) => {
      await change(async () => {
        const { definename, eventtype } = eventDefine;
        if (presentAt(profiles, definename, eventtype) !== undefined)
          throw new AppError('conflict', 'This profile has a definition of this code already.');
        const names = profiles.names();
        if (!names.has(definename) && names.size >= MAX_PROFILES)
          throw new AppError('limit_reached', `There are ${MAX_PROFILES} profiles already.`);
        await save(kit, caller, eventDefine);
      });
      return answer(SAVED);
    }),
    handle(putEventDefine, async (caller, { eventDefine }, { note }) => {
      await change(async () => {
        const present = presentAt(profiles, eventDefine.definename, eventDefine.eventtype);
        if (present === undefined) throw noDefinition();
        note?.({ before: { ...present } });
        await save(kit, caller, eventDefine);
      });
      return answer(SAVED);
    }),
    handle(deleteEventDefine, async (_caller, { eventDefine, definename }, { note }) => {
      await change(async () => {
        if (eventDefine !== undefined) {
          const { definename: profile, eventtype: code } = eventDefine;
          note?.({ before: { ...presentAt(profiles, profile, code) } });
          if (!(await store.remove(profile, code))) throw noDefinition();
          return;
        }
        const name = definename ?? '';
        if (!profiles.names().has(name)) throw new AppError('not_found', 'There is no such profile.');
        note?.({ before: { definename: name } });
        await store.removeProfile(name);
      });
      return answer(DELETED);
    }),
  ];
};

const linkCalls = (kit: Kit): CallHandler[] => {
  const { store, profiles, devices, change } = kit;
  const answer = (caller: Caller, message: string) => ({ hasError: 0 as const, message, data: pairsOf(kit, caller) });
  const follow = (caller: Caller, id: string, profile: string, isNew: boolean): Promise<string | undefined> =>
    change(async () => {
      const { deviceKey } = devices.seen(caller, id);
      if (!profiles.names().has(profile)) throw new AppError('not_found', 'There is no such profile.');
      const before = profiles.profileOf(deviceKey);
      if (isNew && before !== undefined) throw new AppError('conflict', 'This device follows a profile already.');
      if (!isNew && before === undefined) throw new AppError('not_found', 'This device follows no profile yet.');
      await store.follow({ deviceKey, profile });
      return before;
    });
  return [
    handle(getEventDefineDevice, (caller) => pairsOf(kit, caller)),
    handle(postEventDefineDevice, async (caller, { deviceid, definename }) => {
      await follow(caller, deviceid, definename, true);
      return answer(caller, SAVED);
    }),
    handle(putEventDefineDevice, async (caller, { deviceid, definename }, { note }) => {
      const before = await follow(caller, deviceid, definename, false);
      note?.({ before: { definename: before ?? '' } });
      return answer(caller, SAVED);
    }),
    handle(deleteEventDefineDevice, async (caller, { deviceid }, { note }) => {
      await change(async () => {
        const { deviceKey } = devices.seen(caller, deviceid);
        note?.({ before: { definename: profiles.profileOf(deviceKey) ?? '' } });
        await store.removeDevices([deviceKey]);
      });
      return answer(caller, DELETED);
    }),
  ];
};

export const eventDefinitionCalls = (kit: Kit): CallHandler[] => [...definitionCalls(kit), ...linkCalls(kit)];
