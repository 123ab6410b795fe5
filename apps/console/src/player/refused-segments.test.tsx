// A page and the worker of its player, both real, in a browser whose workers have no Media Source Extensions and whose page refuses what it
// is given: the tile says so. Socket and MediaSource are the test's own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeStreamMessage, streamCodecs, streamFlags, streamKinds } from '@outrider/contract';
import { joinNals, splitNals } from '@outrider/media';
import { afterEach, expect, test, vi } from 'vitest';
import type { Clock } from '../lib/time.ts';
import { FedElement } from './media-element.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { PlayerHost } from './player-host.ts';
import { PlayerSurface } from './player-surface.ts';
import { tileWords } from './tile-words.ts';
import { PlayerSession } from './worker/session.ts';
import { takeShared } from './worker/shared-orders.ts';

const clock: Clock = { now: () => 1_000_000, after: () => () => {}, every: () => () => {} };

const clip = readFileSync(join(import.meta.dirname, '../../testdata/hevc/plain-64x64.h265'));
const nals = splitNals(new Uint8Array(clip));
/** Up to its first slice (H.265 table 7-1). */
const keyPicture = joinNals(nals.slice(0, 1 + nals.findIndex(([first = 0]) => ((first >> 1) & 0x3f) < 32)));

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

/** What the worker's side does with the page's messages. */
class OwnWorker extends EventTarget {
  #session: PlayerSession | undefined;
  postMessage(message: ToWorker): void {
    queueMicrotask(() => this.#take(message));
  }
  terminate(): void {
    this.#session?.close();
  }
  #take(message: ToWorker): void {
    if (message.kind === 'open')
      this.#session = new PlayerSession(
        clock,
        (said: FromWorker) => queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: said }))),
        message,
      );
    else if (message.kind === 'element-failed' || message.kind === 'visible') takeShared(this.#session, message);
  }
}

let appended = 0;
class RefusingBuffer extends EventTarget {
  readonly updating = false;
  readonly buffered = { length: 0 };
  appendBuffer(): void {
    appended += 1;
    throw new Error('the browser refuses it');
  }
}
class FakeSource extends EventTarget {
  readonly readyState = 'open';
  addSourceBuffer(): RefusingBuffer {
    return new RefusingBuffer();
  }
}

afterEach(() => vi.unstubAllGlobals());

const settled = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));
const picture = async (number: number): Promise<void> => {
  const about = { channel: 1, sequence: 0, detail: 0, captureMs: 0, flags: streamFlags.key };
  const header = { ...about, kind: streamKinds.video, codec: streamCodecs.h265, presentationUs: 40_000 * number };
  const data = encodeStreamMessage(header, keyPicture).buffer;
  FakeSocket.last?.dispatchEvent(new MessageEvent('message', { data }));
  await settled();
};

test('video that the page refuses again and again: the player gives up, and the tile says so', async () => {
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('MediaSource', FakeSource);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  const host: PlayerHost<ToWorker, FromWorker> = new PlayerHost<ToWorker, FromWorker>(
    {
      clock,
      stream: 'main',
      surface: new PlayerSurface((element, onFailed) => new FedElement(element, onFailed)),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of a worker that is used
      makeWorker: () => new OwnWorker() as unknown as Worker,
    },
    {
      opening: () => ({ kind: 'open', addresses: ['ws://x/'], stream: 'main', softwareHevc: false, pageFeeds: true }),
      message: (message) => {
        if (message.kind !== 'jump') host.take(message);
      },
    },
  );
  host.start();
  await settled();
  FakeSocket.last?.dispatchEvent(new Event('open'));
  await picture(1);
  expect([appended, host.status.getState().phase]).toEqual([1, 'playing']);
  await picture(2);
  expect([appended, host.status.getState().phase]).toEqual([2, 'broken']);
  expect(tileWords(host.status.getState(), 1_000_000)).toMatchObject({ title: 'The player stopped' });
  host.close();
});
