// Which picture of a timeline is asked for, given up and kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DrivenClock } from '../../live/driven-clock.ts';
import type { CodedPreview } from './messages.ts';
import { PreviewShelf } from './preview-shelf.ts';

type Question = {
  readonly second: number;
  readonly signal: AbortSignal;
  answer: (found: boolean) => void;
  fail: () => void;
};

const setUp = () => {
  const clock = new DrivenClock();
  const questions: Question[] = [];
  const closed: number[] = [];
  const coded = (second: number): CodedPreview => ({ timeMs: second * 1000, codec: 'h264', data: '' });
  const shelf = new PreviewShelf({
    clock,
    ask: ({ ms }, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<CodedPreview | null>();
      const second = ms / 1000;
      signal.addEventListener('abort', () => reject(new Error('given up')));
      questions.push({
        second,
        signal,
        answer: (found) => resolve(found ? coded(second) : null),
        fail: () => reject(new Error('busy')),
      });
      return promise;
    },
    decoding: {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no ImageBitmap; nothing here looks at the pixels
      decode: ({ timeMs }) => Promise.resolve({ close: () => closed.push(timeMs / 1000) } as unknown as ImageBitmap),
      close: () => {},
    },
  });
  const seen = (): [string, number | undefined] => {
    const { standing, picture } = shelf.state.getState();
    return [standing, picture && picture.timeMs / 1000];
  };
  const want = (second: number): void => shelf.want({ channel: 1, ms: second * 1000 });
  /** Answers the newest question and lets the time pass that lies between two. */
  const answer = async (found = true): Promise<void> => {
    questions.at(-1)?.answer(found);
    await clock.pass(100);
  };
  return { clock, shelf, questions, closed, seen, want, answer };
};

test('what is wanted is asked for once, shown, and shown again without a question', async () => {
  const { shelf, questions, seen, want, answer } = setUp();
  want(10);
  want(10);
  assert.deepEqual([seen(), questions.length], [['looking', undefined], 1]);
  await answer();
  assert.deepEqual(seen(), ['shown', 10]);
  want(20);
  assert.deepEqual(seen(), ['looking', 10], 'the one before stays until the next is there');
  await answer();
  want(10);
  assert.deepEqual([seen(), questions.length], [['shown', 10], 2]);
  shelf.want(undefined);
  assert.deepEqual(seen(), ['none', undefined]);
});

test('a pointer that moves on: the question is given up, only the newest place is asked for, ten times a second', async () => {
  const { clock, questions, seen, want, answer } = setUp();
  for (let second = 1; second <= 50; second += 1) want(second);
  await clock.pass(0);
  assert.deepEqual(
    questions.map(({ second, signal }) => [second, signal.aborted]),
    [[1, true]],
    'the others wait for their turn',
  );
  await clock.pass(99);
  assert.equal(questions.length, 1);
  await clock.pass(1);
  assert.deepEqual(
    questions.map(({ second }) => second),
    [1, 50],
  );
  await answer();
  assert.deepEqual([seen(), questions.length], [['shown', 50], 2]);
});

test('back where the question was given up it is asked again', async () => {
  const { clock, questions, seen, want, answer } = setUp();
  want(1);
  want(2);
  want(1);
  await clock.pass(100);
  assert.deepEqual(
    questions.map(({ second }) => second),
    [1, 1],
  );
  await answer();
  assert.deepEqual(seen(), ['shown', 1]);
});

test('where there is no picture it says so, and asks again with the next visit', async () => {
  const { questions, seen, want, answer } = setUp();
  want(1);
  await answer(false);
  assert.deepEqual(seen(), ['none', undefined]);
  want(2);
  await answer();
  want(1);
  assert.deepEqual(
    questions.map(({ second }) => second),
    [1, 2, 1],
  );
});

test('a picture that could not be had is asked for again while the pointer rests, five times in all, a second apart', async () => {
  const { clock, questions, seen, want, answer } = setUp();
  want(10);
  questions.at(-1)?.fail();
  await clock.pass(999);
  assert.deepEqual([seen(), questions.length], [['looking', undefined], 1]);
  await clock.pass(1);
  assert.equal(questions.length, 2);
  await answer();
  assert.deepEqual(seen(), ['shown', 10]);
  want(20);
  for (let tries = 1; tries <= 5; tries += 1) {
    assert.deepEqual([questions.length, seen()[0]], [2 + tries, 'looking']);
    questions.at(-1)?.fail();
    await clock.pass(1000);
  }
  await clock.pass(60_000);
  assert.deepEqual([questions.length, seen()], [7, ['none', undefined]]);
  want(30);
  questions.at(-1)?.fail();
  await clock.pass(100);
  want(40);
  assert.equal(questions.at(-1)?.second, 40, 'another place does not wait');
});

test('of many pictures the newest are kept, and closing gives back all', async () => {
  const { shelf, closed, want, answer } = setUp();
  for (let second = 0; second < 60; second += 1) {
    want(second);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await answer();
  }
  assert.deepEqual(
    closed,
    Array.from({ length: 12 }, (_, second) => second),
  );
  shelf.close();
  assert.equal(closed.length, 60);
  want(100);
  assert.equal(shelf.state.getState().picture?.timeMs, 59_000, 'nothing is asked for any more');
});
