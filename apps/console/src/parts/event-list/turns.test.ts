import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Turns, inTurn } from './turns.ts';

/** An event at version 10, as a server keeps it: a save that saw another version is refused. */
const event = () => {
  const kept = { version: 10, saves: [] as string[] };
  const save = (what: string) => async (seen: number) => {
    await new Promise(setImmediate);
    kept.saves.push(`${what} saw ${seen}`);
    if (seen !== kept.version) throw new Error('changed meanwhile');
    kept.version += 1;
    return kept.version;
  };
  return { kept, save };
};
const seen = (updatetime: number) => ({ serialno: 7, updatetime });

test('two quick edits of one event do not conflict with each other', async () => {
  const { kept, save } = event();
  const turns: Turns = new Map();
  await Promise.all([inTurn(turns, seen(10), save('memo')), inTurn(turns, seen(10), save('status'))]);
  assert.deepEqual(kept.saves, ['memo saw 10', 'status saw 11']);
  assert.equal(turns.size, 0, 'nothing is kept of an event that is saved');
});

test('an edit that began before what somebody else changed is refused, also behind another one', async () => {
  const { kept, save } = event();
  const turns: Turns = new Map();
  const status = inTurn(turns, seen(10), save('status'));
  await assert.rejects(inTurn(turns, seen(9), save('memo')), /changed meanwhile/);
  await status;
  assert.deepEqual(kept.saves, ['status saw 10', 'memo saw 9']);
});

test('a refused edit makes no way for the next one: what was seen is said as it was', async () => {
  const { kept, save } = event();
  const turns: Turns = new Map();
  const results = await Promise.allSettled([
    inTurn(turns, seen(9), save('memo')),
    inTurn(turns, seen(9), save('status')),
    inTurn(turns, seen(10), save('other memo')),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(kept.saves, ['memo saw 9', 'status saw 9', 'other memo saw 10']);
});
