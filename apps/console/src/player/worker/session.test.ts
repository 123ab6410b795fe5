// A live player in its worker, with a socket that is played: what the tile says of a stream that this browser cannot play.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { encodeStreamMessage, streamCodecs, streamFlags, streamKinds } from '@outrider/contract';
import type { StreamState } from '@outrider/contract';
import type { Clock } from '../../lib/time.ts';
import type { PlayerStatus } from '../messages.ts';
import { clipBytes, codedPictures } from './hevc/testing.ts';
import { PlayerSession } from './session.ts';

const clock: Clock = { now: () => 1_000_000, after: () => () => {}, every: () => () => {} };

/** A browser whose workers have Media Source Extensions and play nothing by them. */
const installed = (): { socket: () => FakeSocket } => {
  const sockets: FakeSocket[] = [];
  class Socket extends FakeSocket {
    constructor(url: string) {
      super(url);
      sockets.push(this);
    }
  }
  const Source = Object.assign(function source() {}, {
    canConstructInDedicatedWorker: true,
    isTypeSupported: () => false,
  });
  Object.assign(globalThis, { WebSocket: Socket, MediaSource: Source });
  return {
    socket: () => {
      const last = sockets.at(-1);
      assert.ok(last !== undefined);
      return last;
    },
  };
};

class FakeSocket extends EventTarget {
  readonly said: string[] = [];
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
  }
  send(text: string): void {
    this.said.push(text);
  }
  close(): void {}
}

const ownSocket = globalThis.WebSocket;
afterEach(() => {
  globalThis.WebSocket = ownSocket;
  Reflect.deleteProperty(globalThis, 'MediaSource');
});

const [keyPicture = new Uint8Array(0)] = codedPictures(clipBytes('plain-64x64'));
const about = { channel: 1, sequence: 0, detail: 0, captureMs: 0 };

test('the sub-stream was tried and is not to be had: the tile says again that the main stream cannot be played', () => {
  const { socket } = installed();
  const told: PlayerStatus[] = [];
  const session = new PlayerSession(
    clock,
    (message) => {
      if (message.kind === 'status') told.push(message.status);
    },
    { kind: 'open', addresses: ['ws://recorder/live?'], stream: 'main', softwareHevc: false, pageFeeds: true },
  );
  socket().dispatchEvent(new Event('open'));
  let presentationUs = 0;
  const take = (data: Uint8Array<ArrayBuffer>): boolean =>
    socket().dispatchEvent(new MessageEvent('message', { data: data.buffer }));
  const picture = (): void => {
    presentationUs += 40_000;
    const header = {
      ...about,
      kind: streamKinds.video,
      codec: streamCodecs.h265,
      flags: streamFlags.key,
      presentationUs,
    };
    take(encodeStreamMessage(header, keyPicture));
  };
  const say = (state: Partial<StreamState>): void => {
    const header = { ...about, kind: streamKinds.state, codec: 0, flags: 0, presentationUs };
    take(encodeStreamMessage(header, new TextEncoder().encode(JSON.stringify({ message: '', sinceMs: 0, ...state }))));
  };
  picture();
  assert.equal(told.at(-1)?.phase, 'unsupported');
  say({ state: 'refused', stream: 'sub' });
  assert.deepEqual(socket().said, ['{"stream":"sub"}', '{"stream":"main"}']);
  say({ state: 'waiting', stream: 'main' });
  assert.equal(told.at(-1)?.phase, 'waiting');
  picture();
  assert.equal(told.at(-1)?.phase, 'unsupported');
  session.close();
});

test('neither the worker nor the page can feed a video element: the tile says so at once', () => {
  for (const [pageFeeds, expected] of [
    [true, 'playing'],
    [false, 'unsupported'],
  ] as const) {
    const { socket } = installed();
    Reflect.deleteProperty(globalThis, 'MediaSource');
    const said: string[] = [];
    const session = new PlayerSession(
      clock,
      (message) => {
        if (message.kind === 'status') said.push(message.status.phase);
      },
      { kind: 'open', addresses: ['ws://recorder/live?'], stream: 'main', softwareHevc: false, pageFeeds },
    );
    socket().dispatchEvent(new Event('open'));
    const header = { ...about, kind: streamKinds.video, codec: streamCodecs.h265, flags: 1, presentationUs: 0 };
    socket().dispatchEvent(new MessageEvent('message', { data: encodeStreamMessage(header, keyPicture).buffer }));
    assert.equal(said.at(-1), expected);
    session.close();
  }
});

test('a tile asks for no stream until somebody chose one: the server begins with the one that is set for the channel', () => {
  const { socket } = installed();
  const open = (stream: 'main' | undefined): PlayerSession =>
    new PlayerSession(clock, () => undefined, {
      kind: 'open',
      addresses: ['ws://recorder/live?a=1'],
      stream,
      softwareHevc: false,
      pageFeeds: true,
    });
  const free = open(undefined);
  assert.equal(socket().url, 'ws://recorder/live?a=1');
  free.close();
  const chosen = open('main');
  assert.equal(socket().url, 'ws://recorder/live?a=1&stream=main');
  chosen.close();
});
