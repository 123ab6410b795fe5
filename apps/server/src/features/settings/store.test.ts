// The stored settings, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createSettingStore } from './store.ts';

eachStore('settings: a key holds what was written last, until it is removed', async (_t, { db }) => {
  const store = createSettingStore(db);
  await store.write('a', '{"x":1}');
  await store.write('b', '"ü"');
  await store.write('a', '2');
  assert.deepEqual(
    await store.readAll(),
    new Map([
      ['a', '2'],
      ['b', '"ü"'],
    ]),
  );
  await store.remove('a');
  assert.deepEqual([...(await store.readAll()).keys()], ['b']);
});
