// The door of device parameters: reading them from a device, setting them, and who set what last.
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Devices } from '../../kernel/access/access.ts';
import type { CommandHandler } from '../../kernel/channel/channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import type { DeviceOrderFeature } from '../device-order/index.ts';
import { setupCalls, setupCommands } from './calls.ts';
import { DeviceSetup } from './service.ts';
import { createParameterChangeStore } from './store.ts';

type Kit = {
  db: Database;
  clock: Clock;
  links: LinkRegistry;
  devices: Devices;
  orders: Pick<DeviceOrderFeature, 'kind'>;
};

type DeviceSetupFeature = {
  calls: CallHandler[];
  commands: CommandHandler[];
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
};

export const deviceSetupFeature = ({ db, clock, links, devices, orders }: Kit): DeviceSetupFeature => {
  const changes = createParameterChangeStore(db);
  const setup = new DeviceSetup({ clock, links, changes, kind: (kind) => orders.kind(kind) });
  return {
    calls: setupCalls({ setup, devices, clock }),
    commands: setupCommands({ setup, devices, clock }),
    forgetDevices: (deviceKeys) => changes.removeDevices(deviceKeys),
  };
};
