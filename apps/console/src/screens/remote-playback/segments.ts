// The recordings of the device as lines of a list: what each is, how much of it the server has, which one a moment lies in. Pure.
import { recordTypes } from '@outrider/contract';
import type { DeviceRecord, KeptSpan } from '@outrider/contract';

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

/**
 * What plays of a moment that nobody chose a segment for: of the channels that are on, else of any; one that has it, else the first that
 * begins within so many ms after it. Undefined: there is nothing.
 */
export const firstToPlay = (
  segments: readonly Segment[],
  on: readonly number[],
  ms: number,
  withinMs: number,
): { segment: Segment; atMs: number } | undefined => {
  const own = segments.filter(({ channel }) => on.includes(channel));
  for (const some of [own, segments]) {
    const channels = [...new Set(some.map(({ channel }) => channel))].toSorted((a, b) => a - b);
    const segment = segmentAt(some, channels, ms, 'main');
    if (segment !== undefined) return { segment, atMs: ms };
  }
  const next = segments.find(({ start }) => start > ms && start <= ms + withinMs);
  return next === undefined ? undefined : { segment: next, atMs: next.start };
};

/** Recorders close a file after some minutes; a moment as long ago as this is in one, or nowhere. */
const LONGEST_FILE_MS = 15 * 60_000;

/** Whether a recorder that lists nothing of a moment may still list it later. */
export const mayStillCome = (ms: number, nowMs: number): boolean => ms > nowMs - LONGEST_FILE_MS;

const rounded = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

/** '1.2 MB', '19 MB'; '' where the device does not say. */
export const sizeText = (bytes: number): string => {
  if (bytes <= 0) return '';
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return bytes < 999_500_000 ? `${rounded(bytes / 1e6)} MB` : `${rounded(bytes / 1e9)} GB`;
};
