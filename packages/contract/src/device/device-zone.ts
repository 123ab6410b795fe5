// The zone a recorder's clock is set to. JT/T 808 fixes GMT+8; recorders sold elsewhere show whatever they were set to.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { seenUpdatetime, updatetime } from '../speak/version.ts';
import { bodyCredentials, deviceId, outcome } from '../speak/wire.ts';

const WEST_MINUTES = -12 * 60;
const EAST_MINUTES = 14 * 60;
const STEP_MINUTES = 15;

/** Minutes east of UTC, in quarters of an hour. */
export const utcOffset = z.number().int().min(WEST_MINUTES).max(EAST_MINUTES).multipleOf(STEP_MINUTES);

/** 'UTC', 'UTC+8', 'UTC-3:30'. */
export const utcOffsetText = (minutes: number): string => {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  if (minutes === 0) return 'UTC';
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
};

/** Reads 'UTC+8', '+08:00', '8', '-3:30' or 'UTC'; undefined for anything else and for what is no zone. */
export const readUtcOffset = (text: string): number | undefined => {
  if (/^utc$/i.test(text)) return 0;
  const [whole, sign, hours, rest] = /^(?:utc)?([+-]?)(\d{1,2})(?::?(\d{2}))?$/i.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const minutes = (Number(hours) * 60 + Number(rest ?? 0)) * (sign === '-' ? -1 : 1);
  return Number(rest ?? 0) < 60 && utcOffset.safeParse(minutes).success ? minutes : undefined;
};

export const putDeviceZone = call({
  method: 'PUT',
  path: '/gkdevice/zone',
  right: 'F_lmdvrs',
  audit: { action: 'Set device time zone', secret: { password: true }, device: 'deviceid' },
  input: z.object({ ...bodyCredentials, deviceid: deviceId, utcoffset: utcOffset, ...seenUpdatetime }),
  reply: outcome.extend({ updatetime }),
  about:
    "Says in which zone a device's clock runs, in minutes east of UTC. The times of its reports, recordings and commands are read and written in it from the next one on; what is stored stays.",
  example: {
    input: { deviceid: '13800000101', utcoffset: 480, updatetime: 1_790_000_000 },
    reply: { hasError: 0, message: 'Save Success', updatetime: 1_790_000_060 },
  },
});
