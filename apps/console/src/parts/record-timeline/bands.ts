// What a row of a timeline shows: spans of recordings laid on its pixels and gathered into bands of one look. However many segments
// there are, a row has at most as many bands as pixels. Pure.
import { placeOf } from './time-view.ts';
import type { TimeView } from './time-view.ts';

/** What a channel recorded from one moment to another, and where it lies. Times are UTC ms. */
export type RecordSpan = {
  readonly channel: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly source: 'server' | 'device';
  /** Why the device recorded it; nothing for plain recording. */
  readonly type?: 'gsensor' | 'alarm';
  /** Kept from being removed. */
  readonly locked?: boolean;
};

export type Holding = 'server' | 'device' | 'both' | 'missing';

export type Band = {
  /** Whole pixels, `x` up to `x + width`. */
  readonly x: number;
  readonly width: number;
  readonly holding: Exclude<Holding, 'missing'>;
  readonly gsensor: boolean;
  readonly alarm: boolean;
  readonly locked: boolean;
};

const SERVER = 1;
const DEVICE = 2;
const GSENSOR = 4;
const ALARM = 8;
const LOCKED = 16;

const bitsOf = ({ source, type, locked }: RecordSpan): number =>
  (source === 'server' ? SERVER : DEVICE) +
  (type === 'gsensor' ? GSENSOR : 0) +
  (type === 'alarm' ? ALARM : 0) +
  (locked === true ? LOCKED : 0);

const holdingOf = (bits: number): Band['holding'] => {
  if ((bits & SERVER) !== 0 && (bits & DEVICE) !== 0) return 'both';
  return (bits & SERVER) === 0 ? 'device' : 'server';
};

const bandOf = (bits: number, x: number, width: number): Band => ({
  x,
  width,
  holding: holdingOf(bits),
  gsensor: (bits & GSENSOR) !== 0,
  alarm: (bits & ALARM) !== 0,
  locked: (bits & LOCKED) !== 0,
});

/** The spans of each channel. */
export const byChannel = (spans: readonly RecordSpan[]): ReadonlyMap<number, readonly RecordSpan[]> =>
  Map.groupBy(spans, ({ channel }) => channel);

/** The bands of one channel's spans; what is shorter than a pixel takes one. */
export const bandsOf = (spans: readonly RecordSpan[], view: TimeView, width: number): readonly Band[] => {
  const pixels = new Uint8Array(Math.max(0, Math.ceil(width)));
  for (const span of spans) {
    if (span.endMs <= view.fromMs || span.startMs >= view.toMs) continue;
    const bits = bitsOf(span);
    const from = Math.max(0, Math.min(pixels.length - 1, Math.round(placeOf(view, width, span.startMs))));
    const to = Math.min(pixels.length, Math.max(from + 1, Math.round(placeOf(view, width, span.endMs))));
    for (let x = from; x < to; x += 1) pixels[x] = (pixels[x] ?? 0) | bits;
  }
  return gathered(pixels);
};

const gathered = (pixels: Uint8Array): readonly Band[] => {
  const bands: Band[] = [];
  let from = 0;
  for (let x = 1; x <= pixels.length; x += 1) {
    if (pixels[x] === pixels[from]) continue;
    const bits = pixels[from] ?? 0;
    if (bits !== 0) bands.push(bandOf(bits, from, x - from));
    from = x;
  }
  return bands;
};

/** What there is of one channel's spans at a moment. */
export const holdingAt = (spans: readonly RecordSpan[], ms: number): Holding => {
  const found = spans.filter((span) => span.startMs <= ms && ms < span.endMs);
  return found.length === 0 ? 'missing' : holdingOf(found.reduce((bits, span) => bits | bitsOf(span), 0));
};

/** Where a moment can be played from, over several channels. */
export type Whereabouts = {
  /** The moment itself, or one within the tolerance, lies on the server. */
  readonly onServer: boolean;
  readonly onDevice: boolean;
  /** When the server has something again after it, UTC ms; undefined: not in what is known. */
  readonly nextOnServerMs: number | undefined;
};

/** `toleranceMs`: a press that misses a recording by less than a pointer can aim is a press on it. */
export const whereabouts = (
  spans: readonly RecordSpan[],
  channels: readonly number[],
  ms: number,
  toleranceMs: number,
): Whereabouts => {
  const mine = spans.filter(({ channel }) => channels.includes(channel));
  const holds = (source: RecordSpan['source']): boolean =>
    mine.some((span) => span.source === source && span.startMs - toleranceMs <= ms && ms < span.endMs + toleranceMs);
  const later = mine.flatMap(({ source, startMs }) => (source === 'server' && startMs > ms ? [startMs] : []));
  return {
    onServer: holds('server'),
    onDevice: holds('device'),
    nextOnServerMs: later.length === 0 ? undefined : later.reduce((least, each) => Math.min(least, each)),
  };
};

/** A moment worth looking at: an event or an alarm. */
export type TimelineMark = {
  readonly ms: number;
  readonly kind: 'event' | 'alarm';
  readonly text: string;
};

export type MarkGroup = {
  readonly x: number;
  readonly kind: TimelineMark['kind'];
  readonly marks: readonly TimelineMark[];
};

/** Marks that would lie over each other become one; one with an alarm among them is drawn as an alarm. */
export const markGroups = (marks: readonly TimelineMark[], view: TimeView, width: number): readonly MarkGroup[] => {
  const apart = 10;
  const groups: { x: number; kind: TimelineMark['kind']; marks: TimelineMark[] }[] = [];
  const shown = marks.filter(({ ms }) => ms >= view.fromMs && ms <= view.toMs).toSorted((a, b) => a.ms - b.ms);
  for (const mark of shown) {
    const x = placeOf(view, width, mark.ms);
    const last = groups.at(-1);
    if (last === undefined || x - last.x >= apart) groups.push({ x, kind: mark.kind, marks: [mark] });
    else {
      last.marks.push(mark);
      if (mark.kind === 'alarm') last.kind = 'alarm';
    }
  }
  return groups;
};
