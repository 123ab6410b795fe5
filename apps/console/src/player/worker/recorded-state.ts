// Decides what a tile of recorded video is in, and how far its channel is, from what the server told, what came and what the clock
// says. Pure.
import type { PlaybackState } from '@outrider/contract';
import type { ChannelProgress, Gap } from '../recorded/group-rules.ts';
import type { PlaybackMode } from '../recorded/messages.ts';
import type { PlayerPhase } from '../messages.ts';

export type RecordedState = {
  readonly mode: PlaybackMode;
  readonly generation: number;
  /** The moment that was asked for. */
  readonly startMs: number;
  /** The server's last word on this generation. */
  readonly told: PlaybackState | undefined;
  /** The socket is gone; its last words. */
  readonly lost: { readonly message: string } | undefined;
  readonly unsupported: boolean;
  /** Somebody can see the tile; else nothing is decoded. */
  readonly visible: boolean;
  readonly newestMs: number | undefined;
  readonly hasVideo: boolean;
  /** A picture of this generation was shown. */
  readonly ready: boolean;
  readonly gaps: readonly Gap[];
  readonly shownMs: number | undefined;
  readonly beforeMs: number | undefined;
};

export const initialRecorded = (mode: PlaybackMode, generation: number, startMs: number): RecordedState => ({
  mode,
  generation,
  startMs,
  told: undefined,
  lost: undefined,
  unsupported: false,
  visible: true,
  newestMs: undefined,
  hasVideo: false,
  ready: false,
  gaps: [],
  shownMs: undefined,
  beforeMs: undefined,
});

/** Gaps that are over are of no use any more. */
const MAX_GAPS = 50;

/** What came from this moment on comes again. */
const renewed = (state: RecordedState, timeMs: number): RecordedState => ({
  ...state,
  newestMs: state.newestMs === undefined ? undefined : Math.min(state.newestMs, timeMs),
  gaps: state.gaps.filter(({ fromMs }) => fromMs < timeMs),
});

/** The server said something. */
export const afterTold = (state: RecordedState, told: PlaybackState): RecordedState => {
  const heard = { ...state, told, lost: undefined };
  if (told.state === 'playing' && told.timeMs !== undefined) return renewed(heard, told.timeMs);
  if (told.state !== 'gap' || told.timeMs === undefined) return heard;
  const gap: Gap = { fromMs: state.newestMs ?? Math.min(state.startMs, told.timeMs), toMs: told.timeMs };
  return { ...heard, gaps: [...state.gaps, gap].slice(-MAX_GAPS) };
};

/** A frame came. */
export const afterFrame = (state: RecordedState, timeMs: number, video: boolean): RecordedState => ({
  ...state,
  newestMs: Math.max(state.newestMs ?? timeMs, timeMs),
  hasVideo: state.hasVideo || video,
});

/** A picture was put on screen. */
export const afterShown = (state: RecordedState, timeMs: number): RecordedState => {
  const beforeMs = state.shownMs !== undefined && state.shownMs < timeMs ? state.shownMs : state.beforeMs;
  const isBefore = beforeMs !== undefined && beforeMs < timeMs;
  return { ...state, ready: true, shownMs: timeMs, beforeMs: isBefore ? beforeMs : undefined };
};

const reasons: Partial<Record<PlaybackState['state'], PlayerPhase>> = {
  none: 'none',
  offline: 'offline',
  refused: 'refused',
  timeout: 'timeout',
  forbidden: 'forbidden',
  limit: 'limit',
  error: 'error',
};

const stageOf = ({ told, lost, unsupported }: RecordedState): ChannelProgress['stage'] => {
  if (lost !== undefined || unsupported) return 'out';
  if (told === undefined || told.state === 'opening') return 'opening';
  if (told.state === 'ended') return 'ended';
  return reasons[told.state] === undefined ? 'flowing' : 'out';
};

/** Nothing of it keeps the clock: its picture is on screen, or there is none to show, since it has none or nobody sees it. */
const isReady = ({ ready, hasVideo, visible, newestMs }: RecordedState): boolean =>
  ready || (newestMs !== undefined && (!hasVideo || !visible));

/** What the page is told. `nextMs`: the picture after the one on screen. */
export const progressOf = (state: RecordedState, nextMs: number | undefined): ChannelProgress => ({
  generation: state.generation,
  stage: stageOf(state),
  ready: isReady(state),
  newestMs: state.newestMs,
  gaps: state.gaps,
  shownMs: state.shownMs,
  beforeMs: state.beforeMs,
  nextMs,
});

export type RecordedPhase = { readonly phase: PlayerPhase; readonly message: string; readonly untilMs?: number };

/** What the tile says while the clock is at `timeMs`. */
export const phaseOf = (state: RecordedState, timeMs: number): RecordedPhase => {
  const { told, lost, unsupported, newestMs, mode } = state;
  const message = told?.message ?? '';
  if (lost !== undefined) return { phase: 'error', message: lost.message };
  if (unsupported) return { phase: 'unsupported', message: '' };
  if (told === undefined || told.state === 'opening')
    return { phase: mode === 'lopb' ? 'connecting' : 'waiting', message };
  const reason = reasons[told.state];
  if (reason !== undefined) return { phase: reason, message: reason === 'none' ? '' : message };
  const gap = state.gaps.find(({ fromMs, toMs }) => fromMs < timeMs && timeMs < toMs);
  if (gap !== undefined) return { phase: 'gap', message: '', untilMs: gap.toMs };
  if (told.state === 'ended' && timeMs >= (newestMs ?? 0)) return { phase: 'ended', message: '' };
  const waits = newestMs === undefined || !isReady(state) || (told.state !== 'ended' && newestMs < timeMs);
  return { phase: waits ? 'buffering' : 'playing', message: '' };
};
