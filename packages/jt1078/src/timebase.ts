// Turns the relative timestamps of one media connection into presentation times that never lie far from the clock. Pure.
import type { FrameKind } from './assemble.ts';

/** What is remembered between frames; start with INITIAL_TIMEBASE. A plain value, safe to keep or to copy. */
export type TimebaseState = {
  /** Arrival of the connection's first frame: presentation time 0. Null before it. */
  readonly startMs: number | null;
  readonly tracks: Readonly<Partial<Record<FrameKind, Track>>>;
};

/** How one kind of frame is timed. Presentation = offsetUs + (timestamp - zero), or arrival time while `constant`. */
type Track = {
  readonly zero: bigint;
  readonly offsetUs: number;
  readonly last: bigint;
  readonly lastUs: number;
  /** Frames in a row with the same timestamp. */
  readonly repeats: number;
};

export type TimebaseInput = {
  readonly kind: FrameKind;
  readonly timestampMs: bigint | null;
  /** When the frame arrived, on any steady clock in milliseconds. */
  readonly arrivalMs: number;
  /** Playback at speed or by key frames: timestamps jump far between frames, and that is right. */
  readonly allowsJumps?: boolean;
};

export type TimebaseStep = {
  readonly state: TimebaseState;
  /** Microseconds since the first frame of the connection. Never falls within a kind unless `discontinuity`. */
  readonly presentationUs: number;
  /** A new time base began with this frame: a seek, a restarted device, a clock set. Buffers should not bridge it. */
  readonly discontinuity: boolean;
};

export const INITIAL_TIMEBASE: TimebaseState = { startMs: null, tracks: {} };

const MAX_STEP_MS = 5000n;
/** Ten frames with one timestamp: the device does not count time. */
const CONSTANT_AFTER = 9;

/**
 * Times one frame. Differences of the device's timestamps are kept to the millisecond; a difference below 0 or above 5 s starts
 * a new base at the arrival time, and so does the end of a run of ten equal timestamps, which itself is timed by arrival.
 * Audio and video share a base as long as their timestamps are within 5 s of each other (real devices count both by one clock).
 */
export const stepTimebase = (state: TimebaseState, input: TimebaseInput): TimebaseStep => {
  const startMs = state.startMs ?? input.arrivalMs;
  const arrivalUs = Math.max(0, Math.round((input.arrivalMs - startMs) * 1000));
  const { timestampMs } = input;
  if (timestampMs === null) {
    return { state: { startMs, tracks: state.tracks }, presentationUs: arrivalUs, discontinuity: false };
  }
  const before = state.tracks[input.kind];
  const { track, discontinuity } =
    before === undefined
      ? { track: newTrack(state, input.kind, timestampMs, arrivalUs), discontinuity: false }
      : advance(state, before, { ...input, timestampMs }, arrivalUs);
  return {
    state: { startMs, tracks: { ...state.tracks, [input.kind]: track } },
    presentationUs: track.lastUs,
    discontinuity,
  };
};

const advance = (
  state: TimebaseState,
  before: Track,
  input: TimebaseInput & { timestampMs: bigint },
  arrivalUs: number,
): { track: Track; discontinuity: boolean } => {
  const step = input.timestampMs - before.last;
  if (step === 0n) return { track: repeat(before, arrivalUs), discontinuity: false };
  const wasConstant = before.repeats >= CONSTANT_AFTER;
  const isJump = step < 0n || (step > MAX_STEP_MS && input.allowsJumps !== true);
  if (isJump || wasConstant) {
    return { track: newTrack(state, input.kind, input.timestampMs, arrivalUs), discontinuity: isJump };
  }
  const lastUs = before.offsetUs + Number(input.timestampMs - before.zero) * 1000;
  return { track: { ...before, last: input.timestampMs, lastUs, repeats: 0 }, discontinuity: false };
};

/** The same timestamp again: several frames of one picture, or, past ten, a device whose timestamps say nothing. */
const repeat = (before: Track, arrivalUs: number): Track => {
  const repeats = before.repeats + 1;
  const lastUs = repeats >= CONSTANT_AFTER ? Math.max(before.lastUs, arrivalUs) : before.lastUs;
  return { ...before, repeats, lastUs };
};

/** A base for a kind that has none or lost it: the other kind's, when that fits, else one anchored at the arrival time. */
const newTrack = (state: TimebaseState, kind: FrameKind, timestampMs: bigint, arrivalUs: number): Track => {
  const other = state.tracks[kind === 'audio' ? 'video' : 'audio'];
  if (other !== undefined && other.repeats < CONSTANT_AFTER) {
    const distance = timestampMs - other.last;
    const lastUs = other.offsetUs + Number(timestampMs - other.zero) * 1000;
    const fits = distance >= -MAX_STEP_MS && distance <= MAX_STEP_MS && lastUs >= 0;
    if (fits) return { zero: other.zero, offsetUs: other.offsetUs, last: timestampMs, lastUs, repeats: 0 };
  }
  return { zero: timestampMs, offsetUs: arrivalUs, last: timestampMs, lastUs: arrivalUs, repeats: 0 };
};
