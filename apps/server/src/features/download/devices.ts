// Which devices a caller may download of, whether at all, and what the log is told.
import type { Access, Caller } from '../../kernel/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';

export type DownloadDevice = { key: number; id: string; utcOffsetMinutes: number };

export type DownloadDevicesKit = {
  bus: Bus;
  clock: Clock;
  access: Access;
  keyOf: (id: string) => number | undefined;
  clockOf: (deviceKey: number) => { id: string; utcOffsetMinutes: number } | undefined;
  /** Switched off for everybody but administrators. */
  switchedOff: boolean;
};

export type DownloadDevices = ReturnType<typeof createDownloadDevices>;

export const createDownloadDevices = ({ bus, clock, access, keyOf, clockOf, switchedOff }: DownloadDevicesKit) => {
  /** Throws AppError `not_found` with the same words for a device of others and for none. */
  const find = (caller: Caller, id: string): DownloadDevice => {
    const key = keyOf(id);
    if (key === undefined || !access.maySee(caller, key)) throw new AppError('not_found', `Unknown device ${id}`);
    return { key, id, utcOffsetMinutes: clockOf(key)?.utcOffsetMinutes ?? 0 };
  };
  return {
    find,
    /** Of the device's clock, in minutes. */
    offsetOf: (deviceKey: number): number => clockOf(deviceKey)?.utcOffsetMinutes ?? 0,
    /** Throws AppError `forbidden` where this deployment leaves downloads to administrators. */
    assertMayDownload(caller: Caller): void {
      if (switchedOff && caller.level !== 0)
        throw new AppError('forbidden', 'Downloads are left to administrators here.');
    },
    logDownload(caller: Caller, id: string, channel: number, type: 'Download local' | 'Download remote'): void {
      const { key } = find(caller, id);
      const atMs = clock.now();
      const what = { deviceKey: key, deviceId: id, channel, entrance: 'Web', type } as const;
      bus.publish('stream.asked', { userName: caller.userName, ...what, askedMs: atMs, atMs });
    },
  };
};
