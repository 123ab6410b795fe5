// Which devices a caller may download of, whether at all, and what the log is told.
import type { Caller, Devices } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { shownOffset } from '../device/index.ts';

export type DownloadDevice = { key: number; id: string; absentChannels: readonly number[] };

export type DownloadDevicesKit = {
  bus: Bus;
  clock: Clock;
  devices: Devices & {
    clockOf(deviceKey: number): { id: string; utcOffsetMinutes: number; placeZone: string | null } | undefined;
  };
  /** Switched off for everybody but administrators. */
  switchedOff: boolean;
};

export type DownloadDevices = ReturnType<typeof createDownloadDevices>;

export const createDownloadDevices = ({ bus, clock, devices, switchedOff }: DownloadDevicesKit) => {
  const find = (caller: Caller, id: string): DownloadDevice => {
    const { deviceKey: key, absentChannels } = devices.seen(caller, id);
    return { key, id, absentChannels };
  };
  /** The device, whose channel `channel` is there. Throws AppError not_found where it is not, as playback does. */
  const findChannel = (caller: Caller, id: string, channel: number): DownloadDevice => {
    const device = find(caller, id);
    if (device.absentChannels.includes(channel))
      throw new AppError('not_found', `The device has no channel ${channel}`);
    return device;
  };
  return {
    findChannel,
    /** What it is called by now. Undefined: it is gone. */
    idOf: (deviceKey: number): string | undefined => devices.clockOf(deviceKey)?.id,
    /** Of the zone that its times are shown in, in minutes. */
    offsetOf: (deviceKey: number, atMs: number): number => {
      const device = devices.clockOf(deviceKey);
      return device === undefined ? 0 : shownOffset(device, atMs);
    },
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
