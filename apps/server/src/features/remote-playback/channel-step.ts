// What one channel of a remote playback does next: plan, open, pause, sleep, tell, end. Pure: no frames, no sources, no sockets;
// channel-play.ts does what is decided here.
import type { PlaybackState } from '@outrider/contract';
import { DEVICE_OFFLINE } from '../../kernel/errors.ts';
import type { DeviceSpeed } from '../../gateway/index.ts';
import { deviceSpeedFor, type FrameSource, type SourceEnd } from './frame-source.ts';
import type { WaitingFrames } from './waiting-frames.ts';

/** A piece of the way: where it comes from and up to when. It may begin later than was asked for. */
export type PlayedLeg = { from: 'kept' | 'device'; startMs: number; endMs: number };
/** What is next. `busy`: the channel of the device is used by somebody else now. `away`: the device that is to be asked has no link. */
export type Leg =
  | PlayedLeg
  | { from: 'nothing'; state: 'ended' | 'none' | 'unplayed' | 'away' }
  | { from: 'busy'; message: string };

/** A device that is told to pause for longer closes by itself sooner or later: it is stopped, and asked again when it is time. */
export const HELD_MS = 40_000;
/** More than this waiting, and the device is told to pause. */
export const HOLD_BYTES = 4 * 1024 * 1024;
/** Frames that come although the device was told to pause: it is stopped, and asked again when there is room. */
export const MAX_BYTES = 12 * 1024 * 1024;

export type ChannelPhase =
  /** What comes is being looked for. `failure`: why the device ended there before it should. */
  | { at: 'planning'; failure?: SourceEnd }
  | { at: 'open'; leg: PlayedLeg }
  /** The source was stopped because nobody took its frames; it is opened again at the newest of them. */
  | { at: 'asleep' }
  /** The way is at its end, or it failed. */
  | { at: 'over' }
  | { at: 'closed' };

export type ChannelState = {
  phase: ChannelPhase;
  /** What the player was told last; with it where what is sent comes from, and the number of the seek. */
  told: PlaybackState;
  speed: number;
  /** Counts plans: what an older one brings is not wanted any more. */
  plan: number;
  /** Since when the source is to pause, on a steady clock. */
  heldSinceMs: number | null;
  /** The newest frame when a source last ended: one that brings nothing newer is stuck. */
  progressMs: number | null;
};

/** What waits to be sent, as far as decisions go. */
export type Waiting = Pick<WaitingFrames, 'bytes' | 'empty' | 'newestMs' | 'wantedMs'>;

export type ChannelInput =
  | { kind: 'go'; timeMs: number; generation: number; speed: number }
  | { kind: 'speed'; speed: number }
  /** The source was asked to go to the moment by itself. */
  | { kind: 'sought'; timeMs: number; done: boolean }
  | { kind: 'planned'; plan: number; leg: Leg }
  | { kind: 'unplanned'; plan: number }
  /** The source that is open ended. */
  | { kind: 'ended'; end: SourceEnd }
  /** A frame came and waits. */
  | { kind: 'came' }
  /** A frame is about to be sent. */
  | { kind: 'send'; from: FrameSource['from']; timeMs: number }
  /** The source may be past `wantMs`, but not for long by more than `aheadMs`. */
  | { kind: 'balance'; wantMs: number; aheadMs: number; nowMs: number }
  | { kind: 'gap'; timeMs: number }
  | { kind: 'online' }
  | { kind: 'offline' }
  /** The source is closed and what came is stored. */
  | { kind: 'rested'; plan: number }
  | { kind: 'close' };

export type ChannelEffect =
  /** Say `told` of the state. */
  | { do: 'tell' }
  /** Drop what waits; what comes is for this moment. */
  | { do: 'begin'; timeMs: number }
  | { do: 'pace'; speed: DeviceSpeed }
  /** Store what is kept up to here. */
  | { do: 'store' }
  /** Ask the source to go there by itself; `sought` is the answer. */
  | { do: 'seek'; timeMs: number }
  /** Close the source, then find what comes; `planned` or `unplanned` is the answer. */
  | { do: 'plan'; plan: number; fromMs: number; tried: boolean }
  | { do: 'open'; leg: PlayedLeg; speed: DeviceSpeed }
  | { do: 'hold' }
  | { do: 'go-on' }
  /** Close the source and store; `rested` is the answer. */
  | { do: 'rest'; plan: number }
  /** Others may have the device. */
  | { do: 'free' };

export type ChannelStep = { state: ChannelState; effects: readonly ChannelEffect[] };

export const initialChannel: ChannelState = {
  phase: { at: 'planning' },
  told: { state: 'opening', message: '', generation: 0, from: 'device' },
  speed: 1,
  plan: 0,
  heldSinceMs: null,
  progressMs: null,
};

const ASKING = 'Asking the device';

/** How far it came, before the first frame what was asked for. */
const reached = ({ newestMs, wantedMs }: Waiting): number => newestMs ?? wantedMs;
const none = (state: ChannelState): ChannelStep => ({ state, effects: [] });

const tell = (state: ChannelState, said: PlaybackState['state'], message: string, timeMs?: number): ChannelState => {
  const { generation, from } = state.told;
  const at = timeMs === undefined ? {} : { timeMs: Math.round(timeMs) };
  return { ...state, told: { state: said, message, generation, from, ...at } };
};

const plan = (state: ChannelState, fromMs: number, failure?: SourceEnd): ChannelStep => {
  const next = state.plan + 1;
  return {
    state: { ...state, phase: failure === undefined ? { at: 'planning' } : { at: 'planning', failure }, plan: next },
    effects: [{ do: 'plan', plan: next, fromMs, tried: failure !== undefined }],
  };
};

const before = (effects: readonly ChannelEffect[], step: ChannelStep): ChannelStep => ({
  ...step,
  effects: [...effects, ...step.effects],
});

const fail = (state: ChannelState, { kind, message }: SourceEnd): ChannelStep => {
  const over: ChannelState = { ...state, phase: { at: 'over' } };
  const told = kind === 'reached' || kind === 'finished' ? tell(over, 'ended', '') : tell(over, kind, message);
  return { state: told, effects: [{ do: 'rest', plan: state.plan }, { do: 'tell' }] };
};

/** Frames come although they are not wanted, or are not wanted for long. */
const sleep = (state: ChannelState): ChannelStep => ({
  state: { ...state, phase: { at: 'asleep' } },
  effects: [{ do: 'rest', plan: state.plan }],
});

const wake = (state: ChannelState, waiting: Waiting): ChannelStep => {
  const awake: ChannelState = { ...state, heldSinceMs: null };
  if (state.phase.at === 'asleep') return plan(awake, reached(waiting));
  return { state: awake, effects: [{ do: 'go-on' }] };
};

/** Begins at the moment, after a seek again. */
const go = (state: ChannelState, { timeMs, generation, speed }: Extract<ChannelInput, { kind: 'go' }>): ChannelStep => {
  const begun: ChannelState = {
    ...state,
    told: { ...state.told, generation },
    speed,
    heldSinceMs: null,
    progressMs: null,
  };
  const first: ChannelEffect[] = [{ do: 'begin', timeMs }, ...pace(speed), { do: 'tell' }, { do: 'store' }];
  const told = tell(begun, 'opening', ASKING, timeMs);
  if (state.phase.at === 'open' && state.phase.leg.from === 'device')
    return { state: told, effects: [...first, { do: 'seek', timeMs }] };
  return before(first, plan(told, timeMs));
};

const pace = (speed: number): ChannelEffect[] => (speed > 0 ? [{ do: 'pace', speed: deviceSpeedFor(speed) }] : []);

const planned = (state: ChannelState, leg: Leg, failure: SourceEnd | undefined, waiting: Waiting): ChannelStep => {
  if (leg.from === 'busy') return fail(state, { kind: 'limit', message: leg.message });
  if (leg.from !== 'nothing') {
    const speed = deviceSpeedFor(state.speed === 0 ? 1 : state.speed);
    return {
      state: { ...state, phase: { at: 'open', leg }, heldSinceMs: null },
      effects: [{ do: 'open', leg, speed }],
    };
  }
  if (leg.state === 'away') return fail(state, { kind: 'offline', message: DEVICE_OFFLINE });
  if (leg.state === 'unplayed' && failure !== undefined) return fail(state, failure);
  const over: ChannelState = { ...state, phase: { at: 'over' } };
  const rest: ChannelEffect = { do: 'rest', plan: state.plan };
  // What waits is shown first; the end is told behind it.
  if (!waiting.empty) return { state: over, effects: [rest] };
  const nothing = waiting.newestMs === null && leg.state === 'none';
  const told = nothing ? tell(over, 'none', 'No Record') : tell(over, 'ended', '');
  return { state: told, effects: [{ do: 'tell' }, rest] };
};

const ended = (state: ChannelState, end: SourceEnd, leg: PlayedLeg, waiting: Waiting): ChannelStep => {
  const { newestMs } = waiting;
  const stuck = newestMs === null || newestMs === state.progressMs;
  const next: ChannelState = { ...state, progressMs: newestMs };
  const store: ChannelEffect[] = [{ do: 'store' }];
  if (end.kind === 'reached') return before(store, plan(next, leg.endMs));
  if (end.again === true || (end.kind === 'finished' && !stuck)) return before(store, plan(next, reached(waiting)));
  // That nothing comes may only mean that nothing is there: the list of the device tells.
  if (end.kind !== 'offline' && end.kind !== 'error') return before(store, plan(next, reached(waiting), end));
  return before(store, fail(next, end));
};

const send = (state: ChannelState, from: FrameSource['from'], timeMs: number): ChannelStep => {
  const playing = state.told.state === 'playing';
  if (playing && state.told.from === from) return none(state);
  const next: ChannelState = { ...state, told: { ...state.told, from } };
  // With a moment it says that what comes from there on comes again: not where one source goes on behind another.
  return { state: tell(next, 'playing', '', playing ? undefined : timeMs), effects: [{ do: 'tell' }] };
};

/** Tells the source to pause where too much waits, and to go on where it does not. */
const balance = (
  state: ChannelState,
  { wantMs, aheadMs, nowMs }: Extract<ChannelInput, { kind: 'balance' }>,
  waiting: Waiting,
): ChannelStep => {
  const { phase, heldSinceMs } = state;
  if (phase.at === 'over') {
    if (!waiting.empty || state.told.state !== 'playing') return none(state);
    return { state: tell(state, 'ended', ''), effects: [{ do: 'tell' }] };
  }
  const ahead = (waiting.newestMs ?? 0) - wantMs;
  if (heldSinceMs === null) {
    if (waiting.bytes <= HOLD_BYTES && ahead <= 2 * aheadMs) return none(state);
    return { state: { ...state, heldSinceMs: nowMs }, effects: [{ do: 'hold' }] };
  }
  if (waiting.bytes < HOLD_BYTES / 2 && ahead < aheadMs) return wake(state, waiting);
  const long = phase.at === 'open' && phase.leg.from === 'device' && nowMs - heldSinceMs >= HELD_MS;
  return long ? sleep(state) : none(state);
};

const stepOpen = (state: ChannelState, input: ChannelInput, waiting: Waiting): ChannelStep => {
  const { phase } = state;
  switch (input.kind) {
    case 'go':
      return go(state, input);
    case 'speed':
      return { state: { ...state, speed: input.speed }, effects: pace(input.speed) };
    case 'sought':
      return input.done ? wake(state, waiting) : plan(state, input.timeMs);
    case 'planned':
      if (phase.at !== 'planning' || input.plan !== state.plan) return none(state);
      return planned(state, input.leg, phase.failure, waiting);
    case 'unplanned':
      if (input.plan !== state.plan) return none(state);
      return fail(state, { kind: 'error', message: 'The playback failed' });
    case 'ended':
      return phase.at === 'open' ? ended(state, input.end, phase.leg, waiting) : none(state);
    case 'came':
      return phase.at === 'open' && waiting.bytes > MAX_BYTES ? sleep(state) : none(state);
    case 'send':
      return send(state, input.from, input.timeMs);
    case 'balance':
      return balance(state, input, waiting);
    case 'gap':
      return { state: tell(state, 'gap', 'Nothing was recorded', input.timeMs), effects: [{ do: 'tell' }] };
    case 'online':
      if (state.told.state !== 'offline') return none(state);
      return before([{ do: 'tell' }], plan(tell(state, 'opening', ASKING, reached(waiting)), reached(waiting)));
    case 'offline':
      if (phase.at !== 'open' || phase.leg.from !== 'device') return none(state);
      return fail(state, { kind: 'offline', message: DEVICE_OFFLINE });
    case 'rested': {
      const idle = phase.at === 'over' || phase.at === 'asleep';
      return input.plan === state.plan && idle ? { state, effects: [{ do: 'free' }] } : none(state);
    }
    case 'close':
      return { state: { ...state, phase: { at: 'closed' } }, effects: [] };
  }
};

/** Advances one channel. A closed one does nothing more. */
export const stepChannel = (state: ChannelState, input: ChannelInput, waiting: Waiting): ChannelStep =>
  state.phase.at === 'closed' ? none(state) : stepOpen(state, input, waiting);
