// When the main channel asks for what: the order after sign-in, the poll every 10 s, full or changed list. Pure, no timers.

const POLL_MS = 10_000;
const FIRST_POLL_MS = 2500;
const STREAM_STATUS_MS = 1000;

export type PollState = {
  /** Signed in and past the server info. */
  running: boolean;
  /** Names of the list the store holds; undefined asks for the full list. */
  list: { token: string; cursor: number } | undefined;
  /** A list request is on its way. */
  asking: 'full' | 'changed' | undefined;
  /** Something asked for a full list while a request was on its way. */
  fullWanted: boolean;
  /** Devices came or went while a request was on its way: its answer may have been made before. */
  changesWanted: boolean;
  /** A disk format runs: polls are left out. */
  paused: boolean;
};

export type PollInput =
  | { kind: 'signed-in' }
  | { kind: 'server-info' }
  | { kind: 'poll-due' }
  | { kind: 'stream-status-due' }
  /** `goesOn`: what came and went is known, the list goes on under its new token. */
  | { kind: 'list-done'; token: string; cursor: number; goesOn?: boolean }
  | { kind: 'list-failed' }
  /** Other devices are shown to this account. */
  | { kind: 'list-moved' }
  /** The whole list is wanted again. */
  | { kind: 'list-outdated' }
  | { kind: 'pause' }
  | { kind: 'resume' }
  | { kind: 'closed' };

export type PollEffect =
  | { kind: 'ask-server-info' }
  | { kind: 'ask-full-list' }
  | { kind: 'ask-changed-list'; token: string; cursor: number }
  | { kind: 'ask-extra-info' }
  | { kind: 'ask-stream-status' }
  | { kind: 'subscribe' }
  | { kind: 'poll-in'; ms: number }
  | { kind: 'stream-status-in'; ms: number };

export type PollStep = { state: PollState; effects: readonly PollEffect[] };

export const pollStart: PollState = {
  running: false,
  list: undefined,
  asking: undefined,
  fullWanted: false,
  changesWanted: false,
  paused: false,
};

const askFull = (state: PollState): PollStep => ({
  state: { ...state, asking: 'full', fullWanted: false, changesWanted: false },
  effects: [{ kind: 'ask-full-list' }],
});

/** What changed in the list that is held; without one, all of it. */
const askChanges = (state: PollState): PollStep =>
  state.list === undefined
    ? askFull(state)
    : {
        state: { ...state, asking: 'changed', changesWanted: false },
        effects: [{ kind: 'ask-changed-list', ...state.list }],
      };

const poll = (state: PollState): PollStep => {
  const again: PollEffect = { kind: 'poll-in', ms: POLL_MS };
  if (!state.running) return { state, effects: [] };
  if (state.paused) return { state, effects: [again] };
  const status: PollEffect = { kind: 'stream-status-in', ms: STREAM_STATUS_MS };
  if (state.asking !== undefined) return { state, effects: [again, status] };
  const step = askChanges(state);
  return { state: step.state, effects: [...step.effects, again, status] };
};

const done = (state: PollState, token: string, cursor: number, goesOn: boolean): PollStep => {
  const mismatch = state.asking === 'changed' && state.list?.token !== token && !goesOn;
  const settled: PollState = { ...state, asking: undefined, list: mismatch ? undefined : { token, cursor } };
  if (state.paused) return { state: settled, effects: [] };
  if (mismatch || state.fullWanted) return askFull(settled);
  return state.changesWanted ? askChanges(settled) : { state: settled, effects: [] };
};

/** One step. After sign-in: server info, full list, extra info; a token that is not ours, or a new device, asks the full list. */
export const stepPoll = (state: PollState, input: PollInput): PollStep => {
  switch (input.kind) {
    case 'signed-in':
      return { state: pollStart, effects: [{ kind: 'ask-server-info' }] };
    case 'server-info': {
      const step = askFull({ ...state, running: true });
      const rest: PollEffect[] = [
        { kind: 'ask-extra-info' },
        { kind: 'subscribe' },
        { kind: 'poll-in', ms: FIRST_POLL_MS },
      ];
      return { state: step.state, effects: [...step.effects, ...rest] };
    }
    case 'poll-due':
      return poll(state);
    case 'stream-status-due':
      return { state, effects: state.running ? [{ kind: 'ask-stream-status' }] : [] };
    case 'list-done':
      return done(state, input.token, input.cursor, input.goesOn === true);
    case 'list-failed':
      return { state: { ...state, asking: undefined, list: undefined }, effects: [] };
    case 'list-moved':
      if (!state.running || state.paused) return { state, effects: [] }; // the next poll tells
      return state.asking === undefined ? askChanges(state) : { state: { ...state, changesWanted: true }, effects: [] };
    case 'list-outdated':
      if (!state.running) return { state, effects: [] };
      if (state.asking !== undefined || state.paused)
        return { state: { ...state, fullWanted: true, list: undefined }, effects: [] };
      return askFull({ ...state, list: undefined });
    case 'pause':
      return { state: { ...state, paused: true }, effects: [] };
    case 'resume':
      return { state: { ...state, paused: false }, effects: [] };
    case 'closed':
      return { state: pollStart, effects: [] };
    default:
      return input satisfies never;
  }
};
