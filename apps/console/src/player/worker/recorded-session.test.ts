// A recorded channel in its worker, with a socket that is played: what the page is told of one that nobody sees, and what follows when the
// page's video element fails.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { encodeStreamMessage, streamCodecs, streamFlags, streamKinds } from '@outrider/contract';
import type { Clock } from '../../lib/time.ts';
import type { ChannelProgress } from '../recorded/group-rules.ts';
import type { FromRecorded } from '../recorded/messages.ts';
import { clipBytes, codedPictures } from './hevc/testing.ts';
import { RecordedSession } from './recorded-session.ts';

const clock: Clock = { now: () => 1_000_000, after: () => () => {}, every: () => () => {} };
const [keyPicture = new Uint8Array(0)] = codedPictures(clipBytes('plain-64x64'));
const START_MS = 10_000;

class FakeSocket extends EventTarget {
  static last: FakeSocket | undefined;
  readonly url = 'ws://x/';
  constructor() {
    super();
    FakeSocket.last = this;
  }
  send(): void {}
  close(): void {}
}

const ownSocket = globalThis.WebSocket;
afterEach(() => {
  globalThis.WebSocket = ownSocket;
});

/** One whose pictures go to a video element; its clock stands. */
const opened = () => {
  Object.assign(globalThis, { WebSocket: FakeSocket });
  const told: ChannelProgress[] = [];
  /** Targets that were opened, and failures that the page was told of. */
  const news: string[] = [];
  const hear = (message: FromRecorded): void => {
    if (message.kind === 'progress') told.push(message.progress);
    else if (message.kind === 'segments-begin') news.push(message.fresh ? 'fresh' : 'on');
    else if (message.kind === 'failed') news.push(message.reason);
  };
  const media = { mediaMs: START_MS, atMs: 0, rate: 0 };
  const session = new RecordedSession(clock, () => 0, hear, {
    kind: 'open',
    mode: 'lopb',
    addresses: ['ws://x/'],
    startMs: START_MS,
    generation: 0,
    clock: media,
    speed: 1,
    softwareHevc: false,
  });
  const socket = FakeSocket.last ?? assert.fail('it opens a socket');
  socket.dispatchEvent(new Event('open'));
  const take = (kind: number, timeMs: number, body: Uint8Array): void => {
    const about = { channel: 1, flags: streamFlags.key, detail: 0, captureMs: timeMs, sequence: 1 };
    const header = { ...about, kind, codec: streamCodecs.h265, presentationUs: timeMs * 1000 };
    socket.dispatchEvent(new MessageEvent('message', { data: encodeStreamMessage(header, body).buffer }));
  };
  const say = (generation: number, timeMs: number): void => {
    const state = { state: 'playing', message: '', from: 'server', generation, timeMs };
    take(streamKinds.state, timeMs, new TextEncoder().encode(JSON.stringify(state)));
  };
  const picture = (timeMs: number): void => take(streamKinds.video, timeMs, keyPicture);
  const seek = (timeMs: number): void =>
    session.seek({ kind: 'seek', timeMs, generation: 1, speed: 1, clock: { ...media, mediaMs: timeMs } });
  return { session, told, news, say, picture, seek };
};

test('a tile that nobody sees keeps nobody waiting, after a seek too; when it is seen its picture is waited for', () => {
  const { session, told, say, picture, seek } = opened();
  session.setVisible(false);
  seek(50_000);
  say(1, 50_000);
  assert.equal(told.at(-1)?.ready, false);
  picture(50_000);
  session.setVisible(false); // the page tells it as often as it likes
  assert.deepEqual([told.at(-1)?.generation, told.at(-1)?.ready], [1, true]);
  session.setVisible(true);
  assert.equal(told.at(-1)?.ready, false);
  picture(50_040);
  session.setVisible(true);
  assert.deepEqual([told.at(-1)?.ready, told.at(-1)?.shownMs], [true, 50_000]);
  session.close();
});

test('after a failure of the video element pictures begin in a new source; after a second one the player gives up', () => {
  const { session, news, say, picture } = opened();
  say(0, START_MS);
  picture(START_MS);
  session.elementFailed();
  assert.deepEqual(news, ['fresh']);
  picture(START_MS + 40);
  assert.deepEqual(news, ['fresh', 'fresh']);
  session.elementFailed();
  assert.deepEqual(news, ['fresh', 'fresh', 'the media element failed']);
  session.close();
});
