// The kinds of orders that go in our vendor block: formatting disks and waking a device up.
import type { Bus } from '../../kernel/bus.ts';
import { AppError } from '../../kernel/errors.ts';
import { z } from 'zod';
import type { OrderKind } from '../device-order/index.ts';
import type { DeviceAbilities } from './abilities.ts';

const HOUR_MS = 3_600_000;

const formatPayload = z.object({ disk: z.string() });
/** `disk` '': all of them. */
export const formatKind = (abilities: DeviceAbilities, bus: Bus): OrderKind<z.output<typeof formatPayload>> => ({
  name: 'format',
  payload: formatPayload,
  keptMs: 24 * HOUR_MS,
  again: false,
  merge: (older, newer) => (older.disk === newer.disk ? newer : undefined),
  detail: ({ disk }) => disk,
  async send(link, { disk }) {
    const disks = disk === '' ? (await abilities.storage(link)).disks.map(({ name }) => name) : [disk];
    if (disks.length === 0) throw new AppError('device_refused', 'The device has no disk');
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: the device is told which one failed
      for (const name of disks) await abilities.tell(link, 'format', { disk: name });
    } finally {
      // Whether it said yes or nothing: only the device knows what is left.
      bus.publish('device.formatted', { deviceKey: link.deviceKey });
    }
    return disks.join(', ');
  },
});

const none = z.object({});
export const wakeUpKind = (abilities: DeviceAbilities): OrderKind<object> => ({
  name: 'wakeup',
  payload: none,
  keptMs: HOUR_MS,
  again: true,
  merge: (_older, newer) => newer,
  detail: () => '',
  async send(link) {
    await abilities.tell(link, 'wake-up');
    return '';
  },
});
