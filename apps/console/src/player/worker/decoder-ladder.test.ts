// Stepping down from the browser's decoder to our own, with a browser that is played and the real WebAssembly.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { collectParameterSets, splitNals, videoFormat } from '@outrider/media';
import { DecoderLadder } from './decoder-ladder.ts';
import type { SoftwareKit } from './hevc/software-decoder.ts';
import { clipBytes, codedPictures, openEngine } from './hevc/testing.ts';
import { PaintedPicture } from './picture.ts';
import type { VideoFormat } from './video-track.ts';

type Frame = { readonly bytes: Uint8Array; readonly key: boolean; readonly replay: boolean; readonly number: number };
type Hooks = { output: (picture: unknown) => void; error: (error: Error) => void };

/** What the browser says of a format, and what its decoder does with each chunk. */
type Browser = { supported: boolean; decode: (hooks: Hooks, timestamp: number) => void };

const installed = (browser: Browser): void => {
  class Decoder {
    static isConfigSupported = () => Promise.resolve({ supported: browser.supported });
    state = 'unconfigured';
    decodeQueueSize = 0;
    readonly #hooks: Hooks;
    constructor(hooks: Hooks) {
      this.#hooks = hooks;
    }
    configure(): void {
      this.state = 'configured';
    }
    decode({ timestamp }: { timestamp: number }): void {
      browser.decode(this.#hooks, timestamp);
    }
    close(): void {
      this.state = 'closed';
    }
  }
  class Chunk {
    readonly timestamp: number;
    constructor({ timestamp }: { timestamp: number }) {
      this.timestamp = timestamp;
    }
  }
  Object.assign(globalThis, { VideoDecoder: Decoder, EncodedVideoChunk: Chunk });
};

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'VideoDecoder');
  Reflect.deleteProperty(globalThis, 'EncodedVideoChunk');
});

const stream = clipBytes('plain-64x64');
const frames: Frame[] = codedPictures(stream).map((bytes, number) => ({
  bytes,
  key: number % 6 === 0,
  replay: false,
  number,
}));

const formatOf = (): VideoFormat => {
  const sets = collectParameterSets(splitNals(stream), 'h265');
  assert.ok(sets !== null);
  return { sets, ...videoFormat(sets) };
};

const setUp = (withSoftware = true) => {
  const shown: (number | undefined)[] = [];
  const said: string[] = [];
  const turns: (() => void)[] = [];
  const kit: SoftwareKit = {
    open: openEngine,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no ImageData; nothing here looks at the pixels
    picture: () => new PaintedPicture({ width: 1, height: 1 } as ImageData),
    later: (run) => turns.push(run),
    nowMs: () => 0,
  };
  const ladder = new DecoderLadder<Frame>(
    {
      picture: (picture, frame) => {
        shown.push(frame?.number);
        picture.close();
      },
      unsupported: () => said.push('unsupported'),
      failed: (reason) => said.push(reason),
      lost: () => said.push('lost'),
    },
    withSoftware ? kit : undefined,
  );
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 5; i += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one turn after the other
      await new Promise((resolve) => setImmediate(resolve));
      for (let run = turns.shift(); run !== undefined; run = turns.shift()) run();
    }
  };
  return { ladder, shown, said, settle };
};

const giving = ({ output }: Hooks, timestamp: number): void =>
  output({ timestamp, close: () => {}, displayWidth: 1, displayHeight: 1 });

test('a browser that plays H.265 plays it', async () => {
  installed({ supported: true, decode: giving });
  const { ladder, shown, said, settle } = setUp();
  ladder.configure(formatOf());
  for (const frame of frames) ladder.push(frame);
  await settle();
  assert.deepEqual([shown.length, said, ladder.name], [12, [], 'WebCodecs']);
});

test('a browser that says no: our own decoder takes over, and no picture is lost', async () => {
  installed({ supported: false, decode: () => {} });
  const { ladder, shown, said, settle } = setUp();
  ladder.configure(formatOf());
  for (const frame of frames.slice(0, 4)) ladder.push(frame);
  await settle();
  for (const frame of frames.slice(4)) ladder.push(frame);
  await settle();
  assert.deepEqual(shown, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  assert.deepEqual([said, ladder.name], [[], 'software']);
});

test('a browser that said yes and breaks at once loses nothing either', async () => {
  installed({ supported: true, decode: ({ error }) => error(new Error('hardware gone')) });
  const { ladder, shown, said, settle } = setUp();
  ladder.configure(formatOf());
  for (const frame of frames) ladder.push(frame);
  await settle();
  assert.deepEqual([shown.length, said, ladder.name], [12, [], 'software']);
});

test('one that breaks in mid-stream loses up to the next key picture, and is not tried again', async () => {
  installed({
    supported: true,
    decode: (hooks, timestamp) => (timestamp < 4 ? giving(hooks, timestamp) : hooks.error(new Error('hardware gone'))),
  });
  const { ladder, shown, said, settle } = setUp();
  ladder.configure(formatOf());
  for (const frame of frames) ladder.push(frame);
  await settle();
  assert.deepEqual(shown, [0, 1, 2, 6, 7, 8, 9, 10, 11]);
  ladder.configure(formatOf());
  assert.deepEqual([said, ladder.name], [[], 'software']);
});

test('one that the browser takes back from a page in the background is made again, not refused', async () => {
  const reclaimed = new DOMException('Codec reclaimed due to inactivity.', 'QuotaExceededError');
  installed({
    supported: true,
    decode: (hooks, timestamp) => (timestamp < 4 ? giving(hooks, timestamp) : hooks.error(reclaimed)),
  });
  const { ladder, shown, said, settle } = setUp();
  ladder.configure(formatOf());
  for (const frame of frames.slice(0, 6)) ladder.push(frame);
  await settle();
  assert.deepEqual([said, ladder.name, shown], [['lost'], 'WebCodecs', [0, 1, 2]]);
  installed({ supported: true, decode: giving });
  ladder.configure(formatOf());
  for (const frame of frames.slice(6)) ladder.push(frame);
  await settle();
  assert.deepEqual([said, ladder.name, shown.slice(3)], [['lost'], 'WebCodecs', [6, 7, 8, 9, 10, 11]]);
});

test('without our own decoder the browser has the last word', async () => {
  installed({ supported: false, decode: () => {} });
  const { ladder, shown, said, settle } = setUp(false);
  ladder.configure(formatOf());
  for (const frame of frames) ladder.push(frame);
  await settle();
  assert.deepEqual([shown, said], [[], ['unsupported']]);
});

test('where there is no WebCodecs at all our own decoder begins', async () => {
  const { ladder, shown, settle } = setUp();
  ladder.configure(formatOf());
  for (const frame of frames) ladder.push(frame);
  await settle();
  assert.equal(shown.length, 12);
});
