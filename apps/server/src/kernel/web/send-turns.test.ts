// How much all downloads hand on in one turn of the event loop, and in which order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PIECE_BYTES, SendTurns, TURN_BYTES } from './send-turns.ts';

const A_TURN = TURN_BYTES / PIECE_BYTES;

/** Turns that come when they are told to. */
const byHand = () => {
  let next = Promise.withResolvers<void>();
  const turns = new SendTurns(() => next.promise);
  return {
    turns,
    turn: async (): Promise<void> => {
      const { resolve } = next;
      next = Promise.withResolvers();
      resolve();
      // What follows from a turn are microtasks: all of them are over before the next immediate.
      await new Promise((done) => {
        setImmediate(done);
      });
    },
  };
};

/** A download that takes a piece whenever it may, until it is gone. */
const download = (turns: SendTurns, name: string, log: string[], pieces = Number.POSITIVE_INFINITY) => {
  const left = new AbortController();
  const run = async (): Promise<boolean> => {
    for (let piece = 0; piece < pieces; piece += 1) {
      if (!(await turns.take(PIECE_BYTES, left.signal))) return false; // oxlint-disable-line no-await-in-loop -- as downloads do
      log.push(name);
    }
    return true;
  };
  return { ended: run(), leave: () => left.abort() };
};

test('a turn hands on so many bytes, however many downloads there are, one piece of each after the other', async () => {
  const { turns, turn } = byHand();
  const log: string[] = [];
  const names = Array.from({ length: 20 }, (_, i) => String(i));
  const all = names.map((name) => download(turns, name, log));
  for (let count = 1; count <= 10; count += 1) {
    await turn(); // oxlint-disable-line no-await-in-loop -- one after the other
    assert.ok(log.length <= (count + 1) * A_TURN, `${log.length} pieces after ${count} turns`);
  }
  for (const [at, name] of log.entries()) assert.equal(name, names[at % names.length], 'in turn');
  assert.ok(log.length >= 2 * names.length, 'everybody had two');
  for (const each of all) each.leave();
  assert.deepEqual(
    await Promise.all(all.map(({ ended }) => ended)),
    names.map(() => false),
  );
  assert.equal(turns.waitingCount, 0);
});

test('a download alone has the whole turn', async () => {
  const { turns, turn } = byHand();
  const log: string[] = [];
  const alone = download(turns, 'a', log, 3 * A_TURN);
  await turn();
  await turn();
  await turn();
  assert.equal(await alone.ended, true);
  assert.equal(log.length, 3 * A_TURN);
});

test('one that is not ready for more is waited for by nobody', async () => {
  const { turns, turn } = byHand();
  const log: string[] = [];
  // Had its first piece, and its client takes no more of it.
  assert.equal(await turns.take(PIECE_BYTES, new AbortController().signal), true);
  const quick = download(turns, 'quick', log, 2 * A_TURN);
  for (let count = 0; count < 3; count += 1) await turn(); // oxlint-disable-line no-await-in-loop -- one after the other
  assert.equal(await quick.ended, true);
});

test('what goes away leaves its place to the others at once', async () => {
  const { turns, turn } = byHand();
  const log: string[] = [];
  const gone = Array.from({ length: 3 * A_TURN }, () => download(turns, 'gone', log));
  const stays = download(turns, 'stays', log, 2);
  await turn();
  for (const each of gone) each.leave();
  assert.equal(turns.waitingCount, 1);
  log.length = 0;
  await turn();
  assert.deepEqual(log, ['stays', 'stays']);
  assert.equal(await stays.ended, true);
  const left = new AbortController();
  left.abort();
  assert.equal(await turns.take(PIECE_BYTES, left.signal), false, 'and has no turn any more');
});
