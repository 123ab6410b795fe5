// Decides what one live stream does next: ask the device, wait, play, try again, stop. Pure: no clock, no sockets, no frames.
import { noPictureMessage } from '@outrider/contract';
import type { StreamChoice } from '../gateway/index.ts';

/** From the request to the first frame, JT/T 1078 reference 1.1: then 0x9102 and another try. */
export const FIRST_FRAME_MS = 12_000;
/** After the last viewer left, so that a page reload costs the device nothing (7.3). */
export const GRACE_MS = 7_000;
/** Between tries; the last one repeats. */
export const RETRY_MS = [2_000, 4_000, 8_000, 15_000, 30_000] as const;
/** Playing for so long forgives earlier failures. */
const STEADY_MS = 10_000;

export type StreamPhase =
  | { at: 'idle' }
  | { at: 'offline' }
  | { at: 'asking'; sinceMs: number }
  | { at: 'waiting'; sinceMs: number }
  | { at: 'playing'; sinceMs: number }
  | { at: 'retrying'; untilMs: number; failure: StreamFailure };

/** Why there is no picture; `text` is for the viewer. `noPicture`: it said yes. */
export type StreamFailure = { kind: 'refused' | 'timeout' | 'reconnecting'; text: string; noPicture?: true };

export type StreamState = {
  phase: StreamPhase;
  /** What the device was asked for, and so what viewers get. */
  stream: StreamChoice;
  mainViewers: number;
  subViewers: number;
  /** Failures in a row, picks the next delay. */
  failures: number;
  /** Set while nobody (or nobody who needs the main stream) is left; at that time the stream stops or goes down to sub. */
  graceUntilMs: number | null;
  /** The device has said yes to the request: before that there is nothing to be switched, even if pictures come. */
  answered: boolean;
  /** Counts requests, so that the answer to an earlier one is known as such. */
  attempt: number;
};

export type StreamInput =
  | { kind: 'joined'; stream: StreamChoice; online: boolean }
  | { kind: 'left'; stream: StreamChoice }
  | { kind: 'accepted'; attempt: number }
  | { kind: 'refused'; attempt: number; failure: StreamFailure }
  /** The link over which the request went is gone. `online`: another one is there, and told of. */
  | { kind: 'unlinked'; attempt: number; online: boolean }
  | { kind: 'picture' }
  | { kind: 'ended'; attempt: number; text: string }
  | { kind: 'switch-refused' }
  | { kind: 'online' }
  | { kind: 'offline' }
  | { kind: 'time' };

export type StreamEffect =
  | { kind: 'start'; stream: StreamChoice; attempt: number }
  | { kind: 'stop' }
  | { kind: 'switch'; stream: StreamChoice }
  /** Tell all viewers where the stream stands. */
  | { kind: 'tell' };

export type StreamStep = { state: StreamState; effects: StreamEffect[] };

export const initialStream: StreamState = {
  phase: { at: 'idle' },
  stream: 'sub',
  mainViewers: 0,
  subViewers: 0,
  failures: 0,
  graceUntilMs: null,
  answered: false,
  attempt: 0,
};

const viewersOf = (state: StreamState): number => state.mainViewers + state.subViewers;
/** The main stream while anybody needs it, else the sub-stream; what runs stays when nobody is left. */
const wanted = (state: StreamState): StreamChoice => {
  if (state.mainViewers > 0) return 'main';
  return state.subViewers > 0 ? 'sub' : state.stream;
};
const runs = (state: StreamState): boolean => ['asking', 'waiting', 'playing'].includes(state.phase.at);

const ask = (state: StreamState, nowMs: number): StreamStep => {
  const attempt = state.attempt + 1;
  const stream = wanted(state);
  const next: StreamState = { ...state, phase: { at: 'asking', sinceMs: nowMs }, stream, answered: false, attempt };
  return { state: next, effects: [{ kind: 'start', stream, attempt }, { kind: 'tell' }] };
};

/** Gives up this try. `running` tells whether the device must be told to stop. */
const fail = (state: StreamState, failure: StreamFailure, running: boolean, nowMs: number): StreamStep => {
  const stop: StreamEffect[] = running ? [{ kind: 'stop' }] : [];
  if (viewersOf(state) === 0) return { state: { ...state, phase: { at: 'idle' }, graceUntilMs: null }, effects: stop };
  const steady = state.phase.at === 'playing' && nowMs - state.phase.sinceMs >= STEADY_MS;
  const failures = steady ? 0 : state.failures;
  const delay = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 30_000;
  const phase: StreamPhase = { at: 'retrying', untilMs: nowMs + delay, failure };
  return { state: { ...state, phase, failures: failures + 1 }, effects: [...stop, { kind: 'tell' }] };
};

/** The device has no link. What may still come of it would reach nobody: it is stopped. */
const goOffline = (state: StreamState): StreamStep => {
  const stop: StreamEffect[] = runs(state) ? [{ kind: 'stop' }] : [];
  if (viewersOf(state) === 0) return { state: { ...state, phase: { at: 'idle' }, graceUntilMs: null }, effects: stop };
  return { state: { ...state, phase: { at: 'offline' } }, effects: [...stop, { kind: 'tell' }] };
};

/** The device has a new link, so that earlier failures say nothing of it. */
const askAgain = (state: StreamState, nowMs: number): StreamStep =>
  viewersOf(state) === 0
    ? { state: { ...state, phase: { at: 'idle' }, graceUntilMs: null }, effects: [] }
    : ask({ ...state, failures: 0 }, nowMs);

const joined = (state: StreamState, stream: StreamChoice, online: boolean, nowMs: number): StreamStep => {
  const counted: StreamState = {
    ...state,
    graceUntilMs:
      state.graceUntilMs === null || stream === 'main' || state.stream === 'sub' ? null : state.graceUntilMs,
    mainViewers: state.mainViewers + (stream === 'main' ? 1 : 0),
    subViewers: state.subViewers + (stream === 'sub' ? 1 : 0),
  };
  if (counted.phase.at === 'idle' || counted.phase.at === 'offline') {
    if (!online) return { state: { ...counted, phase: { at: 'offline' } }, effects: [] };
    return ask({ ...counted, failures: 0 }, nowMs);
  }
  return switchOver(counted);
};

/**
 * To the stream that is wanted, as soon as one plays that can be switched. Up to the main stream at once; down only after the grace, so that
 * a reload does not switch the device twice.
 */
const switchOver = (state: StreamState): StreamStep => {
  const stream = wanted(state);
  const can = state.phase.at === 'playing' && state.answered;
  const due = stream === 'main' || state.graceUntilMs === null;
  if (!can || !due || stream === state.stream) return { state, effects: [] };
  return { state: { ...state, stream }, effects: [{ kind: 'switch', stream }, { kind: 'tell' }] };
};

const left = (state: StreamState, stream: StreamChoice, nowMs: number): StreamStep => {
  const counted: StreamState = {
    ...state,
    mainViewers: Math.max(0, state.mainViewers - (stream === 'main' ? 1 : 0)),
    subViewers: Math.max(0, state.subViewers - (stream === 'sub' ? 1 : 0)),
  };
  const empty = viewersOf(counted) === 0;
  if (empty && !runs(counted)) return { state: { ...counted, phase: { at: 'idle' } }, effects: [] };
  if (empty || wanted(counted) !== counted.stream)
    return { state: { ...counted, graceUntilMs: nowMs + GRACE_MS }, effects: [] };
  return { state: counted, effects: [] };
};

const afterGrace = (state: StreamState): StreamStep => {
  const due: StreamState = { ...state, graceUntilMs: null };
  if (viewersOf(due) === 0) {
    return { state: { ...due, phase: { at: 'idle' } }, effects: runs(due) ? [{ kind: 'stop' }] : [] };
  }
  return switchOver(due);
};

const time = (state: StreamState, nowMs: number): StreamStep => {
  const { phase } = state;
  if (state.graceUntilMs !== null && nowMs >= state.graceUntilMs) return afterGrace(state);
  if (phase.at === 'retrying' && nowMs >= phase.untilMs) return ask(state, nowMs);
  const late = (phase.at === 'waiting' || phase.at === 'asking') && nowMs - phase.sinceMs >= FIRST_FRAME_MS;
  if (!late) return { state, effects: [] };
  const silent: StreamFailure = { kind: 'timeout', text: 'The device did not answer' };
  const noPicture: StreamFailure = { kind: 'timeout', text: noPictureMessage(undefined), noPicture: true };
  return fail(state, phase.at === 'waiting' ? noPicture : silent, true, nowMs);
};

const picture = (state: StreamState, nowMs: number): StreamStep => {
  if (state.phase.at !== 'asking' && state.phase.at !== 'waiting') return { state, effects: [] };
  const playing: StreamState = { ...state, phase: { at: 'playing', sinceMs: nowMs } };
  const step = switchOver(playing);
  return step.effects.length > 0 ? step : { state: playing, effects: [{ kind: 'tell' }] };
};

const accepted = (state: StreamState): StreamStep => {
  const answered: StreamState = { ...state, answered: true };
  if (state.phase.at !== 'asking') return switchOver(answered); // a picture came before it
  const phase: StreamPhase = { at: 'waiting', sinceMs: state.phase.sinceMs };
  return { state: { ...answered, phase }, effects: [{ kind: 'tell' }] };
};

/** Advances one stream. `time` must come at or after `nextWake`; everything else comes when it happens. */
export const stepStream = (state: StreamState, input: StreamInput, nowMs: number): StreamStep => {
  const same: StreamStep = { state, effects: [] };
  switch (input.kind) {
    case 'joined':
      return joined(state, input.stream, input.online, nowMs);
    case 'left':
      return left(state, input.stream, nowMs);
    case 'accepted':
      return input.attempt === state.attempt && runs(state) ? accepted(state) : same;
    case 'refused':
      return input.attempt === state.attempt && runs(state) ? fail(state, input.failure, false, nowMs) : same;
    case 'picture':
      return picture(state, nowMs);
    case 'ended':
      if (input.attempt !== state.attempt || !runs(state)) return same;
      return fail(state, { kind: 'reconnecting', text: input.text }, false, nowMs);
    case 'switch-refused': // stop and ask again, as the reference advises where a switch is poorly supported
      return state.phase.at === 'playing' ? withStop(ask(state, nowMs)) : same;
    case 'unlinked':
      if (input.attempt !== state.attempt || !runs(state)) return same;
      return input.online ? askAgain(state, nowMs) : goOffline(state);
    case 'online':
      return viewersOf(state) === 0 || runs(state) ? same : askAgain(state, nowMs);
    case 'offline':
      return goOffline(state);
    case 'time':
      return time(state, nowMs);
  }
};

const withStop = (step: StreamStep): StreamStep => ({ ...step, effects: [{ kind: 'stop' }, ...step.effects] });

/** When `time` is due next, or null when nothing is. */
export const nextWake = (state: StreamState): number | null => {
  const { phase } = state;
  const times = state.graceUntilMs === null ? [] : [state.graceUntilMs];
  if (phase.at === 'retrying') times.push(phase.untilMs);
  if (phase.at === 'asking' || phase.at === 'waiting') times.push(phase.sinceMs + FIRST_FRAME_MS);
  return times.length === 0 ? null : Math.min(...times);
};
