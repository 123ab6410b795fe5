// The tape of a talk: what a device says goes on it whole, however long its frames are.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { readTape } from './talk-tape.ts';
import { recordOn } from './tape-writer.ts';

const setUp = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-tape-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'T1.tape');
  const over = Promise.withResolvers<void>();
  const clock = createManualClock();
  const sound = recordOn({ clock, log: silentLog, path, lost: () => undefined, over: () => over.resolve() });
  const written = async (): Promise<Int16Array | undefined> => {
    sound.end();
    await over.promise;
    return readTape(await readFile(path)).get('mdvr');
  };
  return { clock, sound, written };
};

const wave = (samples: number): Int16Array => Int16Array.from({ length: samples }, (_, i) => (i % 601) - 300);

test('a frame with more samples than a block can count is on the tape whole, and in its place', async (t) => {
  const { clock, sound, written } = await setUp(t);
  clock.advance(20_000);
  const [long, next] = [wave(65_536 + 7), wave(320)];
  sound.heard(long);
  clock.advance(40);
  sound.heard(next);
  const pcm = await written();
  assert.ok(pcm);
  const from = 20_000 * 8 - long.length;
  assert.equal(pcm.length, from + long.length + next.length);
  assert.ok(pcm.subarray(0, from).every((sample) => sample === 0));
  assert.deepEqual(pcm.subarray(from, from + long.length), long);
  assert.deepEqual(pcm.subarray(from + long.length), next);
});
