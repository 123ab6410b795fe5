// Versions of records: who comes second is told, and no two changes have the same one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChangedError } from '@outrider/contract';
import { type Edit, NEVER_CHANGED, type Version, nextVersion, saveVersioned } from './version.ts';

/** A table of one row; `between` runs after it was read. */
const record = () => {
  let row = { name: 'first', version: NEVER_CHANGED };
  const save = (name: string, edit: Edit, nowMs = 5999, between: () => Promise<unknown> = () => Promise.resolve()) =>
    saveVersioned({
      edit,
      nowMs,
      read: async () => {
        const { version, name: present } = row;
        await between();
        return { version, present: { name: present } };
      },
      write: (version: Version, before: Version) => {
        if (row.version.updatedMs !== before.updatedMs) return Promise.resolve(false);
        row = { name, version };
        return Promise.resolve(true);
      },
    });
  return { save, row: () => row };
};

test('a save with the version that stands gives the next one; with another it is refused and says who, when and what', async () => {
  const { save, row } = record();
  assert.deepEqual(await save('a', { by: 'ann', seenMs: 0 }), { updatedMs: 5000, updatedBy: 'ann' });
  for (const seenMs of [0, 4000, 6000])
    await assert.rejects(save('b', { by: 'bob', seenMs }), (error) => {
      assert.ok(error instanceof ChangedError && error.code === 'conflict');
      assert.deepEqual(error.changed, { updatetime: 5000, updateby: 'ann', present: { name: 'a' } });
      return true;
    });
  assert.equal(row().name, 'a');
  await save('b', { by: 'bob', seenMs: 5000 });
  await save('c', { by: 'script' });
  assert.deepEqual(row(), { name: 'c', version: { updatedMs: 7000, updatedBy: 'script' } });
});

test('each version is later than the one before, in the same second and with a clock that was set back', () => {
  const at = (updatedMs: number, nowMs: number) => nextVersion({ updatedMs, updatedBy: '' }, 'x', nowMs).updatedMs;
  assert.deepEqual([at(0, 5999), at(5000, 5999), at(5000, 6000), at(5000, 1000)], [5000, 6000, 6000, 6000]);
});

test('of two who read the same version and save, the slower is refused, or saves over it where it did not say what it saw', async () => {
  const { save, row } = record();
  let first = true;
  const faster = async (): Promise<void> => {
    if (!first) return;
    first = false;
    await save('fast', { by: 'ann', seenMs: row().version.updatedMs });
  };
  await assert.rejects(save('slow', { by: 'bob', seenMs: 0 }, 5999, faster), ChangedError);
  assert.equal(row().name, 'fast');
  first = true;
  await save('slow', { by: 'bob' }, 5999, faster);
  assert.deepEqual(row(), { name: 'slow', version: { updatedMs: 7000, updatedBy: 'bob' } });
});
