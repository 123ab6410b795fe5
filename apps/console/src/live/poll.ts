// When the main channel asks for what: the order after sign-in, the poll every 10 s, full or changed list. Pure, no timers.

const POLL_MS = 10_000;
const FIRST_POLL_MS = 2500;
const STREAM_STATUS_MS = 1000;
/** Between two full lists. A list that changes once a second, as while a fleet is entered, is fetched less often the larger it is. */
const REST_MS = 1000;
const REST_MS_PER_DEVICE = 1;

export type PollState = {
  /** Signed in. */
  running: boolean;
  /** Names of the list the store holds; undefined asks for the full list. */
  list: { token: string; cursor: number } | undefined;
  /** A list request is on its way. */
  asking: 'full' | 'changed' | undefined;
  /** The full list is to be asked for as soon as may be. */
  fullWanted: boolean;
  /** Devices came or went while a request was on its way: its answer may have been made before. */
  changesWanted: boolean;
  /** The last full list came just now: the next one waits. */
  resting: boolean;
  /** Extra info of all devices is asked for behind the next list: over a slow line the rows come first. */
  extrasWanted: boolean;
  /** A disk format runs: polls are left out. */
  paused: boolean;
  /** The server info: on its way, or to be asked again with the next poll. */
  info: 'known' | 'asking' | 'wanted';
  /** The polls have begun; each one brings the next. */
  polling: boolean;
};

export type PollInput =
  | { kind: 'signed-in' }
  | { kind: 'server-info' }
  | { kind: 'server-info-failed' }
  | { kind: 'poll-due' }
  | { kind: 'stream-status-due' }
  /** `goesOn`: what came and went is known, the list goes on under its new token. */
  | { kind: 'list-done'; token: string; cursor: number; devices: number; goesOn?: boolean }
  | { kind: 'rested' }
  | { kind: 'list-failed' }
  /** Other devices are shown to this account. */
  | { kind: 'list-moved' }
  /** The whole list is wanted again. */
  | { kind: 'list-outdated' }
  /** What is set for many devices changed. */
  | { kind: 'extras-outdated' }
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
  | { kind: 'rest'; ms: number }
  | { kind: 'poll-in'; ms: number }
  | { kind: 'stream-status-in'; ms: number };

export type PollStep = { state: PollState; effects: readonly PollEffect[] };

export const pollStart: PollState = {
  running: false,
  list: undefined,
  asking: undefined,
  fullWanted: false,
  changesWanted: false,
  resting: false,
  extrasWanted: false,
  paused: false,
  info: 'known',
  polling: false,
};

const askFull = (state: PollState): PollStep => ({
  state: { ...state, asking: 'full', fullWanted: false, changesWanted: false },
  effects: [{ kind: 'ask-full-list' }],
});

/** The list does not wait for the answer of the server info: on a far server that is a while. */
const begin = (): PollStep => {
  const { state, effects } = askFull({ ...pollStart, running: true, extrasWanted: true, info: 'asking' });
  return { state, effects: [{ kind: 'ask-server-info' }, ...effects, { kind: 'subscribe' }] };
};

/** The polls begin behind the server info, also when it did not come: without them the list would stand still. */
const infoOver = (state: PollState, info: PollState['info']): PollStep => {
  if (!state.running) return { state, effects: [] };
  const first: PollEffect[] = state.polling ? [] : [{ kind: 'poll-in', ms: FIRST_POLL_MS }];
  return { state: { ...state, info, polling: true }, effects: first };
};

/** The full list when it is wanted and may be asked for. */
const askWanted = (state: PollState): PollStep =>
  state.fullWanted && state.asking === undefined && !state.paused && !state.resting
    ? askFull(state)
    : { state, effects: [] };

/** What changed in the list that is held; without one, all of it. */
const askChanges = (state: PollState): PollStep =>
  state.list === undefined
    ? askWanted({ ...state, fullWanted: true })
    : {
        state: { ...state, asking: 'changed', changesWanted: false },
        effects: [{ kind: 'ask-changed-list', ...state.list }],
      };

const poll = (state: PollState): PollStep => {
  const again: PollEffect = { kind: 'poll-in', ms: POLL_MS };
  if (!state.running) return { state, effects: [] };
  if (state.paused) return { state, effects: [again] };
  const status: PollEffect = { kind: 'stream-status-in', ms: STREAM_STATUS_MS };
  const askInfo: PollEffect[] = state.info === 'wanted' ? [{ kind: 'ask-server-info' }] : [];
  const asked: PollState = askInfo.length > 0 ? { ...state, info: 'asking' } : state;
  const step = asked.asking === undefined ? askChanges(asked) : { state: asked, effects: [] };
  return { state: step.state, effects: [...askInfo, ...step.effects, again, status] };
};

const done = (state: PollState, input: Extract<PollInput, { kind: 'list-done' }>): PollStep => {
  const { token, cursor, devices, goesOn = false } = input;
  const full = state.asking === 'full';
  const mismatch = state.asking === 'changed' && state.list?.token !== token && !goesOn;
  const fullWanted = state.fullWanted || mismatch;
  const list = fullWanted ? undefined : { token, cursor };
  const resting = state.resting || full;
  const wanted = state.extrasWanted || mismatch;
  const now = wanted && (full || !fullWanted); // else behind the full list, which is asked next
  const settled: PollState = { ...state, asking: undefined, list, fullWanted, resting, extrasWanted: wanted && !now };
  const extras: PollEffect[] = now ? [{ kind: 'ask-extra-info' }] : [];
  const rest: PollEffect[] = full ? [{ kind: 'rest', ms: REST_MS + devices * REST_MS_PER_DEVICE }] : [];
  const again = state.changesWanted && !state.paused && !fullWanted;
  const step = again ? askChanges(settled) : askWanted(settled);
  return { state: step.state, effects: [...rest, ...extras, ...step.effects] };
};

/** One step. After sign-in: server info, right behind it the full list, then extra info; a token that is not ours, or a new device, asks the full list. */
export const stepPoll = (state: PollState, input: PollInput): PollStep => {
  switch (input.kind) {
    case 'signed-in':
      return begin();
    case 'server-info':
      return infoOver(state, 'known');
    case 'server-info-failed':
      return infoOver(state, 'wanted');
    case 'poll-due':
      return poll(state);
    case 'stream-status-due':
      return { state, effects: state.running ? [{ kind: 'ask-stream-status' }] : [] };
    case 'list-done':
      return done(state, input);
    case 'rested':
      return askWanted({ ...state, resting: false });
    case 'list-failed':
      return { state: { ...state, asking: undefined, list: undefined }, effects: [] };
    case 'list-moved':
      if (!state.running || state.paused) return { state, effects: [] }; // the next poll tells
      return state.asking === undefined ? askChanges(state) : { state: { ...state, changesWanted: true }, effects: [] };
    case 'list-outdated':
      if (!state.running) return { state, effects: [] };
      return askWanted({ ...state, fullWanted: true, extrasWanted: true, list: undefined });
    case 'extras-outdated':
      return { state: { ...state, extrasWanted: state.running }, effects: [] }; // at most once with each list
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
