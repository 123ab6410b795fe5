// What the fetch of one span does next: look what is kept, ask for the list, play a piece, wait, end. Pure; footage-fetcher.ts does it.
import type { DeviceRecord } from '../../gateway/index.ts';
import type { FootageSource, FootageSpan } from './footage.ts';
import type { SourceEnd } from './frame-source.ts';
import { judge, missingSpans, SMALL_MS } from './missing.ts';

/** After a failed attempt; twice as long after each further one. */
export const FIRST_PAUSE_MS = 2_000;
export const LONGEST_PAUSE_MS = 60_000;
/** Attempts that bring nothing, before the rest of a span counts as not there. */
export const MAX_FAILURES = 3;
/** Recordings with no more than this between them play in one go. */
const JOINED_MS = 1000;

/** What is fetched; `patienceMs` as in FootageRequest. */
export type FetchGoal = Pick<FootageSource, 'channel' | 'stream'> & {
  fromMs: number;
  toMs: number;
  patienceMs: number;
};

export type FetchState = {
  /** When a piece last came, or the fetch began, on a steady clock. */
  lastGoodMs: number;
  /** Attempts since then that brought nothing. */
  failures: number;
  /** So little missing beside what is kept counts as nothing (missing.ts). */
  smallMs: number;
  /** What is not kept, oldest first, as of the last look. */
  missing: readonly FootageSpan[];
};

/** What came of the step before. */
export type FetchInput =
  | { kind: 'kept'; spans: readonly FootageSpan[] }
  | { kind: 'listed'; records: readonly DeviceRecord[] }
  | { kind: 'unlisted'; failure: SourceEnd }
  /**
   * `firstMs` and `newestMs`: when the first picture and the newest frame were recorded; null: none came. `yielded`: an operator wanted
   * the channel. `online`: the device is connected now.
   */
  | {
      kind: 'played';
      span: FootageSpan;
      firstMs: number | null;
      newestMs: number | null;
      end: SourceEnd;
      yielded: boolean;
      online: boolean;
    }
  | { kind: 'waited' };

export type FetchStep =
  /** Which spans are kept? */
  | { do: 'look' }
  /** What does the device have? */
  | { do: 'list' }
  | { do: 'play'; span: FootageSpan }
  /** Until then, or until the device connects. */
  | { do: 'wait'; why: string; waitMs: number }
  /** There is no more to fetch. */
  | { do: 'finish' }
  | { do: 'fail'; end: SourceEnd };

export type FetchNext = { state: FetchState; step: FetchStep };

export const beginFetch = (nowMs: number): FetchNext => ({
  state: { lastGoodMs: nowMs, failures: 0, smallMs: SMALL_MS, missing: [] },
  step: { do: 'look' },
});

/** What is next, after what the step before came to. */
export const nextFetch = (goal: FetchGoal, state: FetchState, input: FetchInput, nowMs: number): FetchNext => {
  switch (input.kind) {
    case 'kept': {
      const missing = missingSpans(input.spans, goal.fromMs, goal.toMs, state.smallMs);
      return { state: { ...state, missing }, step: { do: missing.length === 0 ? 'finish' : 'list' } };
    }
    case 'listed': {
      const span = firstPiece(goal, state.missing, input.records);
      return { state, step: span === undefined ? { do: 'finish' } : { do: 'play', span } };
    }
    case 'unlisted':
      return afterFailure(goal, state, input.failure, nowMs);
    case 'played':
      return afterPlaying(goal, state, input, nowMs);
    case 'waited':
      return { state, step: { do: 'look' } };
  }
};

/** The first piece of what is missing that the device says it has. */
const firstPiece = (
  { channel, stream }: FetchGoal,
  missing: readonly FootageSpan[],
  records: readonly DeviceRecord[],
): FootageSpan | undefined => {
  const own = records.filter(
    (record) => record.channel === channel && record.stream === stream && record.kind !== 'audio',
  );
  for (const { startMs, endMs } of missing) {
    const first = own.find((record) => record.startMs < endMs && record.endMs > startMs);
    if (first === undefined) continue;
    const joinedMs = own.reduce(
      (end, record) => (record.startMs <= end + JOINED_MS && record.endMs > end ? record.endMs : end),
      first.endMs,
    );
    return { startMs: Math.max(startMs, first.startMs), endMs: Math.min(endMs, joinedMs) };
  }
  return undefined;
};

const afterPlaying = (
  goal: FetchGoal,
  state: FetchState,
  { span, firstMs, newestMs, end, yielded, online }: Extract<FetchInput, { kind: 'played' }>,
  nowMs: number,
): FetchNext => {
  const brought = newestMs !== null && newestMs > span.startMs;
  const whole = !yielded && (end.kind === 'reached' || end.kind === 'finished');
  const over = !yielded && end.kind !== 'offline';
  const { smallMs, rest } = judge(state.smallMs, { span, firstMs, brought, whole, over });
  const good = brought || yielded;
  const next: FetchState = {
    ...state,
    smallMs,
    lastGoodMs: good ? nowMs : state.lastGoodMs,
    failures: good ? 0 : state.failures + 1,
  };
  if (yielded || (whole && brought) || rest) return { state: next, step: { do: 'look' } };
  if (next.failures >= MAX_FAILURES && online) return { state: next, step: { do: 'fail', end } };
  return afterFailure(goal, next, end, nowMs);
};

const afterFailure = ({ patienceMs }: FetchGoal, state: FetchState, failure: SourceEnd, nowMs: number): FetchNext => {
  if (nowMs - state.lastGoodMs >= patienceMs) return { state, step: { do: 'fail', end: failure } };
  const waitMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** state.failures);
  return { state, step: { do: 'wait', why: failure.message, waitMs } };
};
