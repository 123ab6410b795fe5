// Decides what a tile is in: pure, no clock, no socket. The server's words count as long as its socket lives; silence and
// broken sockets are judged here (specification section 4, live player).
import type { StreamState } from '@outrider/contract';
import type { PlayerPhase } from '../messages.ts';

/** No video for longer is not playing any more. */
export const SILENT_AFTER_MS = 5000;
/** Silence for longer asks for a new connection… */
export const RECONNECT_AFTER_MS = 10_000;
/** …but not sooner than this after the last attempt. */
export const ATTEMPT_GAP_MS = 15_000;
/** A socket that broke is made again after these waits; the last one repeats. */
const BROKEN_WAITS_MS = [500, 2000, 5000, ATTEMPT_GAP_MS];

export type LiveState = {
  readonly phase: PlayerPhase;
  readonly sinceMs: number;
  readonly message: string;
  readonly retryAtMs: number | undefined;
  readonly hasPicture: boolean;
  /** When the last video frame came, or the attempt began. */
  readonly dataMs: number;
  /** When anything came, states included. */
  readonly heardMs: number;
  readonly attemptMs: number;
  /** Broken sockets in a row without a picture between them. */
  readonly breaks: number;
  /** When to open again; undefined while a socket is open or opening. */
  readonly reopenAtMs: number | undefined;
  /** The server's last word on this socket. */
  readonly told: StreamState['state'] | undefined;
};

export type LiveInput =
  | { readonly kind: 'told'; readonly state: StreamState }
  | { readonly kind: 'picture' }
  /** Bytes that are no picture: audio, or video of a codec this browser cannot show. */
  | { readonly kind: 'heard' }
  | { readonly kind: 'unsupported'; readonly message: string }
  /** The socket ended; `opened` says whether it had ever opened. */
  | { readonly kind: 'broken'; readonly opened: boolean; readonly message: string }
  | { readonly kind: 'tick' };

/** `reopen`: close what is open and open again. */
export type LiveStep = { readonly state: LiveState; readonly reopen: boolean };

/** The state at the first attempt. */
export const initialLive = (nowMs: number): LiveState => ({
  phase: 'connecting',
  sinceMs: nowMs,
  message: '',
  retryAtMs: undefined,
  hasPicture: false,
  dataMs: nowMs,
  heardMs: nowMs,
  attemptMs: nowMs,
  breaks: 0,
  reopenAtMs: undefined,
  told: undefined,
});

const enter = (state: LiveState, phase: PlayerPhase, sinceMs: number, message = '', retryAtMs?: number): LiveState => ({
  ...state,
  phase,
  sinceMs: state.phase === phase ? state.sinceMs : sinceMs,
  message,
  retryAtMs,
});

/** The server gave a reason why there is no picture and tries again by itself: silence then means nothing. */
const serverHasReason = (told: LiveState['told']): boolean =>
  told !== undefined && told !== 'playing' && told !== 'connecting' && told !== 'waiting';

const afterTold = (state: LiveState, words: StreamState, nowMs: number): LiveState => {
  const heard: LiveState = { ...state, heardMs: nowMs, told: words.state, reopenAtMs: undefined };
  const retryAtMs = words.retryInMs === undefined ? undefined : nowMs + words.retryInMs;
  if (words.state === 'playing') return heard; // a picture says it better
  const working = words.state === 'connecting' || words.state === 'waiting' || words.state === 'reconnecting';
  if (working && heard.hasPicture) return enter(heard, 'reconnecting', state.dataMs, words.message, retryAtMs);
  return enter(heard, words.state, nowMs, words.message, retryAtMs);
};

const afterTick = (state: LiveState, nowMs: number): LiveStep => {
  if (state.phase === 'forbidden') return { state, reopen: false };
  if (state.reopenAtMs !== undefined) {
    if (nowMs < state.reopenAtMs) return { state, reopen: false };
    return { state: attempted(state, nowMs), reopen: true };
  }
  const silentMs = nowMs - state.dataMs;
  const quiet =
    state.phase === 'playing' && silentMs > SILENT_AFTER_MS ? enter(state, 'reconnecting', state.dataMs) : state;
  const due =
    nowMs - Math.max(state.dataMs, state.heardMs) > RECONNECT_AFTER_MS &&
    nowMs - state.attemptMs >= ATTEMPT_GAP_MS &&
    !serverHasReason(state.told);
  return due ? { state: attempted(quiet, nowMs), reopen: true } : { state: quiet, reopen: false };
};

const attempted = (state: LiveState, nowMs: number): LiveState => ({
  ...state,
  attemptMs: nowMs,
  heardMs: nowMs,
  reopenAtMs: undefined,
  retryAtMs: undefined,
  told: undefined,
});

const afterBreak = (state: LiveState, input: { opened: boolean; message: string }, nowMs: number): LiveState => {
  if (state.phase === 'forbidden') return state;
  const wait = BROKEN_WAITS_MS[Math.min(state.breaks, BROKEN_WAITS_MS.length - 1)] ?? ATTEMPT_GAP_MS;
  const broken = { ...state, breaks: state.breaks + 1, reopenAtMs: nowMs + wait, told: undefined };
  if (state.hasPicture) return enter(broken, 'reconnecting', state.dataMs, input.message, nowMs + wait);
  const phase = state.breaks === 0 && !input.opened ? 'connecting' : 'error';
  return enter(broken, phase, nowMs, input.message, nowMs + wait);
};

/** Advances a tile by one happening at `nowMs`. */
export const stepLive = (state: LiveState, input: LiveInput, nowMs: number): LiveStep => {
  switch (input.kind) {
    case 'told':
      return { state: afterTold(state, input.state, nowMs), reopen: false };
    case 'picture': {
      const flowing = { ...state, dataMs: nowMs, heardMs: nowMs, breaks: 0, hasPicture: true };
      // A picture that was under way when the server told the end of the stream does not begin it again.
      return { state: serverHasReason(state.told) ? flowing : enter(flowing, 'playing', nowMs), reopen: false };
    }
    case 'heard':
      return { state: { ...state, heardMs: nowMs }, reopen: false };
    case 'unsupported':
      return {
        state: enter({ ...state, dataMs: nowMs, heardMs: nowMs }, 'unsupported', nowMs, input.message),
        reopen: false,
      };
    case 'broken':
      return { state: afterBreak(state, input, nowMs), reopen: false };
    case 'tick':
      return afterTick(state, nowMs);
  }
};
