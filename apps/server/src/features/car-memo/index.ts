// The door of car memos: reading those of the devices that somebody sees, and saving one.
import { carMemoTypes, postCarMemos, putCarMemo, type CarMemo } from '@outrider/contract';
import type { Caller, Devices } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { NEVER_CHANGED, saveVersioned } from '../../kernel/storage/version.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { createCarMemoStore } from './store.ts';

export type CarMemoKit = {
  db: Database;
  clock: Clock;
  devices: Devices & {
    /** The registered devices a caller may see. */
    visible(caller: Caller): { key: number; id: string }[];
  };
};

export type CarMemoFeature = {
  calls: CallHandler[];
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
};

export const carMemoFeature = ({ db, clock, devices }: CarMemoKit): CarMemoFeature => {
  const store = createCarMemoStore(db);
  return {
    calls: [
      handle(postCarMemos, async (caller) => {
        const memos = Map.groupBy(await store.readAll(), ({ deviceKey }) => deviceKey);
        if (memos.size === 0) return [];
        return devices.visible(caller).flatMap(({ key, id }) =>
          (memos.get(key) ?? []).flatMap(({ type: stored, memo, updatedMs }): CarMemo[] => {
            const type = carMemoTypes.find((known) => known === stored);
            return type === undefined ? [] : [{ deviceid: id, type, memo, updatetime: updatedMs }];
          }),
        );
      }),
      handle(putCarMemo, async (caller, { deviceid, type, memo, updatetime }, { note }) => {
        const { deviceKey } = devices.seen(caller, deviceid);
        const found = await store.read(deviceKey, type);
        note?.({ before: { memo: found?.memo ?? '' } });
        const seesNone = updatetime === 0 && (found?.memo ?? '') === '';
        const { updatedMs } = await saveVersioned({
          edit: { by: caller.userName, seenMs: seesNone ? (found?.updatedMs ?? 0) : updatetime },
          nowMs: clock.now(),
          async read() {
            const now = await store.read(deviceKey, type);
            return { version: now ?? NEVER_CHANGED, present: { deviceid, type, memo: now?.memo ?? '' } };
          },
          write: (version, before) => store.write({ deviceKey, type, memo, ...version }, before.updatedMs),
        });
        return { hasError: 0 as const, message: 'Save Success', updatetime: updatedMs };
      }),
    ],
    forgetDevices: (deviceKeys) => store.removeDevices(deviceKeys),
  };
};
