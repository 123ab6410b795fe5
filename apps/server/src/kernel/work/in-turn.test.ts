// One after the other: order, failures that stop nothing, waiting for the end, and keys that do not wait for each other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { InTurn, InTurnByKey } from './in-turn.ts';

/** Actions that note when they begin and end only when told to. */
const setScene = () => {
  const said: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const action = (name: string) => (): Promise<string> => {
    said.push(name);
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    return end.promise;
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.resolve(`${name} done`);
    await turn();
  };
  const fail = async (name: string): Promise<void> => {
    ends.get(name)?.reject(new Error(`${name} failed`));
    await turn();
  };
  return { said, action, end, fail };
};

test('an action begins when the one before has ended, and gives what it gives', async () => {
  const { said, action, end } = setScene();
  const turns = new InTurn();
  const [first, second] = [turns.run(action('a')), turns.run(action('b'))];
  await turn();
  assert.deepEqual(said, ['a']);
  await end('a');
  assert.deepEqual(said, ['a', 'b']);
  await end('b');
  assert.deepEqual(await Promise.all([first, second]), ['a done', 'b done']);
});

test('a failure is heard by who asked and stops nothing behind it', async () => {
  const { said, action, end, fail } = setScene();
  const turns = new InTurn();
  const failed = assert.rejects(turns.run(action('a')), /a failed/);
  const next = turns.run(action('b'));
  await turn();
  await fail('a');
  await failed;
  assert.deepEqual(said, ['a', 'b']);
  await end('b');
  assert.equal(await next, 'b done');
});

test('what nobody waits for tells its failure, and the next begins when that is dealt with', async () => {
  const { said, action, end } = setScene();
  const turns = new InTurn();
  const dealing = action('dealing');
  const tried = turns.attempt(
    () => Promise.reject(new Error('disk full')),
    async (error) => {
      said.push(String(error));
      await dealing();
    },
  );
  void turns.run(action('b'));
  await turn();
  assert.deepEqual(said, ['Error: disk full', 'dealing']);
  await end('dealing');
  await tried;
  assert.deepEqual(said, ['Error: disk full', 'dealing', 'b']);
});

test('idle waits for what was asked for before it, also where that fails, and for nothing later', async () => {
  const { action, end, fail } = setScene();
  const turns = new InTurn();
  await turns.idle();
  const failed = assert.rejects(turns.run(action('a')), /a failed/);
  const second = turns.run(action('b'));
  let idle = false;
  void turns.idle().then(() => (idle = true));
  void turns.run(action('c'));
  await turn();
  await fail('a');
  await failed;
  assert.equal(idle, false);
  await end('b');
  await second;
  await turn();
  assert.equal(idle, true);
});

test('keys do not wait for each other, and nothing is left of one whose work has ended', async () => {
  const { said, action, end, fail } = setScene();
  const turns = new InTurnByKey<number>();
  const failed = assert.rejects(turns.run(1, action('a of 1')), /a of 1 failed/);
  const [second, other] = [turns.run(1, action('b of 1')), turns.run(2, action('a of 2'))];
  await turn();
  assert.deepEqual(said, ['a of 1', 'a of 2']);
  await end('a of 2');
  await other;
  assert.equal(turns.size, 1);
  await fail('a of 1');
  await failed;
  assert.deepEqual(said, ['a of 1', 'a of 2', 'b of 1']);
  assert.equal(turns.size, 1, 'what waited keeps the key');
  await end('b of 1');
  await second;
  assert.equal(turns.size, 0);
});
