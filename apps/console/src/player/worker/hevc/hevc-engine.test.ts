// Every clip of testdata/hevc comes out as ffmpeg has it, picture by picture; what the decoder does wrong is known beforehand; and broken
// streams neither trap nor hang nor make it grow.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker as Thread } from 'node:worker_threads';
import { collectParameterSets, h265Needs, splitNals } from '@outrider/media';
import { EngineBroken } from './hevc-engine.ts';
import type { HevcEngine } from './hevc-engine.ts';
import { clipBytes, clips, codedPictures, openEngine } from './testing.ts';

const MB = 2 ** 20;
const ROUNDS = 400;
const HUNG_AFTER_MS = 5000;
/** More than the decoder may have. */
const hugeInput = (): Uint8Array => new Uint8Array(300 * MB);
const CHILD = `
  const { parentPort } = require('node:worker_threads');
  const ready = import(${JSON.stringify(new URL('testing.ts', import.meta.url).href)}).then(async (testing) => ({ ...testing, engine: await testing.openEngine() }));
  parentPort.on('message', async (stream) => {
    const { codedPictures, openEngine, engine: first } = await ready;
    let engine = first;
    let broke = 0;
    for (const coded of codedPictures(stream)) {
      try { engine.decode(coded); } catch { broke += 1; engine = await openEngine(); }
    }
    parentPort.postMessage({ broke, memoryBytes: engine.memoryBytes });
  });`;
/** What these need is refused, see software-decoder.ts. */
const wrong = new Set(['transform-skip', 'monochrome']);

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** In the order of decoding. */
const decoded = (engine: HevcEngine, stream: Uint8Array): string[] =>
  codedPictures(stream).flatMap((coded) => engine.decode(coded).map(({ data }) => md5(data)));

const needsOf = (name: string) => {
  const sets = collectParameterSets(splitNals(clipBytes(name)), 'h265');
  assert.ok(sets !== null);
  return h265Needs(sets);
};

test('there are about thirty clips', () => assert.ok(clips().size >= 30));

for (const [name, { size, md5: expected }] of clips()) {
  if (wrong.has(name)) continue;
  test(`${name}: the planes of every picture are those of ffmpeg`, async () => {
    const engine = await openEngine();
    assert.deepEqual(decoded(engine, clipBytes(name)).toSorted(), expected.toSorted());
    const { width, height, transformSkip, chromaFormat } = needsOf(name);
    if (name !== 'sizes-change') assert.equal(`${width}x${height}`, size);
    assert.deepEqual([transformSkip, chromaFormat], [false, 1]);
  });
}

test('what comes out wrong can be seen from the parameter sets', async () => {
  for (const name of wrong) {
    const expected = clips().get(name)?.md5 ?? [];
    // oxlint-disable-next-line no-await-in-loop -- two
    assert.notDeepEqual(
      decoded(await openEngine(), clipBytes(name)),
      expected,
      `${name} comes out right: let it through`,
    );
  }
  assert.equal(needsOf('transform-skip').transformSkip, true);
  assert.equal(needsOf('monochrome').chromaFormat, 0);
});

test('how many pictures wait for the order of showing is read from the SPS', () => {
  assert.equal(needsOf('cif').reorderPictures, 0);
  assert.equal(needsOf('b-frames').reorderPictures, 1);
  assert.equal(needsOf('b-pyramid').reorderPictures, 2);
  assert.equal(needsOf('main10').bitDepth, 10);
});

/** Numbers below `limit`, the same ones each time. */
const seeded = (seed: number): ((limit: number) => number) => {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
};

/** A stream with some bytes changed, cut out, or repeated. */
const mutated = (stream: Uint8Array, random: (limit: number) => number): Uint8Array => {
  const bytes = Array.from(stream);
  for (let i = 0; i < 1 + random(12); i += 1) {
    const at = random(bytes.length);
    const kind = random(4);
    if (kind === 0) bytes.splice(at, 1 + random(40));
    else if (kind === 1) bytes.splice(at, 0, ...bytes.slice(at, at + random(60)));
    else bytes[at] = kind === 2 ? random(256) : (bytes[at] ?? 0) ^ (1 << random(8));
  }
  return Uint8Array.from(bytes);
};

type Outcome = { readonly broke: number; readonly memoryBytes: number };

/** Decodes in a thread of its own, as tiles do: broken data may keep the decoder busy for ever. */
class Decoding {
  #worker: Thread | undefined;
  hung = 0;

  /** Undefined: it hung, and was ended. */
  async decode(stream: Uint8Array): Promise<Outcome | undefined> {
    this.#worker ??= new Thread(CHILD, { eval: true });
    const worker = this.#worker;
    worker.postMessage(stream);
    const outcome = await Promise.race([once(worker, 'message'), wait(HUNG_AFTER_MS, undefined, { ref: false })]);
    if (outcome !== undefined) return outcome[0];
    this.hung += 1;
    await this.close();
    return undefined;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }
}

test('400 broken streams: what traps or hangs is replaced, and memory stays bounded', async (t) => {
  const names = [...clips().keys()].filter((name) => (clips().get(name)?.md5.length ?? 0) <= 20);
  const random = seeded(20_260_214);
  const decoding = new Decoding();
  t.after(() => decoding.close());
  let broke = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = names[round % names.length] ?? 'cif';
    // oxlint-disable-next-line no-await-in-loop -- one after the other in one decoder
    const outcome = await decoding.decode(mutated(clipBytes(name), random));
    broke += outcome?.broke ?? 0;
    assert.ok((outcome?.memoryBytes ?? 0) < 64 * MB, `${name}: ${outcome?.memoryBytes}`);
  }
  t.diagnostic(`${broke} broke, ${decoding.hung} hung`);
  assert.ok((broke + decoding.hung) * 50 < ROUNDS, `${broke} broke, ${decoding.hung} hung`);
});

test('an instance that trapped says so, and the next one decodes', async () => {
  const engine = await openEngine();
  assert.throws(() => engine.decode(hugeInput()), EngineBroken);
  assert.throws(() => engine.decode(clipBytes('cif')), EngineBroken, 'it is dead');
  assert.ok(engine.memoryBytes < 400 * MB, 'memory has an end');
  const whole = clips().get('b-pyramid')?.md5 ?? [];
  assert.deepEqual(decoded(await openEngine(), clipBytes('b-pyramid')).toSorted(), whole.toSorted());
});
