// Downloads over web.cgi: a file is asked for, polled while it is made, and fetched. The same queries name it each time; only `type`
// changes. What the server recorded (lobk…), what the device recorded (repbmp4…) and the footage of a custom event (cev…).
import { z } from 'zod';
import type { Right } from '../speak/rights.ts';
import { deviceId } from '../speak/wire.ts';

export const downloadFormats = ['mp4', 'gms'] as const;
export type DownloadFormat = (typeof downloadFormats)[number];
const MP4_SECONDS = [15, 30, 60, 120, 180, 240, 300, 600, 900, 1200, 1500, 1800] as const;
const LONG_SECONDS = [2100, 2400, 2700, 3000, 3300, 3600] as const;
/** Durations that are offered, seconds. The server takes any between the first and the last. */
export const downloadSeconds: Readonly<Record<DownloadFormat, readonly number[]>> = {
  mp4: MP4_SECONDS,
  gms: [...MP4_SECONDS, ...LONG_SECONDS],
};
export const DEFAULT_DOWNLOAD_SECONDS = 60;
export const DOWNLOAD_POLL_MS = 1000;
const LONGEST_SECONDS = 3600;
const MAX_CHANNEL = 64;
const MAX_NAME = 120;

const whole = z.coerce.number().int();
const spbtime = z.coerce.number().min(1).max(32_503_680_000);
/** What the file is to be called; characters that a file name cannot hold are replaced. */
const filename = z.string().max(MAX_NAME).default('');

/** ask: makes it or says how far it is. get: the file. cancel: gives it up; ours. */
export const localDownloadTypes = ['lobkask', 'lobkget', 'lobkcancel'] as const;
/** mp4: one channel. gms: `ch` 0, all channels with the track of the vehicle. */
export const localDownloadQuery = z
  .object({
    deviceid: deviceId,
    ch: whole.min(0).max(MAX_CHANNEL),
    spbtime,
    format: z.enum(downloadFormats).default('mp4'),
    duration: whole.min(MP4_SECONDS[0]).max(LONGEST_SECONDS),
    filename,
  })
  .refine(({ format, ch }) => (format === 'gms') === (ch === 0), 'ch is a channel for mp4 and 0 for gms')
  .refine(({ format, duration }) => duration <= Math.max(...downloadSeconds[format]), 'duration is too long for mp4');

export const remoteDownloadTypes = ['repbmp4ask', 'repbmp4get', 'repbmp4cancel'] as const;
export const remoteDownloadQuery = z.object({
  deviceid: deviceId,
  ch: whole.min(1).max(MAX_CHANNEL),
  spbtime,
  duration: whole.min(1).max(LONGEST_SECONDS),
  /** 1: the device's main stream, else its sub-stream. */
  main: whole.min(0).max(1).default(1),
  /** 0: without sound, which devices send only as fast as it is heard; pictures alone come faster. Ours. */
  audio: whole.min(0).max(1).default(1),
  filename,
});

/** A piece of the footage of a custom event; `from` and `to` in unix seconds lie within it, at most an hour apart. */
export const eventDownloadTypes = ['cevask', 'cevget', 'cevcancel'] as const;
export const eventDownloadQuery = z.object({
  id: whole.positive(),
  ch: whole.min(1).max(MAX_CHANNEL),
  spbtime,
  duration: whole.min(1).max(LONGEST_SECONDS),
  filename,
});

export const downloadResults = ['CREATE OK', 'HANDLING', 'DOWNLOAD OK', 'BACKUP FAIL', 'CREATE FAIL'] as const;
/**
 * The answer to an ask. `already` 1: the file is made, fetch it (lobkask, cevask; repbmp4ask says DOWNLOAD OK instead). CREATE OK: taken
 * on. HANDLING: being made. BACKUP FAIL: there is no footage. CREATE FAIL: no file could be made of it. `message` says why, or what it
 * waits for.
 */
export const downloadReply = z.object({
  already: z.literal(1).optional(),
  result: z.enum(downloadResults).optional(),
  /** Per cent. */
  progress: z.number().min(0).max(100),
  message: z.string(),
  filename: z.string(),
  /** Bytes, once it is made. */
  size: z.number().int(),
});
export type DownloadReply = z.output<typeof downloadReply>;

/** The answer to a cancel; 0: nothing was being made. */
export const downloadCancelled = z.object({ cancelled: z.union([z.literal(0), z.literal(1)]) });

/** The right that each type needs. */
export const downloadRights: Readonly<Record<string, Right>> = Object.fromEntries([
  ...localDownloadTypes.map((type) => [type, 'P_lopb'] as const),
  ...remoteDownloadTypes.map((type) => [type, 'P_repb'] as const),
  ...eventDownloadTypes.map((type) => [type, 'F_addcd'] as const),
]);
