// A viewer of recordings: opens channels of one playback, says what it shows, and keeps what it was sent, on the bare socket of
// viewer.ts. `tick` moves the clock of a driven server.
import type { Server } from './server.ts';
import type { Account } from './server.ts';
import type { Waiting } from './until.ts';
import { FLAG, KIND, type StreamMessage, Viewer } from './viewer.ts';

export type PlaybackOptions = {
  channel?: number;
  streamid?: number;
  speed?: number;
  cover?: 0 | 1;
  account?: Account;
  waiting?: Waiting;
};

export const openPlayback = (
  server: Pick<Server, 'ports' | 'admin'>,
  deviceid: string,
  timeMs: number,
  { channel = 1, streamid = 7, speed = 1, cover = 0, account, waiting = {} }: PlaybackOptions = {},
): Promise<Viewer> =>
  Viewer.ask(
    server.ports.stream,
    account ?? server.admin,
    {
      type: 'lopb',
      deviceid,
      channel: String(channel),
      streamid: String(streamid),
      spbtime: String(timeMs / 1000),
      speed: String(speed),
      cover: String(cover),
    },
    waiting,
  );

/** Moments of the pictures, those before the moment asked for left out. */
export const shown = (viewer: Viewer): number[] =>
  viewer.videos.filter(({ flags }) => (flags & FLAG.replay) === 0).map(({ captureMs }) => captureMs);

export const soundsOf = (viewer: Viewer): StreamMessage[] => viewer.messages.filter(({ kind }) => kind === KIND.audio);

/** The states in order with the moment each told. */
export const statesOf = (viewer: Viewer): [string, number | undefined][] =>
  viewer.states.map(({ state, timeMs }) => [String(state), timeMs === undefined ? undefined : Number(timeMs)]);

export const seek = (viewer: Viewer, timeMs: number, generation: number, speed = 1): void =>
  viewer.say(JSON.stringify({ seek: timeMs, generation, speed }));

export const say = (viewer: Viewer, at: number, speed: number): void => viewer.say(JSON.stringify({ at, speed }));
