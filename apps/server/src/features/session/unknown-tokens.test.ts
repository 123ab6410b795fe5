// What is remembered of tokens that name nothing is bounded, and a failed read is no answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { createLookups } from './unknown-tokens.ts';

test('tokens that name nothing are remembered up to a number, the oldest is asked for again first', async () => {
  const lookups = createLookups<string>(createManualClock());
  let reads = 0;
  const nothing = async (): Promise<undefined> => void (reads += 1);
  for (let i = 0; i < 10_001; i += 1) await lookups.find(`t${i}`, nothing);
  assert.deepEqual([reads, lookups.metrics()['unknown_tokens']], [10_001, 10_000]);
  await lookups.find('t1', nothing);
  assert.equal(reads, 10_001);
  await lookups.find('t0', nothing);
  assert.equal(reads, 10_002);
});

test('a read that fails is told to all who wait for it, and is tried again by the next', async () => {
  const lookups = createLookups<string>(createManualClock());
  const broken = (): Promise<string> => Promise.reject(new Error('disk'));
  const both = await Promise.allSettled([lookups.find('t', broken), lookups.find('t', broken)]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(lookups.metrics()['session_reads_total'], 1);
  assert.equal(await lookups.find('t', async () => 'found'), 'found');
});
