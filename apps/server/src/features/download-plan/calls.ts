// Lines from the calls of download plans to what keeps them, and what may be saved.
import {
  deleteDownloadPlan,
  type DownloadPlan,
  getDownloadPlans,
  GLOBAL_PLAN,
  MAX_DOWNLOAD_PLANS,
  type PlanTarget,
  postDownloadPlan,
  putDownloadPlan,
  ROOT_GROUP,
} from '@outrider/contract';
import type { Caller, Devices } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { NEVER_CHANGED, saveVersioned } from '../../kernel/storage/version.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Plans } from './plans.ts';
import type { DownloadPlanStore, StoredPlan } from './store.ts';

export type PlanCallsKit = {
  store: DownloadPlanStore;
  plans: Plans;
  clock: Clock;
  devices: Devices & { clockOf(deviceKey: number): { id: string } | undefined };
  hasGroup: (id: number) => boolean;
  /** One change after the other; what is in force follows it. */
  change: <T>(action: () => Promise<T>) => Promise<T>;
};

const SAVED = 'Save Success';
const DELETED = 'Delete Success';

type Owner = Pick<StoredPlan, 'target' | 'updateMode' | 'deviceKey' | 'groupId' | 'code'>;

/** Whose it is. Throws AppError not_found for a device or group that is not there. */
const ownerOf = ({ devices, hasGroup }: PlanCallsKit, caller: Caller, asked: PlanTarget): Owner => {
  const { updateMode, deviceid, groupid, appdevid: code } = asked;
  if (updateMode === 'DEVICE') {
    const { deviceKey } = devices.seen(caller, deviceid);
    return { target: `d ${deviceKey} ${code}`, updateMode, deviceKey, groupId: null, code };
  }
  if (updateMode === 'GROUP') {
    const groupId = Number(groupid);
    if (!hasGroup(groupId)) throw new AppError('not_found', `Unknown group ${groupid}`);
    return { target: `g ${groupId} ${code}`, updateMode, deviceKey: null, groupId, code };
  }
  return { target: `a ${code}`, updateMode, deviceKey: null, groupId: null, code };
};

const shown = ({ devices }: PlanCallsKit, row: StoredPlan): DownloadPlan[] => {
  const { updateMode, deviceKey, groupId, code: appdevid, plan, updatedMs: updatetime } = row;
  const deviceid = deviceKey === null ? GLOBAL_PLAN : devices.clockOf(deviceKey)?.id;
  if (deviceid === undefined) return [];
  const groupid = groupId === null ? ROOT_GROUP : String(groupId);
  return [{ deviceid, groupid, appdevid, updateMode, ...plan, updatetime }];
};

/** Those for all devices first. */
const allOf = (kit: PlanCallsKit): DownloadPlan[] =>
  kit.plans.list
    .toSorted((a, b) => Number(a.updateMode !== 'GLOBAL') - Number(b.updateMode !== 'GLOBAL'))
    .flatMap((row) => shown(kit, row));

type Saved = Omit<DownloadPlan, 'updatetime'> & { updatetime?: number | undefined };

const save = async (kit: PlanCallsKit, caller: Caller, saved: Saved): Promise<void> => {
  const { store, plans, clock } = kit;
  const { deviceid, groupid, appdevid, updateMode, updatetime: seenMs, ...plan } = saved;
  const owner = ownerOf(kit, caller, { deviceid, groupid, appdevid, updateMode });
  const isKnown = plans.list.some(({ target }) => target === owner.target);
  if (!isKnown && plans.list.length >= MAX_DOWNLOAD_PLANS)
    throw new AppError('limit_reached', `There are ${MAX_DOWNLOAD_PLANS} download plans already.`);
  await saveVersioned({
    edit: { by: caller.userName, seenMs },
    nowMs: clock.now(),
    async read() {
      await plans.read();
      const now = plans.list.find(({ target }) => target === owner.target);
      return { version: now ?? NEVER_CHANGED, present: now === undefined ? {} : wireOf(now) };
    },
    write: (version, { updatedMs }) => store.savePlan({ ...owner, plan, ...version }, updatedMs),
  });
};

/** What people chose, in wire form. */
const wireOf = ({ plan }: StoredPlan): Record<string, unknown> => ({ ...plan });

export const downloadPlanCalls = (kit: PlanCallsKit): CallHandler[] => {
  const { store, plans, change } = kit;
  const answer = (message: string) => ({ hasError: 0 as const, message, data: allOf(kit) });
  return [
    handle(getDownloadPlans, () => allOf(kit)),
    handle(postDownloadPlan, async (caller, { eventDownloadPlan }) => {
      if (eventDownloadPlan.updateMode === 'GROUP')
        throw new AppError('invalid', 'A plan for a group is saved by PUT.');
      await change(() => save(kit, caller, eventDownloadPlan));
      return answer(SAVED);
    }),
    handle(putDownloadPlan, async (caller, { eventDownloadPlan }) => {
      if (eventDownloadPlan.updateMode !== 'GROUP')
        throw new AppError('invalid', 'Only a plan for a group is saved by PUT.');
      await change(() => save(kit, caller, eventDownloadPlan));
      return answer(SAVED);
    }),
    handle(deleteDownloadPlan, async (caller, { eventDownloadPlan, deviceid }, { note }) => {
      await change(async () => {
        const gone = goneOf(kit, caller, eventDownloadPlan, deviceid ?? GLOBAL_PLAN);
        if (gone.length === 0) throw new AppError('not_found', 'There is no such plan.');
        note?.({ before: { targets: gone.map(({ target }) => target).join(', ') } });
        await store.removePlans(gone.map(({ target }) => target));
      });
      return answer(DELETED);
    }),
  ];
  function goneOf(
    around: PlanCallsKit,
    caller: Caller,
    asked: PlanTarget | undefined,
    deviceId: string,
  ): readonly StoredPlan[] {
    if (asked !== undefined) {
      const { target } = ownerOf(around, caller, asked);
      return plans.list.filter((row) => row.target === target);
    }
    if (deviceId === GLOBAL_PLAN) return plans.list.filter(({ updateMode }) => updateMode === 'GLOBAL');
    const { deviceKey } = around.devices.seen(caller, deviceId);
    return plans.list.filter((row) => row.deviceKey === deviceKey);
  }
};
