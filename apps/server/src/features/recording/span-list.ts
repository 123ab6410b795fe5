// What is recorded between two moments, for a timeline: exact for two days, to the minute beyond, never more than it can show.
import { AppError, EXACT_RECORDINGS_DAYS, MAX_RECORDING_SPANS, MAX_RECORDINGS_DAYS } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from './minutes.ts';
import type { ChannelSpan, RecordingReader } from './reader.ts';
import type { RecordingStore } from './store.ts';

export type SpanListKit = { reader: RecordingReader; store: RecordingStore; clock: Clock };
export type SpanQuestion = { channels: readonly number[]; fromMs: number; toMs: number; joinMs: number };

const SECOND_MS = 1000;

/** Closes pauses shorter than `joinMs`; ordered by start. Pure. */
const closePauses = (spans: readonly ChannelSpan[], joinMs: number): ChannelSpan[] => {
  const joined: ChannelSpan[] = [];
  const last = new Map<number, ChannelSpan>();
  for (const { channel, startMs, endMs } of spans) {
    const before = last.get(channel);
    if (before !== undefined && startMs - before.endMs <= joinMs) before.endMs = Math.max(before.endMs, endMs);
    else {
      const span = { channel, startMs, endMs };
      joined.push(span);
      last.set(channel, span);
    }
  }
  return joined;
};

/** Closes longer and longer pauses until so many are left. */
const atMost = (count: number, spans: readonly ChannelSpan[], joinMs: number): ChannelSpan[] => {
  let joined = closePauses(spans, joinMs);
  for (let wider = 2 * joinMs; joined.length > count && wider < MAX_RECORDINGS_DAYS * DAY_MS; wider *= 2)
    joined = closePauses(joined, wider);
  return joined.slice(0, count);
};

/** Throws AppError invalid for a span that ends before it begins or is too long. */
export const listSpans = async ({ reader, store, clock }: SpanListKit, deviceKey: number, asked: SpanQuestion) => {
  const { fromMs, toMs, joinMs } = asked;
  if (toMs <= fromMs) throw new AppError('invalid', 'to: must be after from');
  if (toMs - fromMs > MAX_RECORDINGS_DAYS * DAY_MS)
    throw new AppError('invalid', `to: at most ${MAX_RECORDINGS_DAYS} days after from`);
  const channels = [...new Set(asked.channels)];
  const exact = toMs - fromMs <= EXACT_RECORDINGS_DAYS * DAY_MS;
  const found = await (exact
    ? reader.spans(deviceKey, channels, fromMs, toMs)
    : reader.minuteSpans(deviceKey, channels, fromMs, toMs));
  const rows = await store.protectedSpans(deviceKey, channels, fromMs, toMs, clock.now());
  const kept = rows.map((row) => ({ channel: row.channel, startMs: row.startMs, endMs: row.endMs }));
  const half = MAX_RECORDING_SPANS / 2;
  const spans = [
    ...atMost(half, found, joinMs).map((span) => ({ ...span, kept: false })),
    ...atMost(half, kept, joinMs).map((span) => ({ ...span, kept: true })),
  ];
  return {
    step: (exact ? SECOND_MS : MINUTE_MS) / SECOND_MS,
    spans: spans.map(({ channel, startMs, endMs, kept: isKept }) => ({
      channel,
      start: startMs,
      end: Math.ceil((endMs + 1) / SECOND_MS) * SECOND_MS,
      kept: isKept,
    })),
  };
};
