// The outbox through its door: what waits for whom after a failure, and what is too much.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext } from 'node:test';
import { z } from 'zod';
import { eachStore } from '../../adapters/test-stores.ts';
import { AppError } from '../../kernel/errors.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { OpenDatabase } from '../../kernel/storage/db.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
import { NotTakenError, RefusedForGoodError, outboxFeature } from './index.ts';

const FIRST_PAUSE_MS = 30_000;

/** One kind, whose answers are those that the test sets. `tried`: what it was given, in that order. */
const opened = async (t: TestContext, base: OpenDatabase, sending = (): void => undefined) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'outrider-outbox-'));
  t.after(() => rm(dataFolder, { recursive: true, force: true }));
  const clock = createManualClock();
  const answers = new Map<string, Error>();
  const tried: string[] = [];
  const open = async () => {
    const outbox = await outboxFeature({ ...base, clock, log: silentLog, dataFolder });
    const desk = outbox.kind('note', {
      schema: z.string(),
      send: (text) => {
        tried.push(text);
        sending();
        const answer = answers.get(text);
        return answer === undefined ? Promise.resolve() : Promise.reject(answer);
      },
    });
    outbox.start();
    t.after(() => outbox.close());
    return { outbox, desk };
  };
  /** What was tried until the ends of so many tries were kept. */
  const until = async (ended: number, { outbox }: Awaited<ReturnType<typeof open>>): Promise<string[]> => {
    const counts = outbox.metrics;
    await turnsUntil(
      `${ended} tries`,
      () =>
        counts().outbox_delivered_total + counts().outbox_failed_tries_total + counts().outbox_given_up_total >= ended,
    );
    for (let turn = 0; turn < 20; turn += 1) await clock.advanceAsync(0); // nothing else comes
    return tried.splice(0);
  };
  return { clock, answers, tried, open, until, folder: join(dataFolder, 'outbox') };
};

const notes = (...texts: string[]) => texts.map((payload) => ({ lane: 'x', payload }));

eachStore('outbox: one that its receiver does not take now waits alone, with what is left of it', async (t, kit) => {
  const { clock, answers, open, until } = await opened(t, kit);
  const one = await open();
  answers.set('bad', new NotTakenError('not this one', 'the rest'));
  answers.set('worse', new RefusedForGoodError('never'));
  await one.desk.add(notes('bad', 'worse', 'good'));
  assert.deepEqual(await until(3, one), ['bad', 'worse', 'good']);
  await one.desk.add(notes('later'));
  assert.deepEqual(await until(4, one), ['later']);
  assert.equal((await one.outbox.size()).count, 1);
  clock.advance(FIRST_PAUSE_MS);
  assert.deepEqual(await until(5, one), ['the rest']);
  assert.equal((await one.outbox.size()).count, 0);
});

eachStore(
  'outbox: a receiver that is away holds its lane, for what comes later and over a restart too',
  async (t, kit) => {
    const { clock, answers, tried, open, until } = await opened(t, kit);
    let one = await open();
    answers.set('first', new AppError('unavailable', 'away'));
    await one.desk.add(notes('first', 'second'));
    await one.desk.add([{ lane: 'y', payload: 'elsewhere' }]);
    assert.deepEqual((await until(2, one)).toSorted(), ['elsewhere', 'first']);
    await one.desk.add(notes('third'));
    await one.outbox.close();
    one = await open();
    await one.desk.add(notes('fourth', 'fifth'));
    clock.advance(FIRST_PAUSE_MS - 1000);
    assert.deepEqual(await until(0, one), [], 'nobody overtakes');
    clock.advance(5000);
    assert.deepEqual(await until(1, one), ['first']);
    answers.clear();
    await one.desk.wake();
    assert.deepEqual(
      await until(6, one),
      ['first', 'second', 'third', 'fourth', 'fifth'],
      'what kept it waiting is over',
    );
    assert.deepEqual([tried.length, (await one.outbox.size()).count], [0, 0]);
  },
);

eachStore('outbox: a lane takes so much and leaves room for others', async (t, kit) => {
  const { answers, open, until } = await opened(t, kit);
  const one = await open();
  answers.set('first', new AppError('unavailable', 'away'));
  await one.desk.add(notes('first'));
  await until(1, one);
  await one.desk.add(notes(...Array.from({ length: 999 }, (_, i) => String(i))));
  await assert.rejects(one.desk.add(notes('one too many')), { code: 'limit_reached' });
  await one.desk.add([{ lane: 'y', payload: 'elsewhere' }]);
  assert.deepEqual(await until(2, one), ['elsewhere']);
  assert.equal(one.outbox.metrics().outbox_refused_total, 1);
});

eachStore('outbox: what was delivered while nothing can be written is not sent again', async (t, kit) => {
  const { clock, open, until, tried } = await opened(t, kit, () => kit.refuseWrites('the disk is full'));
  const one = await open();
  await one.desk.add(notes('a'));
  await turnsUntil('it is sent', () => tried.length === 1);
  for (let turn = 0; turn < 20; turn += 1) await clock.advanceAsync(1000); // its lane is tried later
  kit.refuseWrites(null);
  clock.advance(60_000);
  assert.deepEqual(await until(1, one), ['a'], 'once');
  assert.equal((await one.outbox.size()).count, 0);
});

const withFiles = (payload: string, ...sizes: number[]) => ({
  lane: 'x',
  payload,
  files: sizes.map((size, i) => ({ name: `${i}.csv`, type: 'text/csv', data: new Uint8Array(size) })),
});

eachStore('outbox: files whose delivery could not be stored do not stay on the disk', async (t, kit) => {
  const { open, until, answers, folder } = await opened(t, kit);
  const one = await open();
  answers.set('kept', new AppError('unavailable', 'away'));
  await one.desk.add([withFiles('kept', 10)]);
  assert.deepEqual(await until(1, one), ['kept']);
  const before = await readdir(folder);
  kit.refuseWrites('the disk is full');
  for (let tries = 0; tries < 3; tries += 1)
    await assert.rejects(one.desk.add([withFiles('a', 10, 20), withFiles('b', 30)]));
  assert.deepEqual([await readdir(folder), (await one.outbox.size()).bytes], [before, 10]);
  kit.refuseWrites(null);
  await one.desk.add([withFiles('later', 5)]);
  assert.equal((await readdir(folder)).length, 2);
});

eachStore('outbox: of files one of which cannot be written none is kept', async (t, kit) => {
  const { open, folder } = await opened(t, kit);
  const one = await open();
  const broken = withFiles('broken', 10, 20, 30);
  // What cannot be written stands for a disk that is full in the middle.
  Object.defineProperty(broken.files[1], 'data', { value: Object.assign(Object.create(null), { byteLength: 20 }) });
  await assert.rejects(one.desk.add([withFiles('whole', 10), broken]));
  assert.deepEqual([await readdir(folder), (await one.outbox.size()).count], [[], 0]);
});
