// Long questions: run once however often they are asked, tell how far they are, end when nobody asks, are bounded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { Jobs, type JobStart, type Report } from './jobs.ts';

/** A job that goes on when it is told to. */
const steered = (
  owner = 1,
  deviceKeys: readonly number[] = [],
): JobStart & { runs: number; report: Report; finish: (answer: string) => void } => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const job = {
    owner,
    deviceKeys,
    total: 10,
    runs: 0,
    report: (() => undefined) as Report,
    finish: resolve,
    run: (report: Report) => {
      job.runs += 1;
      job.report = report;
      return promise;
    },
  };
  return job;
};

test('the same question runs once: asked again it tells how far it is, then the answer, then begins again', async () => {
  const clock = createManualClock();
  const jobs = new Jobs(clock);
  const job = steered();
  const first = jobs.ask('mileage', job);
  job.report(4);
  await clock.advanceAsync(1000);
  assert.deepEqual(await first, { done: 4, total: 10 });
  const second = jobs.ask('mileage', job);
  job.finish('[]');
  assert.equal(await second, '[]');
  assert.deepEqual([job.runs, jobs.running], [1, 0]);
  assert.equal(await jobs.ask('mileage', job), '[]');
  assert.equal(job.runs, 2);
  await jobs.close();
});

test('a question whose devices were partly taken away begins again over those that are left, and gives up the first; one that came changes nothing', async () => {
  const clock = createManualClock();
  const jobs = new Jobs(clock);
  const [before, more, after] = [steered(1, [1, 2, 3]), steered(1, [1, 2, 3, 4]), steered(1, [1, 3])];
  const asks = async (job: JobStart): Promise<unknown> => {
    const asked = jobs.ask('mileage', job);
    await clock.advanceAsync(1000);
    return asked;
  };
  await asks(before);
  await asks(more);
  assert.deepEqual([before.runs, more.runs, jobs.running], [1, 0, 1]);
  const late = jobs.ask('mileage', more);
  const asked = jobs.ask('mileage', after);
  assert.deepEqual([after.runs, jobs.running], [1, 1]);
  assert.throws(() => before.report(1), { message: 'The report was given up' });
  before.finish('of all three');
  assert.equal(await late, 'of all three', 'it was asked while all three were seen');
  assert.equal(jobs.running, 1, 'and ends no other one');
  after.finish('of two');
  assert.equal(await asked, 'of two');
  assert.equal(jobs.running, 0);
  await jobs.close();
});

test('nobody asks any more: the work is given up at its next report', async () => {
  const clock = createManualClock();
  const jobs = new Jobs(clock);
  const job = steered();
  const asked = jobs.ask('mileage', job);
  await clock.advanceAsync(1000);
  await asked;
  assert.doesNotThrow(() => job.report(1));
  await clock.advanceAsync(30_000);
  assert.equal(jobs.running, 0);
  assert.throws(() => job.report(1), { message: 'The report was given up' });
  job.finish('');
  await jobs.close();
});

test('who waits and goes away gives the work up; who stays gets the answer however long it takes', async () => {
  const clock = createManualClock();
  const jobs = new Jobs(clock);
  const [left, stays] = [steered(), steered()];
  const leaving = new AbortController();
  const gone = jobs.wait(left, leaving.signal);
  const waited = jobs.wait(stays, undefined);
  await clock.advanceAsync(120_000);
  leaving.abort();
  assert.throws(() => left.report(1), { message: 'The report was given up' });
  left.finish('');
  await gone;
  assert.doesNotThrow(() => stays.report(1));
  stays.finish('[1]');
  assert.equal(await waited, '[1]');
  assert.equal(jobs.running, 0);
  await jobs.close();
});

test('three at once for one account, and a failure is told to those who ask', async () => {
  const jobs = new Jobs(createManualClock());
  const running = [steered(), steered(), steered()];
  const answers = running.map((job, i) => jobs.ask(`question ${i}`, job));
  await assert.rejects(jobs.ask('one more', steered()), { code: 'limit_reached' });
  const other = steered(2);
  const others = jobs.ask('of another', other);
  for (const job of [...running, other]) job.finish('');
  await Promise.all([...answers, others]);
  const broken: JobStart = { owner: 1, deviceKeys: [], total: 1, run: () => Promise.reject(new Error('no disk')) };
  await assert.rejects(jobs.ask('broken', broken), { message: 'no disk' });
  assert.equal(jobs.running, 0);
  await jobs.close();
});

test('who cancels and asks something else again and again is not held up by what was left', async () => {
  const clock = createManualClock();
  const jobs = new Jobs(clock);
  const left = [steered(), steered(), steered()];
  for (const [i, job] of left.entries()) {
    const asked = jobs.ask(`left ${i}`, job);
    await clock.advanceAsync(1000);
    await asked;
  }
  await assert.rejects(jobs.ask('too soon', steered()), { code: 'limit_reached' });
  await clock.advanceAsync(3000);
  const next = steered();
  const answer = jobs.ask('left 2 is asked still', next);
  assert.throws(() => left[0]?.report(1), { message: 'The report was given up' });
  assert.doesNotThrow(() => left[2]?.report(1));
  next.finish('[]');
  assert.equal(await answer, '[]');
  for (const job of left) job.finish('');
  await jobs.close();
});
