// Everything the page knows of a talk under way, and how it follows from news of the worker and the microphone. Pure.
import type { TalkState } from '@outrider/contract';
import { DEFAULT_GAIN } from '../../player/gain.ts';
import type { FromTalkWorker } from './messages.ts';
import type { MicrophoneFault } from './microphone.ts';

export type TalkStatus = {
  /** preparing: the microphone is asked for. connecting: the socket is opened. open: the server speaks with us. over: ended. */
  readonly line: 'preparing' | 'connecting' | 'open' | 'over';
  /** How it ended. `told`: by the server or the connection, with its words in `reason`. `unopened`: it never began. */
  readonly end: 'none' | 'own' | 'told' | 'unopened' | 'microphone';
  readonly reason: string;
  readonly microphone: 'asking' | 'open' | MicrophoneFault;
  /** Whether the operator keeps the line open, and whether he holds the key to talk. */
  readonly muted: boolean;
  readonly held: boolean;
  /** The device's voice: a factor on its samples. */
  readonly gain: number;
  /** The newest state of each device. */
  readonly states: ReadonlyMap<string, TalkState>;
  /** When the first device could hear, and when it was over; UTC ms of this browser. */
  readonly talkingSinceMs: number | undefined;
  readonly overAtMs: number | undefined;
};

export type TalkLevels = Omit<Extract<FromTalkWorker, { kind: 'levels' }>, 'kind'>;

/** Before anything is known. */
export const firstStatus: TalkStatus = {
  line: 'preparing',
  end: 'none',
  reason: '',
  microphone: 'asking',
  muted: false,
  held: false,
  gain: DEFAULT_GAIN,
  states: new Map(),
  talkingSinceMs: undefined,
  overAtMs: undefined,
};
export const silence: TalkLevels = { microphone: 0, voice: 0, sent: 0, dropped: 0 };

/** Whether what the operator says goes out. */
export const speaks = ({ muted, held, microphone }: TalkStatus): boolean => microphone === 'open' && (!muted || held);

/** Whether a talk is under way, or about to be. */
export const isActive = ({ line }: TalkStatus): boolean => line !== 'over';

/** The status after new states of devices. */
export const withStates = (status: TalkStatus, news: readonly TalkState[], nowMs: number): TalkStatus => {
  const states = new Map(status.states);
  for (const state of news) states.set(state.deviceid, state);
  const playing = news.some(({ state }) => state === 'playing');
  return { ...status, states, talkingSinceMs: status.talkingSinceMs ?? (playing ? nowMs : undefined) };
};

/** The status after the end; an end that was there already stays. */
export const withEnd = (status: TalkStatus, end: TalkStatus['end'], reason: string, nowMs: number): TalkStatus =>
  status.line === 'over' ? status : { ...status, line: 'over', end, reason, held: false, overAtMs: nowMs };

/** What the devices of a broadcast are doing, in four groups. */
export type Tally = {
  readonly hearing: number;
  readonly calling: number;
  readonly failed: number;
  readonly ended: number;
};

export const groupOf = ({ state }: Pick<TalkState, 'state'>): keyof Tally => {
  switch (state) {
    case 'playing':
      return 'hearing';
    case 'connecting':
    case 'waiting':
      return 'calling';
    case 'ended':
      return 'ended';
    case 'offline':
    case 'refused':
    case 'timeout':
    case 'busy':
    case 'limit':
      return 'failed';
    default:
      return state satisfies never;
  }
};

export const tallyOf = (states: Iterable<TalkState>): Tally => {
  const tally = { hearing: 0, calling: 0, failed: 0, ended: 0 };
  for (const state of states) tally[groupOf(state)] += 1;
  return tally;
};
