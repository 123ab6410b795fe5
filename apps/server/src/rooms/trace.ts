// Opens what engineers do with one device: watching its messages, sending bytes, making events. Part of app.ts.
import type { EventFeature } from '../features/event/index.ts';
import { traceFeature } from '../features/trace/index.ts';
import type { Access } from '../kernel/access/access.ts';
import type { SocketGuard } from '../kernel/channel/socket-guard.ts';
import type { DeviceSide } from './device-side.ts';
import type { RoomKit } from './kit.ts';

type Around = Pick<DeviceSide, 'devices' | 'gateway'> & { access: Access; guard: SocketGuard; events: EventFeature };

export const openTrace = ({ bus, clock, house }: RoomKit, { devices, gateway, guard, events }: Around): void => {
  house.open(
    traceFeature({
      bus,
      clock,
      guard,
      devices,
      traces: gateway.traces,
      byHand: (deviceKey, code, text) => events.byHand(deviceKey, code, text),
    }),
  );
};
