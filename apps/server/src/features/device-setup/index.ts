// The door of device parameters: reading them from a device, setting them, and who set what last.
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Access } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { CommandHandler } from '../../kernel/channel/channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { forgetInSteps } from '../../kernel/storage/forget.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import type { DeviceOrderFeature } from '../device-order/index.ts';
import { batchCalls } from './batch-calls.ts';
import { createBatchStore } from './store/batches.ts';
import { ParameterBatches } from './batches.ts';
import { type TemplateCallsKit, templateCalls } from './template-calls.ts';
import { TemplateKeeper } from './template-keeper.ts';
import { createTemplateStore } from './store/templates.ts';
import { Templates } from './templates.ts';
import { setupCalls, setupCommands } from './calls.ts';
import { DeviceSetup } from './service.ts';
import { createParameterChangeStore } from './store/changes.ts';

type Kit = {
  db: Database;
  clock: Clock;
  log: Log;
  synced: () => Promise<void>;
  access: Access;
  links: LinkRegistry;
  bus: Bus;
  devices: TemplateCallsKit['devices'];
  groups: TemplateCallsKit['groups'];
  accounts: TemplateCallsKit['accounts'];
  orders: Pick<DeviceOrderFeature, 'kind'>;
};

export type DeviceSetupFeature = {
  calls: CallHandler[];
  commands: CommandHandler[];
  /** After orders can be given: goes on with what a server that ended left. */
  resume(): Promise<void>;
  /** Removes batches that were asked for before then (UTC ms); gives how many. */
  forgetBefore(beforeMs: number, goesOn: () => boolean): Promise<number>;
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  close(): Promise<void>;
};

export const deviceSetupFeature = async (kit: Kit): Promise<DeviceSetupFeature> => {
  const { db, clock, links, devices, orders, groups } = kit;
  const changes = createParameterChangeStore(db);
  let keeper: TemplateKeeper | undefined;
  const setup = new DeviceSetup({
    clock,
    links,
    changes,
    heard: (deviceKey, values, asked) => keeper?.note(deviceKey, values, asked),
    kind: (kind) => orders.kind(kind),
  });
  const batchStore = createBatchStore(db);
  const batches = new ParameterBatches({ ...kit, store: batchStore, desk: setup.desk });
  const store = createTemplateStore(db);
  const covers = (groupIds: readonly number[], deviceKey: number): boolean => groups.covers(groupIds, deviceKey);
  const templates = await Templates.open({ ...kit, store, covers });
  const keeping = await TemplateKeeper.open({ ...kit, store, templates, desk: setup.desk });
  keeper = keeping;
  return {
    calls: [
      ...setupCalls({ setup, devices, clock }),
      ...batchCalls({ ...kit, batches }),
      ...templateCalls({ ...kit, templates, keeper: keeping, batches }),
    ],
    commands: setupCommands({ setup, devices, clock }),
    resume: () => batches.resume(),
    forgetBefore: (beforeMs, goesOn) => forgetInSteps(clock, (limit) => batchStore.forget(beforeMs, limit), goesOn),
    forgetDevices: async (deviceKeys) => {
      await keeping.forgetDevices(deviceKeys);
      await batches.forgetDevices(deviceKeys);
      await changes.removeDevices(deviceKeys);
    },
    close: async () => {
      await keeping.close();
      await batches.close();
    },
  };
};
