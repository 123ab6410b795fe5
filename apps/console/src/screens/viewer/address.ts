// What the segments of a viewer page's address mean: device and mask, account, moment, duration, file name. Pure; asking the server
// is use-viewer.ts' matter.
import { deviceId as deviceIdRule } from '@outrider/contract';
import { channelsOfMask, firstChannel } from './masks.ts';
import { openSegment, sealSegment } from './sealed-segment.ts';

/** Who asks. The password as the address gives it, or its hash: pages differ in what they send. */
export type ViewerAccount = { readonly user: string; readonly password: string };
/** The device of an address and the channels that its mask asks for, undefined where it has none or one that is no number. */
export type ViewerTarget = { readonly deviceId: string; readonly mask: bigint | undefined };

export type LiveAddress = ViewerTarget & ViewerAccount;
export type PlaybackAddress = LiveAddress & { readonly streamId: number; readonly startS: number };
export type RemoteAddress = LiveAddress & { readonly durationS: number; readonly startS: number };
export type DownloadAddress = RemoteAddress & { readonly fileName: string };

/** The segments behind the first one, decoded; undefined for an address that cannot be decoded. An empty last one does not count. */
export const segmentsOf = (pathname: string): readonly string[] | undefined => {
  try {
    const segments = pathname.split('/').slice(2).map(decodeURIComponent);
    return segments.at(-1) === '' ? segments.slice(0, -1) : segments;
  } catch {
    return undefined; // a per cent sign that begins nothing
  }
};

/** 'A1@5' as device and mask. Undefined for what no device id can be. */
const targetOf = (segment: string): ViewerTarget | undefined => {
  const at = segment.indexOf('@');
  const deviceId = at < 0 ? segment : segment.slice(0, at);
  if (!deviceIdRule.safeParse(deviceId).success) return undefined;
  const digits = at < 0 ? '' : segment.slice(at + 1);
  return { deviceId, mask: /^\d{1,20}$/.test(digits) ? BigInt(digits) : undefined };
};

const REMOTE_DEFAULT_S = 60;
const REMOTE_LONGEST_S = 1800;
const WHOLE = /^\d{1,9}$/;

/** Seconds that /remote plays: 1 to 1800, for anything else 60. */
export const remoteDuration = (text: string): number => {
  const seconds = WHOLE.test(text) ? Number(text) : 0;
  return seconds >= 1 && seconds <= REMOTE_LONGEST_S ? seconds : REMOTE_DEFAULT_S;
};

const DOWNLOAD_LONGEST_S = 3600;
const LAST_OF_MINUTES = 5;

/** Seconds that a download page fetches: 1 to 5 are minutes, at most 3600, for 0 and anything that is no number 60. */
export const downloadDuration = (text: string): number => {
  const given = WHOLE.test(text) ? Number(text) : 0;
  if (given === 0) return REMOTE_DEFAULT_S;
  return given <= LAST_OF_MINUTES ? given * 60 : Math.min(given, DOWNLOAD_LONGEST_S);
};

/** Unix seconds of a moment: with a colon a date in this browser's zone, else unix time. Undefined for neither. */
export const momentOf = (text: string): number | undefined => {
  if (!text.includes(':')) {
    const seconds = /^\d{1,11}(\.\d+)?$/.test(text) ? Number(text) : 0;
    return seconds >= 1 ? seconds : undefined;
  }
  const ms = Date.parse(text);
  return Number.isNaN(ms) || ms < 1000 ? undefined : Math.floor(ms / 1000);
};

/** The number of the playback that an address asks for; 0 stands for any. Undefined for what is no such number. */
const streamIdOf = (text: string): number | undefined => {
  const id = WHOLE.test(text) ? Number(text) : Number.NaN;
  return Number.isNaN(id) ? undefined : id;
};

/** /live: three segments are plain, one is sealed. */
export const readLive = (segments: readonly string[]): LiveAddress | undefined => {
  const [device = '', user = '', password = ''] = segments.length === 3 ? segments : openSegment(segments[0] ?? '');
  const target = targetOf(device);
  return target === undefined || user === '' || password === '' ? undefined : { ...target, user, password };
};

/** The path that shows the same as /live with these plain segments, without user and password in sight. */
export const sealedLivePath = ([device = '', user = '']: readonly string[], passwordHash: string): string =>
  `/live/${sealSegment([device, user, passwordHash])}`;

/** Device, what a page calls its second segment, moment, user, password: the order of all pages but /live. */
const common = ([device = '', , time = '', user = '', password = '']: readonly string[]) => {
  const target = targetOf(device);
  const startS = momentOf(time);
  if (target === undefined || startS === undefined || user === '' || password === '') return undefined;
  return { ...target, startS, user, password };
};

export const readPlayback = (segments: readonly string[]): PlaybackAddress | undefined => {
  const read = segments.length === 5 ? common(segments) : undefined;
  const streamId = streamIdOf(segments[1] ?? '');
  return read === undefined || streamId === undefined ? undefined : { ...read, streamId };
};

export const readRemote = (segments: readonly string[]): RemoteAddress | undefined => {
  const read = segments.length === 5 ? common(segments) : undefined;
  return read && { ...read, durationS: remoteDuration(segments[1] ?? '') };
};

/** The file name may be missing. A query in the address makes it one that nobody meant: undefined, as for any other mistake. */
export const readDownload = (segments: readonly string[], query: string): DownloadAddress | undefined => {
  if (query !== '' || segments.length < 5 || segments.length > 6) return undefined;
  const read = common(segments);
  return read && { ...read, durationS: downloadDuration(segments[1] ?? ''), fileName: segments[5] ?? '' };
};

/** Channels of a page of several tiles: without a mask the first eight. */
export const manyChannels = ({ mask }: ViewerTarget, present: readonly number[]): readonly number[] =>
  channelsOfMask(mask ?? 255n, present);

/** The channel of a page of one; 1 where the mask names none that the device has. */
export const oneChannel = ({ mask }: ViewerTarget, present: readonly number[]): number =>
  firstChannel(mask ?? 1n, present);
