// The door of what devices can beyond the standard: our vendor block, the orders that go in it, and the pages of a device's own log and of
// its driving recorder.
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Devices } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { CommandHandler } from '../../kernel/channel/channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { CgiHandler } from '../../kernel/web/cgi.ts';
import type { DeviceOrderFeature, OrderDesk } from '../device-order/index.ts';
import { DeviceAbilities } from './abilities.ts';
import { abilityCommands } from './commands.ts';
import { formatKind, wakeUpKind } from './kinds.ts';
import { logPages } from './log-pages.ts';
import { createDeviceAbilityStore } from './store.ts';

export type { DeviceAbilities } from './abilities.ts';

type Kit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  links: LinkRegistry;
  devices: Devices;
  orders: Pick<DeviceOrderFeature, 'kind' | 'tell'>;
};

export type DeviceAbilityFeature = {
  abilities: DeviceAbilities;
  wakeUp: OrderDesk<object>;
  commands: CommandHandler[];
  cgi: CgiHandler[];
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
};

/** To be opened before the orders resume. */
export const deviceAbilityFeature = ({ db, bus, clock, links, devices, orders }: Kit): DeviceAbilityFeature => {
  const store = createDeviceAbilityStore(db);
  const abilities = new DeviceAbilities({ clock, links, store });
  const [format, wakeUp] = [orders.kind(formatKind(abilities, bus)), orders.kind(wakeUpKind(abilities))];
  return {
    abilities,
    wakeUp,
    commands: abilityCommands({ abilities, devices, links, tell: orders.tell, format, wakeUp }),
    cgi: logPages({ abilities, devices, links, clock }),
    forgetDevices: (deviceKeys) => store.removeDevices(deviceKeys),
  };
};
