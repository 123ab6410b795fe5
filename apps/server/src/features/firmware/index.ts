// The door of the firmware room: the store of files, the addresses that devices fetch them from, updates of devices, plans and roll-outs.
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Access, Caller, Devices } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { CommandHandler } from '../../kernel/channel/channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { forgetInSteps } from '../../kernel/storage/forget.ts';
import type { CgiFile } from '../../kernel/web/cgi.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import type { DeviceOrderFeature } from '../device-order/index.ts';
import { firmwareIdOf } from './address.ts';
import { type CallsKit, firmwareCalls, firmwareCommands } from './calls.ts';
import { openLibrary } from './library.ts';
import { firmwareKind } from './order-kind.ts';
import { AutoPlans } from './plans.ts';
import { Rollouts } from './rollouts.ts';
import { firmwareDoor } from './serving.ts';
import { createFirmwareStore } from './store.ts';
import { createPlanStore } from './store/plans.ts';
import { createRolloutStore } from './store/rollouts.ts';
import { createUpdateStore } from './store/updates.ts';
import { FirmwareUpdates } from './updates.ts';
import { DeviceVersions } from './versions.ts';

export type FirmwareKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  dataFolder: string;
  /** Most MB of files in the store. */
  maxMb: number;
  /** Our ports speak TLS. */
  secure: boolean;
  /** What was written to the database outlasts a power cut. */
  synced: () => Promise<void>;
  links: LinkRegistry;
  access: Access;
  /** Bytes of a file that a device fetches: they are data of it. */
  carried: (deviceKey: number, bytes: number) => void;
  groups: {
    covers(groupIds: readonly number[], deviceKey: number): boolean;
    /** Whether the caller reaches this group. */
    reaches(caller: Caller, groupId: number): boolean;
  };
  devices: Devices & {
    visible(caller: Caller): { key: number; id: string }[];
    registered(): { key: number; id: string }[];
    isRegistered(deviceKey: number): boolean;
    linked(): { deviceKey: number }[];
  };
};

export type FirmwareFeature = {
  calls: CallHandler[];
  commands: CommandHandler[];
  fileDoors: CgiFile[];
  /** Its orders; before the queue takes up what was left. */
  useOrders(orders: Pick<DeviceOrderFeature, 'kind'>): void;
  /** After that, before devices are let in. */
  resume(): Promise<void>;
  /** Removes updates that were over before then (UTC ms); gives how many. */
  forgetBefore(beforeMs: number, goesOn: () => boolean): Promise<number>;
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

type Parts = Pick<CallsKit, 'updates' | 'versions' | 'plans' | 'rollouts'> & {
  idOf: (deviceKey: number) => string | undefined;
};

/** Who hears of what: gives what ends it. */
const connect = ({ bus, log, devices }: FirmwareKit, { updates, versions, plans, rollouts, idOf }: Parts) => {
  updates.hear((update) => {
    if (update.rolloutId > 0) rollouts.updateOver(update);
  });
  versions.hear((deviceKey, version) => {
    updates.versionIs(deviceKey, version);
    const deviceId = idOf(deviceKey);
    if (deviceId === undefined) return;
    plans
      .versionIs({ deviceKey, deviceId }, version)
      .catch((err: unknown) => log.error('plan of firmware broke', { err }));
  });
  return bus.subscribe('link.online', ({ deviceKey }) => {
    if (plans.list.length > 0 && devices.isRegistered(deviceKey)) versions.ask(deviceKey);
  });
};

const openParts = async (kit: FirmwareKit, pathOf: (id: string) => string) => {
  const { db, clock, devices, links, log } = kit;
  const [files, store, rolloutStore] = [createFirmwareStore(db), createUpdateStore(db), createRolloutStore(db)];
  const versions = await DeviceVersions.open({ store, links, clock, log });
  const updates = await FirmwareUpdates.open({
    ...kit,
    store,
    versions,
    firmware: (id) => files.find(id),
    pathOf,
  });
  const plans = await AutoPlans.open({ ...kit, store: createPlanStore(db), tries: store, updates });
  const idOf = (key: number): string | undefined => devices.registered().find((device) => device.key === key)?.id;
  const rollouts = await Rollouts.open({
    ...kit,
    store: rolloutStore,
    updates,
    devicesIn: (groupIds) => devices.registered().flatMap(({ key }) => (kit.groups.covers(groupIds, key) ? [key] : [])),
    idOf,
    versionOf: (key) => versions.of(key)?.version,
  });
  return { files, store, versions, updates, plans, rollouts, idOf };
};

const groupCheck =
  ({ groups }: FirmwareKit) =>
  (caller: Caller, groupIds: readonly number[]): void => {
    if (!groupIds.every((id) => groups.reaches(caller, id))) throw new AppError('not_found', 'There is no such group.');
  };

export const firmwareFeature = async (kit: FirmwareKit): Promise<FirmwareFeature> => {
  const { clock, devices, links } = kit;
  const { files, store, versions, updates, plans, rollouts, idOf } = await openParts(kit, (id) => library.pathOf(id));
  const isUsed = (id: string): boolean => {
    const isOf = (url: string): boolean => firmwareIdOf(url) === id;
    return updates.isFetching(id) || plans.list.some(({ url }) => isOf(url)) || rollouts.uses(isOf);
  };
  const library = await openLibrary({ ...kit, store: files, isUsed });
  const { carried } = kit;
  const door = firmwareDoor({ find: (id) => library.find(id), pathOf: (id) => library.pathOf(id), updates, carried });
  const deafen = connect(kit, { updates, versions, plans, rollouts, idOf });
  const askAll = (): void => {
    for (const { deviceKey } of devices.linked()) if (devices.isRegistered(deviceKey)) versions.ask(deviceKey);
  };
  const around: CallsKit = {
    updates,
    versions,
    plans,
    rollouts,
    store,
    devices,
    links,
    askAll,
    nowMs: () => clock.now(),
    assertGroups: groupCheck(kit),
  };
  return {
    calls: [...library.calls, ...firmwareCalls(around)],
    commands: [...library.commands, ...firmwareCommands(around)],
    fileDoors: [door],
    useOrders: (orders) => updates.useDesk(orders.kind(firmwareKind(updates, versions))),
    async resume() {
      await updates.resume();
      rollouts.resume();
    },
    forgetBefore: (beforeMs, goesOn) => forgetInSteps(clock, (limit) => store.forget(beforeMs, limit), goesOn),
    async forgetDevices(deviceKeys) {
      updates.forget(deviceKeys);
      versions.forget(deviceKeys);
      await store.removeDevices(deviceKeys);
      rollouts.forget(deviceKeys);
    },
    metrics: () => ({ ...library.metrics(), ...updates.metrics(), firmware_downloads: door.count() }),
    async close() {
      deafen();
      await rollouts.close();
      await versions.close();
      await updates.close();
      await library.close();
    },
  };
};
