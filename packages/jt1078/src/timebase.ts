// Turns the relative timestamps of one media connection into presentation times that never lie far from the clock. Pure.
import type { FrameKind } from './assemble.ts';
import { isDoubtful, watchStamps, type StampWatch, type TicksPerMs } from './stamp-unit.ts';

/** What is remembered between frames; start with INITIAL_TIMEBASE. A plain value, safe to keep or to copy. */
export type TimebaseState = {
  /** Arrival of the connection's first frame: presentation time 0. Null before it. */
  readonly startMs: number | null;
  readonly tracks: Readonly<Partial<Record<FrameKind, Track>>>;
  /** In which unit the device counts. Begin with 90 for one that is known to. */
  readonly ticksPerMs: TicksPerMs;
  /** Of the pictures, or of the sound of a connection without pictures. */
  readonly watch?: StampWatch;
};

/** How one kind of frame is timed. Presentation = offsetUs + (timestamp - zero), or arrival time while `constant`. */
type Track = {
  readonly zero: bigint;
  readonly offsetUs: number;
  readonly last: bigint;
  readonly lastUs: number;
  readonly lastArrivalUs: number;
  /** Frames in a row with the same timestamp. */
  readonly repeats: number;
};

export type TimebaseInput = {
  readonly kind: FrameKind;
  /** As on the wire: milliseconds, or what a device that errs takes for them. */
  readonly timestampMs: bigint | null;
  /** When the frame arrived, on any steady clock in milliseconds. */
  readonly arrivalMs: number;
  /** Playback at speed or by key frames: timestamps jump far between frames, and that is right. */
  readonly allowsJumps?: boolean;
  /** A key picture. */
  readonly isKey?: boolean;
  /** How long after the picture before, as the packet says; left out without such a field. */
  readonly intervalMs?: number;
};

export type TimebaseStep = {
  readonly state: TimebaseState;
  /**
   * Microseconds since the first frame of the connection. Without `discontinuity` it never falls for sound, and for pictures only where
   * one is sent before those that are shown before it.
   */
  readonly presentationUs: number;
  /** A new time base began with this frame: a seek, a restarted device, a clock set. Buffers should not bridge it. */
  readonly discontinuity: boolean;
  /** The time stamp in milliseconds, whatever the device counts in; undefined without one. */
  readonly stampMs: number | undefined;
};

export const INITIAL_TIMEBASE: TimebaseState = { startMs: null, tracks: {}, ticksPerMs: 1 };

const MAX_STEP_MS = 5000n;
/** So far back lies a picture that is shown before the one sent before it (a B-picture); further back is another base. */
const MAX_REORDER_MS = 1000n;
/** Ten frames with one timestamp: the device does not count time. */
const CONSTANT_AFTER = 9;

/**
 * Times one frame. Differences of the device's timestamps are kept to the millisecond; a difference below 0 (of pictures: below -1 s) or
 * above 5 s starts a new base at the arrival time, and so does the end of a run of ten equal timestamps, which itself is timed by arrival.
 * Audio and video share a base as long as their timestamps are within 5 s of each other (real devices count both by one clock).
 * Time stamps that turn out to be 90 kHz ticks are converted from then on, without a break; until then the arrival times them.
 */
export const stepTimebase = (state: TimebaseState, input: TimebaseInput): TimebaseStep => {
  const startMs = state.startMs ?? input.arrivalMs;
  const arrivalUs = Math.max(0, Math.round((input.arrivalMs - startMs) * 1000));
  if (input.timestampMs === null)
    return { state: { ...state, startMs }, presentationUs: arrivalUs, discontinuity: false, stampMs: undefined };
  const judged = judgeUnit({ ...state, startMs }, { ...input, timestampMs: input.timestampMs });
  const timestampMs = input.timestampMs / BigInt(judged.ticksPerMs);
  const before = judged.tracks[input.kind];
  const { track, discontinuity } =
    before === undefined
      ? { track: newTrack(judged, input.kind, timestampMs, arrivalUs), discontinuity: false }
      : advance(judged, before, { ...input, timestampMs }, arrivalUs);
  return {
    state: { ...judged, tracks: { ...judged.tracks, [input.kind]: track } },
    presentationUs: track.lastUs,
    discontinuity,
    stampMs: Number(timestampMs),
  };
};

/** Watches the unit; where it turns out to be another one, all tracks continue in it from where they are. */
const judgeUnit = (state: TimebaseState, input: TimebaseInput & { timestampMs: bigint }): TimebaseState => {
  const isJudge = input.kind === 'video' || (input.kind === 'audio' && state.tracks.video === undefined);
  if (!isJudge) return state;
  const { watch, unit } = watchStamps(input.kind === 'audio' || state.tracks.video ? state.watch : undefined, {
    stamp: input.timestampMs,
    arrivalMs: input.arrivalMs,
    isKey: input.isKey === true,
    intervalMs: input.intervalMs,
  });
  if (unit === null || unit === state.ticksPerMs) return { ...state, watch };
  const tracks: Partial<Record<FrameKind, Track>> = {};
  for (const kind of ['video', 'audio'] as const) {
    const track = state.tracks[kind];
    if (track === undefined) continue;
    const last = (track.last * BigInt(state.ticksPerMs)) / BigInt(unit);
    tracks[kind] = { ...track, zero: last, last, offsetUs: track.lastUs };
  }
  return { ...state, ticksPerMs: unit, tracks, watch };
};

const advance = (
  state: TimebaseState,
  before: Track,
  input: TimebaseInput & { timestampMs: bigint },
  arrivalUs: number,
): { track: Track; discontinuity: boolean } => {
  const step = input.timestampMs - before.last;
  if (step === 0n) return { track: repeat(before, arrivalUs), discontinuity: false };
  const passedMs = (arrivalUs - before.lastArrivalUs) / 1000;
  const mayBeKeysAlone = input.allowsJumps === true && input.isKey === true;
  if (state.ticksPerMs === 1 && !mayBeKeysAlone && isDoubtful(state.watch, Number(step), passedMs))
    return { track: byArrival(before, input.timestampMs, arrivalUs), discontinuity: false };
  const wasConstant = before.repeats >= CONSTANT_AFTER;
  const isBack = step < (input.kind === 'video' ? -MAX_REORDER_MS : 0n);
  const isJump = isBack || (step > MAX_STEP_MS && input.allowsJumps !== true);
  if (isJump || wasConstant) {
    return { track: newTrack(state, input.kind, input.timestampMs, arrivalUs), discontinuity: isJump };
  }
  const lastUs = Math.max(0, before.offsetUs + Number(input.timestampMs - before.zero) * 1000);
  return {
    track: { ...before, last: input.timestampMs, lastUs, lastArrivalUs: arrivalUs, repeats: 0 },
    discontinuity: false,
  };
};

/** Continues at the arrival time, from this stamp. */
const byArrival = (before: Track, timestampMs: bigint, arrivalUs: number): Track => {
  const lastUs = Math.max(before.lastUs, arrivalUs);
  return { zero: timestampMs, offsetUs: lastUs, last: timestampMs, lastUs, lastArrivalUs: arrivalUs, repeats: 0 };
};

/** The same timestamp again: several frames of one picture, or, past ten, a device whose timestamps say nothing. */
const repeat = (before: Track, arrivalUs: number): Track => {
  const repeats = before.repeats + 1;
  const lastUs = repeats >= CONSTANT_AFTER ? Math.max(before.lastUs, arrivalUs) : before.lastUs;
  return { ...before, repeats, lastUs, lastArrivalUs: arrivalUs };
};

/** A base for a kind that has none or lost it: the other kind's, when that fits, else one anchored at the arrival time. */
const newTrack = (state: TimebaseState, kind: FrameKind, timestampMs: bigint, arrivalUs: number): Track => {
  const other = state.tracks[kind === 'audio' ? 'video' : 'audio'];
  if (other !== undefined && other.repeats < CONSTANT_AFTER) {
    const distance = timestampMs - other.last;
    const lastUs = other.offsetUs + Number(timestampMs - other.zero) * 1000;
    const fits = distance >= -MAX_STEP_MS && distance <= MAX_STEP_MS && lastUs >= 0;
    if (fits)
      return {
        zero: other.zero,
        offsetUs: other.offsetUs,
        last: timestampMs,
        lastUs,
        lastArrivalUs: arrivalUs,
        repeats: 0,
      };
  }
  return {
    zero: timestampMs,
    offsetUs: arrivalUs,
    last: timestampMs,
    lastUs: arrivalUs,
    lastArrivalUs: arrivalUs,
    repeats: 0,
  };
};
