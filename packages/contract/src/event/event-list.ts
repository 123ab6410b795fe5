// The list of events: searching it, what people add to an event (memo, check status), fetching its files again, and the addresses of its
// clips and photos. What is pushed of an event is event.ts, all files of events are event-files.ts.
import { z } from 'zod';
import { groupId } from '../device/group.ts';
import { call } from '../speak/speak.ts';
import { fileNameOf, fileStamp } from '../speak/file-name.ts';
import { seenUpdatetime, updatetime } from '../speak/version.ts';
import { bodyCredentials, channelNumber, deviceId, outcome, wireFlag, wireSeconds } from '../speak/wire.ts';
import { channelMask } from './custom-event.ts';

/** Footage that somebody asked for by hand is listed under this code. */
export const CUSTOM_DOWNLOAD = 100;

export const MAX_SNAP_CHANNEL = 16;
/** Clips have eight channels at most. */
export const MAX_CLIP_CHANNEL = 8;
/** A list of changes, or of a day, is cut at so many: the newest of a day, the oldest of the changes. */
export const MAX_EVENTS_OF_DAY = 50_000;
/** A page of a search. */
export const MAX_EVENTS_FOUND = 1000;
export const MAX_EVENT_MEMO = 500;
export const MAX_CHECK_STATUS = 32;
/** What the console offers. Other clients may have words of their own. The first stands where nobody has set one. */
export const checkStatuses = ['Unchecked', 'Checked', 'False alarm', 'Follow up'] as const;

const channelsUpTo = (most: number): number[] => Array.from({ length: most }, (_, i) => i + 1);
const SNAP_CHANNELS: readonly number[] = channelsUpTo(MAX_SNAP_CHANNEL);

/** As `channelMask`, for sixteen channels. */
export const snapMask = z.codec(
  z
    .number()
    .int()
    .min(0)
    .max(2 ** MAX_SNAP_CHANNEL - 1),
  z.array(channelNumber.max(MAX_SNAP_CHANNEL)),
  {
    decode: (mask) => SNAP_CHANNELS.filter((n) => (mask >> (n - 1)) % 2 === 1),
    encode: (channels) => [...new Set(channels)].reduce((mask, n) => mask + 2 ** (n - 1), 0),
  },
);

/**
 * An event of the list. eventtime is text as in the push; vehiclex is the latitude, vehicley the longitude, null without a fix; speed in
 * km/h. `snap` and `download`: of which channels a photo and a clip are kept. `completed`: everything that it announced is there; `try`:
 * how often the device was asked. `preoffset` and `postoffset`: seconds before and after it that its footage reaches, null where
 * nobody said. `fence`: the name of the fence or route that it is about. updatetime: when anything of it changed last.
 */
export const listedEvent = z.object({
  serialno: z.number().int(),
  deviceid: z.string(),
  appdevid: z.number().int(),
  message: z.string(),
  eventtime: z.string(),
  eventtimeutc: wireSeconds,
  updatetime: wireSeconds,
  checkstatus: z.string(),
  memo: z.string(),
  snap: snapMask,
  download: channelMask,
  vehiclex: z.number().nullable(),
  vehicley: z.number().nullable(),
  speed: z.number(),
  completed: wireFlag,
  try: z.number().int(),
  preoffset: z.number().int().nullable(),
  postoffset: z.number().int().nullable(),
  fence: z.string(),
  sourcetype: z.number().int(),
});
export type ListedEvent = z.output<typeof listedEvent>;

const exampleEvent: z.input<typeof listedEvent> = {
  serialno: 3,
  deviceid: '13800000101',
  appdevid: 742,
  message: '',
  eventtime: '2026-09-21 21:33:20',
  eventtimeutc: 1_790_000_000,
  updatetime: 1_790_000_012,
  checkstatus: 'Unchecked',
  memo: '',
  snap: 2,
  download: 2,
  vehiclex: 24.07,
  vehicley: 120.52,
  speed: 54.2,
  completed: 1,
  try: 1,
  preoffset: null,
  postoffset: null,
  fence: '',
  sourcetype: 0,
};

const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};
const DAY_RULE = 'A day is written like 2026-09-21.';
const MOMENT_RULE = 'A moment is written like 2026-09-21 14:05:00.';
const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, DAY_RULE)
  .refine(isDay, DAY_RULE);
const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, MOMENT_RULE)
  .refine((text) => isDay(text.slice(0, 10)), MOMENT_RULE);
const serial = z.number().int().nonnegative();

export const postEventQuery = call({
  method: 'POST',
  path: '/gkevent/eventquery',
  right: 'F_event',
  audit: 'reads',
  input: z.object({
    ...bodyCredentials,
    afterTime: wireSeconds.optional(),
    afterUpdatetime: wireSeconds.optional(),
    serialno: serial.optional(),
    afterSerialno: serial.optional(),
    beforeSerialno: serial.optional(),
    date: day.optional(),
    afterDate: moment.optional(),
    beforeDate: moment.optional(),
    deviceid: deviceId.optional(),
    groupid: groupId.optional(),
    appdevids: z.array(z.number().int()).max(200).optional(),
    hasSnapshot: wireFlag.optional(),
    /** Seconds east of UTC. */
    timeZone: z
      .number()
      .int()
      .min(-14 * 3600)
      .max(14 * 3600)
      .optional(),
    desc: wireFlag.optional(),
  }),
  reply: z.union([z.array(listedEvent), outcome]),
  about: `Events of the devices that the caller may see and the account looks back to. With afterTime, those of that moment and later by the device's time, at most ${MAX_EVENTS_OF_DAY}, the newest; with afterUpdatetime those that changed in that second or later, by that second. Otherwise a search by serial number, ${MAX_EVENTS_FOUND} at most: rising, or falling with desc; go on with afterSerialno or beforeSerialno, which leave that number out. date, afterDate and beforeDate are moments of the device's time in timeZone (both ends included). Where the device's clock cannot be right, before 2010 or more than a day ahead of when the event was received, all of these go by when it was received. A group includes the groups below it. hasSnapshot 1: with a photo, 0: without. Only what changed before the present second is answered; ask on with the newest updatetime plus one second.`,
  example: { input: { afterTime: 1_789_948_800 }, reply: [exampleEvent] },
});

const changedEvent = {
  ...bodyCredentials,
  serialno: serial,
  /** The updatetime that the person saw. */
  ...seenUpdatetime,
};

export const putEventSet = call({
  method: 'PUT',
  path: '/gkevent/eventset',
  right: 'F_event',
  audit: { action: 'Set check status of an event', secret: { password: true } },
  input: z.object({ ...changedEvent, checkstatus: z.string().trim().min(1).max(MAX_CHECK_STATUS) }),
  reply: z.union([z.object({ serialno: serial, checkstatus: z.string(), updatetime }), outcome]),
  about: `Sets the check status of an event, in at most ${MAX_CHECK_STATUS} characters. What each means is for its people to decide.`,
  example: {
    input: { serialno: 3, checkstatus: 'Follow up' },
    reply: { serialno: 3, checkstatus: 'Follow up', updatetime: 1_790_000_060 },
  },
});

export const postEventSet = call({
  method: 'POST',
  path: '/gkevent/eventset',
  right: 'F_event',
  audit: { action: 'Set memo of an event', secret: { password: true } },
  input: z.object({
    ...changedEvent,
    memo: z
      .string()
      .max(MAX_EVENT_MEMO)
      .overwrite((text) => text.replaceAll(/\s+/g, ' ').trim()),
  }),
  reply: z.union([z.object({ serialno: serial, memo: z.string(), updatetime }), outcome]),
  about: `Saves the memo of an event, at most ${MAX_EVENT_MEMO} characters on one line.`,
  example: {
    input: { serialno: 3, memo: 'Spoke with the driver' },
    reply: { serialno: 3, memo: 'Spoke with the driver', updatetime: 1_790_000_060 },
  },
});

export const postEventDownload = call({
  method: 'POST',
  path: '/gkevent/download',
  right: 'F_event',
  audit: { action: 'Fetch the files of an event again', secret: { password: true }, device: 'deviceid' },
  input: z.object({ ...bodyCredentials, deviceid: deviceId, appdevid: z.number().int(), serialno: serial }),
  reply: z.union([
    z.object({
      serialno: serial,
      completed: wireFlag,
      try: z.number().int(),
      download: channelMask,
      updatetime,
      message: z.string(),
    }),
    outcome,
  ]),
  about:
    'Asks the device once more for the files of an event, or for the footage of a custom event: at once, or as soon as it is back. What is kept stays until then. conflict for an event that never had any, and for a custom event whose request is not kept any more.',
  example: {
    input: { deviceid: '13800000101', appdevid: 742, serialno: 3 },
    reply: {
      serialno: 3,
      completed: 0,
      try: 2,
      download: 2,
      updatetime: 1_790_000_060,
      message: 'The device is asked for the files again.',
    },
  },
});

export const getFootageInfo = call({
  method: 'GET',
  path: '/gkevent/footageinfo',
  right: 'F_event',
  input: z.object({ s: z.coerce.number().int().positive(), c: z.coerce.number().int().min(1).max(MAX_CLIP_CHANNEL) }),
  reply: z.union([z.object({ start: wireSeconds, end: wireSeconds }), outcome]),
  about:
    'From when to when the kept clip of event s and channel c reaches. The clip itself is GET /gkevent/footage/{deviceid}_{time}_ch{n}.mp4 with s and c.',
  example: { input: { s: '3', c: '2' }, reply: { start: 1_790_000_000, end: 1_790_000_005 } },
});

type Addressed = Pick<ListedEvent, 'serialno' | 'deviceid' | 'eventtimeutc'>;

/** Where the clip of an event is, for a page of ours. */
export const footageAddress = ({ serialno, deviceid, eventtimeutc }: Addressed, channel: number): string => {
  const name = fileNameOf([deviceid, fileStamp(eventtimeutc), `ch${channel}`], 'mp4');
  return `/gkevent/footage/${encodeURIComponent(name)}?s=${serialno}&c=${channel}`;
};

/** The query of pic.cgi for a photo of an event: t in unix seconds; s names one of several events of that second. */
export const snapQuery = z.object({
  type: z.literal('snap'),
  t: z.coerce.number().int().nonnegative(),
  deviceid: deviceId,
  ch: z.coerce.number().int().min(1).max(MAX_SNAP_CHANNEL),
  s: z.coerce.number().int().positive().optional(),
});

/** The address of a photo behind the origin of the stream port. */
export const snapAddress = ({ serialno, deviceid, eventtimeutc }: Addressed, channel: number): string =>
  `/pic.cgi?type=snap&t=${Math.floor(eventtimeutc / 1000)}&deviceid=${encodeURIComponent(deviceid)}&ch=${channel}&s=${serialno}`;
