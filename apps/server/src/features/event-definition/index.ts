// The door of event definitions: what each kind of event is called, and which device follows which profile.
import type { Caller, Devices } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import { eventDefinitionCalls } from './calls.ts';
import { Profiles, type Said } from './profiles.ts';
import { createEventDefinitionStore } from './store.ts';

export type { Said } from './profiles.ts';

export type EventDefinitionKit = {
  db: Database;
  clock: Clock;
  devices: Devices & {
    /** The registered devices a caller may see. */
    visible(caller: Caller): { key: number; id: string }[];
  };
};

export type EventDefinitions = {
  /** What an event of a device is called, and what is said of it. */
  said(deviceKey: number, code: number): Said;
  calls: CallHandler[];
  /** Devices that were dropped follow no profile any more. */
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  reload(): Promise<void>;
};

export const eventDefinitionFeature = async ({ db, clock, devices }: EventDefinitionKit): Promise<EventDefinitions> => {
  const store = createEventDefinitionStore(db);
  const profiles = new Profiles(store);
  const turn = new InTurn();
  await profiles.read();
  /** One change after the other, and what is in force follows it. */
  const change = <T>(action: () => Promise<T>): Promise<T> =>
    turn.run(async () => {
      try {
        return await action();
      } finally {
        await profiles.read();
      }
    });
  return {
    said: (deviceKey, code) => profiles.said(deviceKey, code),
    calls: eventDefinitionCalls({ store, profiles, clock, devices, change }),
    forgetDevices: (deviceKeys) => change(() => store.removeDevices(deviceKeys)),
    reload: () => turn.run(() => profiles.read()),
  };
};
