// A recorded channel in its worker, with a socket that is played: what the page is told of one that nobody sees, what follows when the
// page's video element fails, and which pictures get to a decoder before a gap.
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

/** A browser's decoder that keeps what it gets until it is told to give pictures. */
class FakeDecoder {
  static last: FakeDecoder | undefined;
  static made = 0;
  static isConfigSupported = () => Promise.resolve({ supported: true });
  readonly inside: number[] = [];
  state = 'unconfigured';
  taken = 0;
  readonly #output: (picture: unknown) => void;
  constructor({ output }: { output: (picture: unknown) => void }) {
    this.#output = output;
    FakeDecoder.last = this;
    FakeDecoder.made += 1;
  }
  get decodeQueueSize(): number {
    return this.inside.length;
  }
  configure(): void {
    this.state = 'configured';
  }
  decode({ timestamp }: { timestamp: number }): void {
    this.taken += 1;
    this.inside.push(timestamp);
  }
  close(): void {
    this.state = 'closed';
  }
  give(): void {
    for (const timestamp of this.inside.splice(0)) this.#output({ timestamp, close: () => {} });
  }
}
class FakeChunk {
  readonly timestamp: number;
  constructor({ timestamp }: { timestamp: number }) {
    this.timestamp = timestamp;
  }
}
const fakeCanvas = { width: 0, height: 0, getContext: () => ({ drawImage: () => {} }) };

const ownSocket = globalThis.WebSocket;
afterEach(() => {
  globalThis.WebSocket = ownSocket;
  for (const name of ['VideoDecoder', 'EncodedVideoChunk', 'requestAnimationFrame'])
    Reflect.deleteProperty(globalThis, name);
});

/** One whose pictures go to a video element, or to a canvas; its clock stands. */
const opened = ({ canvas, pageFeeds = true }: { canvas?: OffscreenCanvas; pageFeeds?: boolean } = {}) => {
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
    pageFeeds,
    ...(canvas === undefined ? {} : { canvas }),
  });
  const socket = FakeSocket.last ?? assert.fail('it opens a socket');
  socket.dispatchEvent(new Event('open'));
  const take = (kind: number, timeMs: number, body: Uint8Array): void => {
    const about = { channel: 1, flags: streamFlags.key, detail: 0, captureMs: timeMs, sequence: 1 };
    const header = { ...about, kind, codec: streamCodecs.h265, presentationUs: timeMs * 1000 };
    socket.dispatchEvent(new MessageEvent('message', { data: encodeStreamMessage(header, body).buffer }));
  };
  const say = (generation: number, timeMs: number, said: 'playing' | 'gap' = 'playing'): void => {
    const state = { state: said, message: '', from: 'server', generation, timeMs };
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

test('a page that cannot feed its video element is told that nothing comes of the channel', () => {
  const { session, told, news, say, picture } = opened({ pageFeeds: false });
  say(0, START_MS);
  picture(START_MS);
  picture(START_MS + 40);
  assert.deepEqual([told.at(-1)?.stage, told.at(-1)?.ready, news], ['out', false, []]);
  session.close();
});

test('of a video element the page knows the pictures around the clock, not the newest that it was given', () => {
  const { session, told, say, picture } = opened();
  say(0, START_MS);
  for (let i = 0; i < 6; i += 1) picture(START_MS + 40 * i);
  session.setVisible(true);
  const around = () => [told.at(-1)?.beforeMs, told.at(-1)?.shownMs, told.at(-1)?.nextMs];
  assert.deepEqual(around(), [undefined, START_MS, START_MS + 40]);
  session.setClock({ mediaMs: START_MS + 40, atMs: 0, rate: 0 }, 0);
  assert.deepEqual(around(), [START_MS, START_MS + 40, START_MS + 80]);
  session.close();
});

test('before a gap every picture that waits is shown, though what lies behind the gap came; what was sent by key frames is sent again', () => {
  Object.assign(globalThis, {
    VideoDecoder: FakeDecoder,
    EncodedVideoChunk: FakeChunk,
    requestAnimationFrame: (then: () => void) => then(),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of a canvas that is used
  const { session, told, say, picture } = opened({ canvas: fakeCanvas as unknown as OffscreenCanvas });
  FakeDecoder.made = 0;
  say(0, START_MS);
  for (let i = 0; i < 20; i += 1) picture(START_MS + 40 * i);
  assert.equal(FakeDecoder.last?.taken, 6, 'the rest waits for the decoder');
  say(0, 90_000, 'gap');
  say(0, 90_000);
  picture(90_000);
  /** The clock goes on to this moment. */
  const goTo = (mediaMs: number): void => {
    session.setClock({ mediaMs, atMs: 0, rate: 0 }, 1);
    FakeDecoder.last?.give();
  };
  for (let i = 0; i < 20; i += 1) goTo(START_MS + 40 * i);
  assert.deepEqual([FakeDecoder.made, FakeDecoder.last?.taken], [1, 21]);
  goTo(START_MS + 800);
  session.setVisible(true);
  assert.equal(told.at(-1)?.shownMs, START_MS + 760);
  say(0, START_MS + 800);
  picture(START_MS + 800);
  assert.equal(FakeDecoder.made, 2, 'all that comes is decoded by another decoder');
  session.close();
});
