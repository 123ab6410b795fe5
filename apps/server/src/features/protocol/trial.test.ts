// The trial of new ports over a database that takes nothing for a while: how it ends counts when it is stored, and not before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { protocolSetting } from '@outrider/contract';
import type { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { createTrial, type TrialKit } from './trial.ts';

const PROVEN = 'protocol-proven';
const TRIAL_MS = 120_000;
const RETRY_MS = 15_000;
const [OLD, NEW] = [{ http: 8088 }, { http: 9999 }];
const ADMIN = { level: 0 };

/** A start with ports that nobody has used yet. */
const setScene = () => {
  const stored = new Map<string, unknown>([
    [protocolSetting.key, NEW],
    [PROVEN, OLD],
  ]);
  const disk = { isFull: true };
  const write = async (change: () => void): Promise<void> => {
    if (disk.isFull) throw new AppError('unavailable', 'The disk is full.');
    change();
  };
  const settings: TrialKit['settings'] = {
    get: <S extends z.ZodType>(key: string, schema: S) => schema.safeParse(stored.get(key)).data,
    set: (key, value) => write(() => void stored.set(key, value)),
    remove: (key) => write(() => void stored.delete(key)),
  };
  const clock = createManualClock();
  let restarts = 0;
  const restart = (): void => void (restarts += 1);
  const trial = createTrial({ settings, clock, log: silentLog, restart });
  const proven = (): unknown => stored.get(PROVEN);
  return { stored, disk, clock, trial, proven, saved: () => stored.get(protocolSetting.key), restarts: () => restarts };
};

test('ports that were used while nothing could be stored are proven as soon as that works', async () => {
  const { disk, clock, trial, proven, saved, restarts } = setScene();
  trial.begin();
  trial.seen(ADMIN);
  await clock.advanceAsync(TRIAL_MS * 2);
  assert.deepEqual([proven(), saved(), restarts()], [OLD, NEW, 0], 'they can be reached: nothing goes back');
  disk.isFull = false;
  await clock.advanceAsync(RETRY_MS);
  assert.deepEqual([proven(), trial.isOn], [NEW, false]);
  assert.equal(clock.pending(), 0);
});

test('where going back cannot be stored it is tried again, and somebody who comes meanwhile ends that', async () => {
  const { disk, clock, trial, saved, restarts } = setScene();
  trial.begin();
  await clock.advanceAsync(TRIAL_MS);
  assert.deepEqual([saved(), restarts(), trial.isOn], [NEW, 0, true]);
  disk.isFull = false;
  await clock.advanceAsync(RETRY_MS);
  assert.deepEqual([saved(), restarts(), trial.isOn], [OLD, 1, false]);
  assert.equal(clock.pending(), 0);

  const other = setScene();
  other.trial.begin();
  await other.clock.advanceAsync(TRIAL_MS);
  other.trial.seen(ADMIN);
  other.disk.isFull = false;
  await other.clock.advanceAsync(TRIAL_MS);
  assert.deepEqual([other.saved(), other.proven(), other.restarts(), other.trial.isOn], [NEW, NEW, 0, false]);
});

test('a server that ends tries nothing more', async () => {
  const { clock, trial } = setScene();
  trial.begin();
  trial.seen(ADMIN);
  trial.close();
  await clock.advanceAsync(TRIAL_MS);
  assert.equal(clock.pending(), 0);
});
