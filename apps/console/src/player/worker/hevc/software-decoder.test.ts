// The decoder between messages, with the real WebAssembly: the turns are run by hand, so that nothing depends on the machine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectParameterSets, splitNals, videoFormat } from '@outrider/media';
import { PaintedPicture } from '../picture.ts';
import type { Picture } from '../picture.ts';
import type { VideoFormat } from '../video-track.ts';
import { HevcEngine } from './hevc-engine.ts';
import { SoftwareDecoder } from './software-decoder.ts';
import { clipBytes, clips, codedPictures, openEngine } from './testing.ts';

type Frame = { readonly bytes: Uint8Array; readonly key: boolean; readonly replay: boolean; readonly number: number };

const formatOf = (stream: Uint8Array): VideoFormat => {
  const sets = collectParameterSets(splitNals(stream), 'h265');
  assert.ok(sets !== null);
  return { sets, ...videoFormat(sets) };
};

const isKey = (bytes: Uint8Array): boolean =>
  splitNals(bytes).some((nal) => (nal[0] ?? 0) >> 1 >= 16 && (nal[0] ?? 0) >> 1 <= 21);

const framesOf = (name: string): Frame[] =>
  codedPictures(clipBytes(name)).map((bytes, number) => ({ bytes, key: isKey(bytes), replay: false, number }));

/** A picture that remembers whether it was given back. */
class Marked extends PaintedPicture {
  closed = false;
  override close(): void {
    this.closed = true;
  }
}

const setUp = (open: () => Promise<HevcEngine> = openEngine) => {
  const room = { full: false };
  const shown: number[] = [];
  const said: string[] = [];
  const made: Marked[] = [];
  let turn: (() => void) | undefined;
  let nowMs = 0;
  const picture = (): Picture => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no ImageData; nothing here looks at the pixels
    const marked = new Marked({ width: 1, height: 1 } as ImageData);
    made.push(marked);
    return marked;
  };
  const later = (run: () => void): void => {
    turn = run;
  };
  const decoder = new SoftwareDecoder<Frame>(
    { open, picture, later, nowMs: () => (nowMs += 1) },
    {
      picture: (one, frame) => {
        shown.push(frame?.number ?? -1);
        one.close();
      },
      unsupported: () => said.push('unsupported'),
      failed: (reason) => said.push(reason),
      lost: () => said.push('lost'),
      full: () => room.full,
    },
  );
  /** Runs turns until none is left. */
  const run = (): void => {
    for (;;) {
      const next = turn;
      turn = undefined;
      if (next === undefined) return;
      next();
    }
  };
  const ready = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { decoder, room, shown, said, made, run, ready };
};

test('pictures come with their own frames, one for each, also those that waited for the decoder to be fetched', async () => {
  const { decoder, shown, said, run, ready } = setUp();
  decoder.configure(formatOf(clipBytes('cif')));
  for (const frame of framesOf('cif')) decoder.push(frame);
  assert.deepEqual([decoder.queued, decoder.inside.size], [0, 5], 'nothing is late while it is fetched');
  await ready();
  await ready();
  run();
  assert.deepEqual(shown, [0, 1, 2, 3, 4]);
  assert.deepEqual(said, []);
});

test('pictures that are shown in another order than they are coded come in theirs; the last ones when nothing follows', async () => {
  const { decoder, shown, run, ready } = setUp();
  decoder.configure(formatOf(clipBytes('b-pyramid')));
  await ready();
  for (const frame of framesOf('b-pyramid')) decoder.push(frame);
  run();
  assert.equal(shown.length, 14, 'two wait for what may come before them');
  decoder.rest();
  assert.deepEqual(shown, [0, 3, 4, 2, 5, 1, 8, 9, 7, 10, 6, 13, 14, 12, 15, 11]);
});

test('key pictures only, and all again from the next one on', async () => {
  const { decoder, shown, run, ready } = setUp();
  decoder.configure(formatOf(clipBytes('plain-64x64')));
  await ready();
  const frames = framesOf('plain-64x64');
  const play = (part: readonly Frame[]): void => {
    for (const frame of part) decoder.push(frame);
    run();
  };
  decoder.allow('keys');
  play(frames);
  assert.deepEqual(shown.splice(0), [0, 6]);
  assert.equal(decoder.dropped, 10);
  play(frames.slice(0, 3));
  decoder.allow('all');
  play(frames.slice(3));
  assert.deepEqual(shown, [0, 6, 7, 8, 9, 10, 11]);
});

test('what its decoding costs is reported for all pictures, also for those it left out', async () => {
  const { decoder, run, ready } = setUp();
  const loadNow = () => decoder.load;
  assert.equal(loadNow(), undefined);
  decoder.configure(formatOf(clipBytes('plain-64x64')));
  await ready();
  for (const frame of framesOf('plain-64x64')) decoder.push(frame);
  run();
  const all = loadNow();
  assert.ok(all !== undefined && all.allMs > all.keysMs && all.keysMs > 0);
  decoder.allow('keys');
  for (const frame of framesOf('plain-64x64')) decoder.push(frame);
  run();
  assert.ok((loadNow()?.allMs ?? 0) >= all.allMs, 'it would still cost that');
  decoder.stop();
  assert.equal(loadNow(), undefined);
});

test('after a stall many wait, but nobody is late who decodes fast; and no picture pushes out another', async () => {
  const { decoder, room, shown, run, ready } = setUp();
  decoder.configure(formatOf(clipBytes('plain-64x64')));
  await ready();
  const frames = framesOf('plain-64x64');
  for (const frame of frames.slice(0, 6)) decoder.push(frame);
  run();
  room.full = true;
  for (const frame of frames.slice(6)) decoder.push(frame);
  run();
  assert.deepEqual([shown.length, decoder.queued, decoder.late], [6, 6, 0]);
  room.full = false;
  decoder.resume();
  run();
  assert.equal(shown.length, 12);
});

test('what it cannot decode right it refuses', () => {
  for (const name of ['transform-skip', 'monochrome']) {
    const { decoder, said } = setUp();
    decoder.configure(formatOf(clipBytes(name)));
    assert.deepEqual(said, ['unsupported'], name);
  }
});

test('a decoder that traps says so once, and the next key picture gets a fresh one', async () => {
  let opened = 0;
  const { decoder, shown, said, run, ready } = setUp(() => {
    opened += 1;
    return openEngine();
  });
  const format = formatOf(clipBytes('cif'));
  const frames = framesOf('cif');
  decoder.configure(format);
  await ready();
  decoder.push({ bytes: new Uint8Array(300 * 2 ** 20), key: true, replay: false, number: 99 });
  run();
  assert.equal(said.length, 1);
  decoder.push(frames[1] ?? assert.fail());
  run();
  assert.deepEqual(shown, [], 'nothing goes to a decoder that is gone');
  decoder.configure(format);
  await ready();
  for (const frame of frames) decoder.push(frame);
  run();
  assert.deepEqual([shown.length, opened, said.length], [clips().get('cif')?.md5.length, 2, 1]);
});

test('a fetch that fails says so; the next format tries again', async () => {
  const outcomes = [() => Promise.reject(new Error('no way to the server')), openEngine];
  const { decoder, said, shown, run, ready } = setUp(() => (outcomes.shift() ?? openEngine)());
  decoder.configure(formatOf(clipBytes('cif')));
  await ready();
  assert.deepEqual(said, ['no way to the server']);
  decoder.configure(formatOf(clipBytes('cif')));
  await ready();
  decoder.push(framesOf('cif')[0] ?? assert.fail());
  run();
  assert.deepEqual(shown, [0]);
});

test('frames that wait are bounded: past it all go, and it begins at a key picture', async () => {
  const { decoder, shown, run } = setUp(() => new Promise<HevcEngine>(() => {}));
  decoder.configure(formatOf(clipBytes('cif')));
  const [key, other] = framesOf('cif');
  assert.ok(key !== undefined && other !== undefined);
  decoder.push(key);
  for (let i = 0; i < 400; i += 1) decoder.push(other);
  run();
  assert.ok(decoder.inside.size <= 150);
  assert.ok(decoder.dropped >= 250);
  assert.deepEqual(shown, []);
});

test('every picture it made is given back, whatever becomes of it', async () => {
  const { decoder, made, run, ready } = setUp();
  decoder.configure(formatOf(clipBytes('b-pyramid')));
  await ready();
  for (const frame of framesOf('b-pyramid').slice(0, 5)) decoder.push(frame);
  run();
  decoder.stop();
  assert.ok(made.length === 5 && made.every(({ closed }) => closed));
});
