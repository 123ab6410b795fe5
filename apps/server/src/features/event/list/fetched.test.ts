// Hints that files of events changed, on a driven clock, where looking or storing fails for a while.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../../kernel/log.ts';
import { createManualClock } from '../../../kernel/manual-clock.ts';
import { FetchedFollower } from './fetched.ts';

const AGAIN_MS = 10_000;

/** Events that have a photo each; what is stored of them, in order. */
const setScene = () => {
  const clock = createManualClock();
  const stored: number[] = [];
  const state = { refuses: false, announced: [] as number[], broken: 0 };
  const follower = new FetchedFollower({
    clock,
    log: silentLog,
    cameraOf: () => 1,
    store: {
      setFetched(all) {
        if (state.refuses || all.has(state.broken)) return Promise.reject(new Error('disk full'));
        stored.push(...all.keys());
        return Promise.resolve([...all.keys()]);
      },
      withFilesBelow: (below, limit) =>
        state.refuses
          ? Promise.reject(new Error('disk broken'))
          : Promise.resolve(state.announced.filter((serialno) => serialno < below).slice(0, limit)),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of an event that is used here
      byId: (serialno) => Promise.resolve({ serialno, deviceKey: 1, code: 1, origin: null } as never),
    },
  });
  const source = {
    filesOf: (serials: readonly number[]) =>
      Promise.resolve(serials.map((eventSerial) => ({ eventSerial, kind: 'photo', channel: 1 }))),
    requestsOf: () => Promise.resolve([]),
  };
  /** Lets the next try come and end. */
  const wait = async (): Promise<void> => {
    await clock.advanceAsync(AGAIN_MS);
    await follower.settled();
  };
  return { clock, follower, source, state, stored, wait };
};

test('a hint whose look failed is looked at again, with those that came meanwhile', async () => {
  const { clock, follower, source, state, stored, wait } = setScene();
  follower.use(source);
  await follower.settled();
  state.refuses = true;
  follower.look(1);
  follower.look(2);
  await follower.settled();
  await wait();
  state.refuses = false;
  follower.look(3);
  await follower.settled();
  assert.deepEqual(stored, [1, 2, 3], 'the next hint takes the others with it');
  await wait();
  assert.deepEqual(stored, [1, 2, 3]);
  state.refuses = true;
  follower.look(4);
  await follower.settled();
  state.refuses = false;
  await wait();
  assert.deepEqual(stored, [1, 2, 3, 4]);
  await follower.close();
  assert.equal(clock.pending(), 0);
});

test('hints behind one that always fails are looked at', async () => {
  const { follower, source, state, stored, wait } = setScene();
  follower.use(source);
  state.broken = 1;
  for (let serialno = 1; serialno <= 60; serialno += 1) follower.look(serialno);
  await follower.settled();
  await wait();
  assert.deepEqual(
    stored,
    Array.from({ length: 10 }, (_, i) => 51 + i),
  );
  await follower.close();
});

test('what a kill cut off is looked for until it can be read', async () => {
  const { follower, source, state, stored, wait } = setScene();
  state.announced = Array.from({ length: 70 }, (_, i) => 70 - i);
  state.refuses = true;
  follower.use(source);
  await follower.settled();
  assert.deepEqual(stored, []);
  state.refuses = false;
  await wait();
  await wait();
  assert.deepEqual(stored, state.announced, 'once');
  await follower.close();
});
