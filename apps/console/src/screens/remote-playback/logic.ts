// The rules of remote playback: which channels, which segments, where to begin, what the timeline shows. Pure.
import { MAX_PLAYBACK_CHANNELS, recordTypes, TOO_MANY_CHANNELS } from '@outrider/contract';
import type { DeviceRecord, KeptSpan } from '@outrider/contract';

const FIRST_CHANNELS = 4;
/** What is offered to be played at once, minutes. */
export const playMinutes = [1, 2, 3, 4, 5] as const;
export type PlayMinutes = (typeof playMinutes)[number];
/** The jumps on offer, seconds. */
export const jumps = [-10, -5, 5, 10] as const;

export type Channels = { readonly multi: boolean; readonly on: readonly number[] };

/** One channel, or several in the order of the device; the first four when several begins. */
export const withMulti = (multi: boolean, { on }: Channels, all: readonly number[]): Channels =>
  multi ? { multi, on: all.slice(0, FIRST_CHANNELS) } : { multi, on: on.slice(0, 1) };

/** What a press on a channel makes of the choice. A text: why it is refused. The last one stays on. */
export const withChannel = (channel: number, { multi, on }: Channels, all: readonly number[]): Channels | string => {
  if (!multi) return { multi, on: [channel] };
  if (on.includes(channel)) return on.length === 1 ? { multi, on } : { multi, on: on.filter((one) => one !== channel) };
  if (on.length >= MAX_PLAYBACK_CHANNELS) return TOO_MANY_CHANNELS;
  return { multi, on: all.filter((one) => one === channel || on.includes(one)) };
};

/** One line of the list. */
export type Segment = DeviceRecord & {
  readonly key: string;
  /** How much of it the server has from before. */
  readonly kept: 'all' | 'some' | 'none';
};

const keyOf = ({ channel, start, end, type, stream, storage }: DeviceRecord): string =>
  [channel, start, end, type, stream, storage].join(' ');

const keptOf = (record: DeviceRecord, kept: readonly KeptSpan[]): Segment['kept'] => {
  const { channel, start, end, stream } = record;
  let covered = 0;
  for (const span of kept) {
    if (span.channel !== channel || span.stream !== stream) continue;
    covered += Math.max(0, Math.min(end, span.end) - Math.max(start, span.start));
  }
  if (covered <= 0) return 'none';
  return covered >= end - start ? 'all' : 'some';
};

/** What is kept of spans that the device does not list (any more), as segments of their own. */
const keptAlone = (records: readonly DeviceRecord[], kept: readonly KeptSpan[]): readonly DeviceRecord[] =>
  kept
    .filter(
      (span) =>
        !records.some(({ channel, start, end }) => channel === span.channel && start < span.end && end > span.start),
    )
    .map((span) => ({ ...span, type: 0, sizeBytes: 0, storage: 'main' as const }));

/** The list by time and channel; a segment that is told twice stands there once. */
export const segmentsOf = (records: readonly DeviceRecord[], kept: readonly KeptSpan[]): readonly Segment[] => {
  const all = new Map<string, Segment>();
  for (const record of [...records, ...keptAlone(records, kept)]) {
    if (record.end <= record.start) continue; // a device that counts wrongly
    const key = keyOf(record);
    all.set(key, { ...record, key, kept: keptOf(record, kept) });
  }
  return [...all.values()].toSorted((a, b) => a.start - b.start || a.channel - b.channel || a.end - b.end);
};

export type SegmentFilter = { readonly channel: number | undefined; readonly type: number | undefined };

export const filtered = (segments: readonly Segment[], { channel, type }: SegmentFilter): readonly Segment[] =>
  segments.filter(
    (segment) =>
      (channel === undefined || segment.channel === channel) && (type === undefined || segment.type === type),
  );

/** 'Normal', 'GSensor', 'Alarm' as the documents name them; a number that is none of them stays a number. */
export const typeName = (type: number): string => recordTypes[type] ?? String(type);

/**
 * The segment to play at a moment: of the channels that are on, in their order, one of the wanted stream if there is one. Undefined:
 * none of them has anything then.
 */
export const segmentAt = (
  segments: readonly Segment[],
  on: readonly number[],
  ms: number,
  stream: DeviceRecord['stream'],
): Segment | undefined => {
  const found = segments.filter(({ channel, start, end }) => on.includes(channel) && start <= ms && ms < end);
  const first = on.find((channel) => found.some((segment) => segment.channel === channel));
  const own = found.filter(({ channel }) => channel === first);
  return own.find((segment) => segment.stream === stream) ?? own[0];
};

const rounded = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

/** '1.2 MB', '19 MB'; '' where the device does not say. */
export const sizeText = (bytes: number): string => {
  if (bytes <= 0) return '';
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return bytes < 999_500_000 ? `${rounded(bytes / 1e6)} MB` : `${rounded(bytes / 1e9)} GB`;
};

/** Farther apart the picture's clock and the device's are not the same moment seen twice. */
const CLOCKS_APART_MS = 2500;

/**
 * The playing time to show: that of the pictures, and where there are none, or they are elsewhere, what the device's side says. UTC ms.
 */
export const shownMs = (
  pictureMs: number,
  buffering: boolean,
  status: { readonly currentTime: number; readonly speed: number } | undefined,
): number => {
  if (status === undefined) return pictureMs;
  const apart = Math.abs(status.currentTime - pictureMs) > CLOCKS_APART_MS * Math.max(1, status.speed);
  return buffering || apart ? status.currentTime : pictureMs;
};

/** Tiles beside each other and under each other, as square as it goes; on a phone at most two beside each other. */
export const playerGrid = (tiles: number, phone: boolean): { columns: number; rows: number } => {
  const columns = Math.max(1, Math.min(Math.ceil(Math.sqrt(tiles)), phone ? 2 : 3));
  return { columns, rows: Math.max(1, Math.ceil(tiles / columns)) };
};

/** '14:05', '14:05:09' or '140509' as a time of day; undefined while it is none. */
export const typedTime = (text: string): { hour: number; minute: number; second: number } | undefined => {
  const [, hour, minute, second] = /^(\d{1,2}):?(\d{2})(?::?(\d{2}))?$/.exec(text.trim()) ?? [];
  if (hour === undefined || minute === undefined) return undefined;
  const time = { hour: Number(hour), minute: Number(minute), second: Number(second ?? 0) };
  return time.hour < 24 && time.minute < 60 && time.second < 60 ? time : undefined;
};
