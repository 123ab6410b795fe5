// The door of areas and routes in recorders: setting, removing, listing and asking for them.
import { deleteDeviceAreas, getDeviceAreas, postDeviceAreas, putDeviceAreas } from '@outrider/contract';
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Caller, Devices } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Asked, DeviceOrderFeature } from '../device-order/index.ts';
import { DeviceAreas } from './service.ts';
import { createDeviceAreaStore } from './store.ts';

export type { DeviceAreas } from './service.ts';
export { createDeviceAreaStore } from './store.ts';

type Kit = {
  db: Database;
  clock: Clock;
  links: LinkRegistry;
  devices: Devices;
  orders: Pick<DeviceOrderFeature, 'kind'>;
};

export type DeviceAreaFeature = {
  areas: DeviceAreas;
  calls: CallHandler[];
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
};

const told = ({ result, order }: Asked) => ({
  hasError: 0 as const,
  message: result === '1' ? 'Success' : 'Saved for when the device is online',
  result,
  orderid: order.id,
});

/** To be opened before the orders resume. */
export const deviceAreaFeature = ({ db, clock, links, devices, orders }: Kit): DeviceAreaFeature => {
  const store = createDeviceAreaStore(db);
  const areas = new DeviceAreas({ clock, links, store, kind: (kind) => orders.kind(kind) });
  const target = (caller: Caller, deviceid: string) => {
    const { deviceKey, deviceId } = devices.seen(caller, deviceid);
    return { device: { deviceKey, deviceId }, by: caller.userName };
  };
  return {
    areas,
    calls: [
      handle(getDeviceAreas, (caller, { deviceid }) => areas.list(devices.seen(caller, deviceid).deviceKey)),
      handle(postDeviceAreas, (caller, { deviceid }) => areas.ask(devices.seen(caller, deviceid).deviceKey)),
      handle(putDeviceAreas, async (caller, { deviceid, areas: shapes }) => {
        return told(await areas.set(target(caller, deviceid), shapes));
      }),
      handle(deleteDeviceAreas, async (caller, { deviceid, kind, ids }) => {
        return told(await areas.remove(target(caller, deviceid), kind, ids));
      }),
    ],
    forgetDevices: (deviceKeys) => store.removeDevices(deviceKeys),
  };
};
