// What the server keeps of a device for people to edit: D03 reads it, D04 changes some of it. Lists of channels are texts with one
// character a channel; here are the functions that read and write them.
import { z } from 'zod';
import { plainText } from '../speak/plain-text.ts';
import type { Right } from '../speak/rights.ts';
import { command } from '../speak/speak.ts';
import { updatetime } from '../speak/version.ts';
import { channelNumber, deviceId, ruleIssue, wireFlag, wireSeconds } from '../speak/wire.ts';

/** How many channels the editor offers. */
export const channelCountChoices = [1, 2, 3, 4, 8, 12, 16, 20, 36, 64] as const;
/** -1 no video at all, 0 live view only, 1 every channel, 2 the channels of the plan. */
export const recordEnables = [-1, 0, 1, 2] as const;
/** -1 no sound at all; sound of the talk channel: 0 not recorded, 1 recorded; sound of every channel: 2 not recorded, 3 recorded. */
export const recordAudios = [-1, 0, 1, 2, 3] as const;
/** Record days and event days; 0 is what the server has for all. */
export const MAX_KEPT_DAYS = 29_999;
export const MAX_CHANNEL_NAME = 12;
/** Farthest zone of a clock that the editor knows, in seconds from UTC. */
export const MAX_CLOCK_ZONE_S = 43_200;
const ZONE_STEP_S = 900;
const MAX_VIDEO_LOSS_INTERVAL_S = 86_400;
const KB_OF_MB = 1024;
const MAX_FLOW_KB = 1024 ** 3;

/** The channels (from 1) whose character is '1', rising. */
export const flaggedChannels = (flags: string): number[] =>
  Array.from(flags).flatMap((flag, i) => (flag === '1' ? [i + 1] : []));
/** One character for each of `count` channels: '1' for those listed. */
export const channelFlags = (channels: readonly number[], count: number): string =>
  Array.from({ length: count }, (_, i) => (channels.includes(i + 1) ? '1' : '0')).join('');

/** The limit of a month is entered in MB and kept in KB. */
export const megabytesOf = (maxnetflow: number): number => maxnetflow / KB_OF_MB;
export const maxNetFlowOf = (megabytes: number): number => Math.round(megabytes * KB_OF_MB);

/** Reads 'lat,lng' in degrees WGS84; null for '', undefined for anything else. */
export const readMapLocation = (text: string): { lat: number; lng: number } | null | undefined => {
  if (text.trim() === '') return null;
  const [whole, lat, lng] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text) ?? [];
  if (whole === undefined || Math.abs(Number(lat)) > 90 || Math.abs(Number(lng)) > 180) return undefined;
  return { lat: Number(lat), lng: Number(lng) };
};
export const mapLocationText = (place: { lat: number; lng: number } | null): string =>
  place === null ? '' : `${place.lat},${place.lng}`;

const shortText = z
  .string()
  .max(31)
  .refine((text) => plainText(text) === text && !text.includes('\n'), 'The text holds something invisible.');
const flags = z.string().regex(/^[01]{1,64}$/, 'One 0 or 1 for each channel.');
const keptDays = z.number().int().min(0).max(MAX_KEPT_DAYS);
const channelNames = z.string().superRefine((text, issues) => {
  if (text.split(',').some((name) => name.length > MAX_CHANNEL_NAME))
    issues.addIssue(ruleIssue('A channel name has at most 12 characters.', {}));
  if (plainText(text) !== text || text.includes('\n'))
    issues.addIssue(ruleIssue('The text holds something invisible.', {}));
});

/** Each field of the record by its name; the right `F_lmdvrs_` + name opens it. */
export const deviceFields = {
  /** How many channels it has. Another number without `talkch` and `chsort` sets them to 1 and to 1..n. */
  channel: channelNumber,
  /** Its days and texts of time go by the zone of the place where it is, not by that of its clock. */
  gpstzenable: wireFlag,
  icon: z.number().int().min(0).max(255),
  extid: shortText,
  driver: shortText,
  /** The Device Memo. */
  vehicleid: shortText,
  plate: shortText,
  /** 'lat,lng' in degrees, '' for none: where the map shows it without a fix. */
  maplocation: z
    .string()
    .max(63)
    .refine((text) => readMapLocation(text) !== undefined, 'A place is latitude and longitude, like 24.07,120.52.'),
  /** The zone its clock runs in, seconds east of UTC. */
  clockzone: z.number().int().min(-MAX_CLOCK_ZONE_S).max(MAX_CLOCK_ZONE_S).multipleOf(ZONE_STEP_S),
  /** '1': the channel comes as main stream, for live view and recording. */
  streamtype: flags,
  /** '0': the channel is installed. Lists of devices have it the other way round. */
  chmask: flags,
  /** Seconds between two events of video loss; 0: each is one. */
  videolossinterval: z.number().int().min(0).max(MAX_VIDEO_LOSS_INTERVAL_S),
  recenable: z.literal(recordEnables),
  recdays: keptDays,
  /** '1': the channel is recorded with `recenable` 2. */
  recplan: flags,
  recaudio: z.literal(recordAudios),
  /** Names joined by commas, in channel order. */
  chnames: channelNames,
  /** The channels in the order of their tiles, joined by commas. */
  chsort: z.string().regex(/^\d{1,2}(,\d{1,2}){0,63}$/, 'Each channel once, joined by commas.'),
  talkch: channelNumber,
  netlimit: wireFlag,
  /** KB of a month. */
  maxnetflow: z.number().int().min(0).max(MAX_FLOW_KB),
  eventdays: keptDays,
};
export type DeviceField = keyof typeof deviceFields;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
export const deviceFieldNames = Object.keys(deviceFields) as readonly DeviceField[];
export const rightOfField = (field: DeviceField): Right => `F_lmdvrs_${field}`;

/** Stored values are older than some limits: what is read has none. */
const stored = { ...deviceFields, clockzone: z.number().int(), chnames: z.string(), maplocation: z.string() };
export const deviceEditorRecord = z
  .object(stored)
  .partial()
  .extend({ deviceid: z.string(), channel: channelNumber, updatetime, updateby: z.string() });
/** Without the fields that the caller has no right for; `channel` is always there. */
export type DeviceEditorRecord = z.output<typeof deviceEditorRecord>;

/** As it is edited: every field, and the version that was seen. */
export const deviceDraft = z.object({ ...deviceFields, updatetime });
export type DeviceDraft = z.output<typeof deviceDraft>;

export const deviceChanges = z
  .object({
    ...deviceFields,
    /** 'flag,maxnetflow' sets both. */
    netlimit: z.union([wireFlag, z.string().regex(/^[01],\d{1,10}$/)]),
  })
  .partial();
export type DeviceChanges = z.output<typeof deviceChanges>;

export const d03ReadDevice = command({
  code: 'D03',
  right: 'F_lmdvrs',
  audit: 'reads',
  input: z.object({ I: deviceId }),
  reply: z.object({ I: z.string(), Z: deviceEditorRecord }),
  batched: false,
  about:
    'What is set for device I: the fields that the account has the right for (F_lmdvrs_ and the name of the field), with their version.',
  example: {
    input: { I: '13800000101' },
    reply: {
      I: '13800000101',
      Z: {
        deviceid: '13800000101',
        channel: 4,
        chmask: '0010',
        recenable: 1,
        recdays: 0,
        updatetime: 1_790_000_000,
        updateby: 'admin',
      },
    },
  },
});

/** T: the `updatetime` that was seen; without it nothing is compared. In the answer: the new one. */
export const d04ChangeDevice = command({
  code: 'D04',
  right: 'F_lmdvrs',
  audit: { action: 'Change device', secret: {}, device: 'I' },
  input: z.object({ I: deviceId, Z: deviceChanges, T: wireSeconds.optional() }),
  reply: z.object({ I: z.string(), T: updatetime }),
  batched: false,
  about:
    'Sets the fields of Z for device I and leaves the others. Each needs its right (F_lmdvrs_ and the name of the field). Texts with a character a channel have as many as there are channels. T is the updatetime that was seen: R 409 where the device has another one, with X saying who changed it, when, and what holds now. Answers the new one.',
  example: {
    input: { I: '13800000101', Z: { recdays: 30 }, T: 1_790_000_000 },
    reply: { I: '13800000101', T: 1_790_000_060 },
  },
});
