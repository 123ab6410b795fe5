// The stored settings, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createSettingStore } from './store.ts';

eachStore(
  'settings: a key holds what was written last over the version it had, until it is removed',
  async (_t, { db }) => {
    const store = createSettingStore(db);
    const at = (key: string, value: string, updatedMs: number) => ({ key, value, updatedMs, updatedBy: 'ann' });
    assert.equal(await store.write(at('a', '{"x":1}', 5000), 0), true);
    assert.equal(await store.write(at('b', '"ü"', 5000), 0), true);
    assert.equal(await store.write(at('a', '2', 6000), 0), false, 'it has a version');
    assert.equal(await store.write(at('a', '2', 6000), 5000), true);
    assert.equal(await store.write(at('a', '3', 6000), 5000), false, 'it has a later one');
    assert.deepEqual(
      (await store.readAll()).toSorted((a, b) => a.key.localeCompare(b.key)),
      [at('a', '2', 6000), at('b', '"ü"', 5000)],
    );
    assert.deepEqual([await store.read('b'), await store.read('c')], [at('b', '"ü"', 5000), undefined]);
    await store.remove('a');
    assert.deepEqual(
      (await store.readAll()).map(({ key }) => key),
      ['b'],
    );
  },
);
