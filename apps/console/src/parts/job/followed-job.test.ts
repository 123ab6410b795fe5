// A job is asked how it stands until it is over; a server that is away for a moment does not end it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AppError } from '@outrider/contract';
import { DrivenClock } from '../../live/driven-clock.ts';
import { FollowedJob } from './followed-job.ts';
import type { JobState } from './followed-job.ts';

type Told = Pick<JobState, 'phase'> & Partial<JobState>;
const running = (progress: number): Told => ({ phase: 'running', progress });

/** A job whose answers are laid out beforehand; after them it runs on. */
const followed = (...answers: readonly (Told | Error)[]) => {
  const clock = new DrivenClock();
  const left = [...answers];
  const seen = { asked: 0, cancelled: 0, done: [] as JobState[] };
  const job = new FollowedJob<JobState>(
    {
      clock,
      everyMs: 500,
      ask: async () => {
        seen.asked += 1;
        const next = left.shift() ?? running(1);
        if (next instanceof Error) throw next;
        return next;
      },
      cancel: async () => {
        seen.cancelled += 1;
      },
      done: (state) => seen.done.push(state),
    },
    { phase: 'asked', progress: 0, message: '' },
  );
  return { clock, job, seen, state: () => job.state.getState() };
};

it('is asked at once and again until it is done, which is told once', async () => {
  const { clock, job, seen, state } = followed(running(10), { phase: 'running', message: 'waits' }, { phase: 'done' });
  assert.deepEqual([state().phase, job.isOver], ['asked', false]);
  await clock.pass(499);
  assert.deepEqual([state(), seen.asked], [{ phase: 'running', progress: 10, message: '' }, 1]);
  await clock.pass(1);
  assert.deepEqual(state(), { phase: 'running', progress: 10, message: 'waits' }, 'what is not told stays');
  await clock.pass(500);
  assert.deepEqual([seen.done.length, job.isOver], [1, true]);
  await clock.pass(5000);
  job.cancel();
  assert.deepEqual([seen.asked, seen.cancelled, seen.done.length], [3, 0, 1]);
});

it('ends where it failed, and where asking fails', async () => {
  const told = followed({ phase: 'failed', message: 'no room' });
  const refused = followed(new AppError('forbidden', 'not yours'));
  for (const { clock } of [told, refused]) await clock.pass(5000);
  assert.deepEqual([told.state().message, told.seen.asked], ['no room', 1]);
  assert.deepEqual([refused.state().phase, refused.state().message, refused.seen.asked], ['failed', 'not yours', 1]);
});

it('outlasts a server that is away for a moment, ten times in a row', async () => {
  const away = Array.from({ length: 9 }, () => new AppError('unavailable', 'away'));
  const back = followed(...away, running(5), ...away, { phase: 'done' });
  await back.clock.pass(10_000);
  assert.equal(back.state().phase, 'done');
  const gone = followed(...away, new AppError('unavailable', 'away'));
  await gone.clock.pass(10_000);
  assert.deepEqual([gone.state().phase, gone.seen.asked], ['failed', 10]);
});

it('is given up at the server too, once, and not asked any more', async () => {
  const { clock, job, seen, state } = followed(running(10));
  await clock.pass(0);
  job.cancel();
  job.cancel();
  await clock.pass(5000);
  assert.deepEqual([state().phase, seen.asked, seen.cancelled], ['cancelled', 1, 1]);
});

it('is not asked any more once nobody looks, and goes on at the server', async () => {
  const { clock, job, seen } = followed(running(10));
  await clock.pass(0);
  job.close();
  await clock.pass(5000);
  assert.deepEqual([seen.asked, seen.cancelled], [1, 0]);
});
