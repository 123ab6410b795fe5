// Calls and commands of the firmware of devices: from the contract to updates, versions, plans and roll-outs.
import {
  d09UpdateFirmware,
  d10FirmwareStatus,
  d11FirmwareVersion,
  deleteAutoFirmware,
  deleteFirmwareRollout,
  getAutoFirmware,
  getDeviceFirmware,
  getFirmwareRollouts,
  getRolloutDevices,
  NO_ROLLOUT_DEVICES,
  postAutoFirmware,
  postFirmwareRollout,
  putAutoFirmware,
  putFirmwareRollout,
  type RolloutDevice,
} from '@outrider/contract';
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Caller, Devices } from '../../kernel/access/access.ts';
import { answer, type CommandHandler } from '../../kernel/channel/channel.ts';
import { AppError, deviceOffline } from '../../kernel/errors.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { type AutoPlans, presentOf } from './plans.ts';
import type { Rollouts } from './rollouts.ts';
import type { StoredUpdate, UpdateStore } from './store/updates.ts';
import type { FirmwareUpdates } from './updates.ts';
import type { DeviceVersions } from './versions.ts';

export type CallsKit = {
  updates: FirmwareUpdates;
  versions: DeviceVersions;
  plans: AutoPlans;
  rollouts: Rollouts;
  store: Pick<UpdateStore, 'ofRollout'>;
  devices: Devices & {
    /** The registered devices a caller may see. */
    visible(caller: Caller): { key: number; id: string }[];
  };
  links: LinkRegistry;
  nowMs: () => number;
  /** Throws `not_found` for a group that the caller does not reach. */
  assertGroups: (caller: Caller, groupIds: readonly number[]) => void;
  /** A plan was made or changed: the devices that are there are asked for their version. */
  askAll: () => void;
};

const LATEST_MS = 366 * 86_400_000;
/** A moment that has just gone is now, also where two clocks do not agree. */
const EARLIEST_MS = 86_400_000;
const SUCCESS = { hasError: 0 as const, message: 'Success' };

export const firmwareCommands = ({ updates, versions, devices, links }: CallsKit): CommandHandler[] => [
  answer(d09UpdateFirmware, async ({ caller }, { I, A, U, P, B, C, W = false }) => {
    const { deviceKey, deviceId } = devices.seen(caller, I);
    const { result, order } = await updates.start({
      device: { deviceKey, deviceId },
      userName: caller.userName,
      url: A,
      user: U,
      password: P,
      toVersion: B,
      way: C,
      kept: W,
    });
    return { R: result, I, O: order.id, S: order.state };
  }),
  answer(d10FirmwareStatus, async ({ caller }, { I }) => {
    const last = await updates.lastOf(devices.seen(caller, I).deviceKey);
    if (last === undefined) return { I, B: 0, S: '' as const, Z: '' as const, V: '' };
    return { I, B: last.percent, S: last.state, Z: last.reason, V: last.version };
  }),
  answer(d11FirmwareVersion, async ({ caller }, { I }) => {
    const { deviceKey } = devices.seen(caller, I);
    if (links.get(deviceKey) !== undefined) {
      const { version, readMs } = await versions.read(deviceKey);
      return { I, B: version, T: readMs };
    }
    const known = versions.of(deviceKey);
    if (known === undefined) throw deviceOffline();
    return { I, B: known.version, T: known.readMs };
  }),
];

const planCalls = ({ plans, askAll }: CallsKit): CallHandler[] => [
  handle(getAutoFirmware, () => plans.rows()),
  handle(postAutoFirmware, async (caller, { targetfw: sourceVersion, url, memo, way }) => {
    const autofwid = await plans.add(caller, { sourceVersion, url, memo, way });
    askAll();
    return { ...SUCCESS, autofwid };
  }),
  handle(putAutoFirmware, async (caller, input, { note }) => {
    const { autofwid, targetfw: sourceVersion, url, memo, way, seenUpdatetime } = input;
    note?.({ before: presentOf(plans.must(autofwid)) });
    await plans.change(caller, autofwid, { sourceVersion, url, memo, way }, seenUpdatetime);
    askAll();
    return SUCCESS;
  }),
  handle(deleteAutoFirmware, async (_caller, { autofwid }) => {
    await plans.remove(autofwid);
    return SUCCESS;
  }),
];

/** The devices of a roll-out that the caller may see, with their newest update in it. */
const rolloutDevices = async (kit: CallsKit, caller: Caller, id: number): Promise<RolloutDevice[]> => {
  const { rollouts, store, updates, devices } = kit;
  const { members } = rollouts.membersOf(caller, id);
  const ids = new Map(devices.visible(caller).map((device) => [device.key, device.id]));
  const stored = new Map((await store.ofRollout(id)).map((update) => [update.deviceKey, update]));
  return members.flatMap(({ deviceKey, stage, state }): RolloutDevice[] => {
    const deviceid = ids.get(deviceKey);
    if (deviceid === undefined) return [];
    const open: StoredUpdate | undefined = updates.of(deviceKey);
    const update = state === 'planned' ? undefined : open?.rolloutId === id ? open : stored.get(deviceKey);
    const { percent = 0, state: step = '' as const, reason = '' as const } = update ?? {};
    return [{ deviceid, stage, state, percent, step, reason }];
  });
};

const rolloutCalls = (kit: CallsKit): CallHandler[] => {
  const { rollouts, devices } = kit;
  return [
    handle(getFirmwareRollouts, (caller) => rollouts.list(caller)),
    handle(getRolloutDevices, (caller, { rolloutid }) => rolloutDevices(kit, caller, rolloutid)),
    handle(postFirmwareRollout, async (caller, input) => {
      const { deviceids, groupids: groupIds, begins: beginsMs, maxfailures: maxFailures, ...wanted } = input;
      if (deviceids.length === 0 && groupIds.length === 0) throw new AppError('invalid', NO_ROLLOUT_DEVICES);
      if (beginsMs !== undefined && beginsMs > kit.nowMs() + LATEST_MS)
        throw new AppError('invalid', 'A roll-out begins within a year.');
      if (beginsMs !== undefined && beginsMs < kit.nowMs() - EARLIEST_MS)
        throw new AppError('invalid', 'A roll-out does not begin in the past.');
      kit.assertGroups(caller, groupIds);
      const chosen = deviceids.map((id) => devices.seen(caller, id));
      const { url, version, memo, way } = wanted;
      const rollout = { url, version, memo, way, groupIds, beginsMs, maxFailures };
      return { ...SUCCESS, rolloutid: await rollouts.add(caller, rollout, chosen) };
    }),
    handle(putFirmwareRollout, async (caller, { rolloutid, action }) => {
      await rollouts.act(caller, rolloutid, action);
      return SUCCESS;
    }),
    handle(deleteFirmwareRollout, async (caller, { rolloutid }) => {
      await rollouts.remove(caller, rolloutid);
      return SUCCESS;
    }),
  ];
};

export const firmwareCalls = (kit: CallsKit): CallHandler[] => [
  handle(getDeviceFirmware, (caller) =>
    kit.devices.visible(caller).map(({ key, id }) => {
      const known = kit.versions.of(key);
      return { deviceid: id, version: known?.version ?? '', time: known?.readMs ?? null };
    }),
  ),
  ...planCalls(kit),
  ...rolloutCalls(kit),
];
