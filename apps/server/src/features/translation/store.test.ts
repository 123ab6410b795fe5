// The changed texts, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { NO_EDITS, type Edits } from './edits.ts';
import { createEditStore } from './store.ts';

eachStore('changed texts: one set of them, written only over the version that was seen', async (_t, { db }) => {
  const store = createEditStore(db);
  assert.deepEqual(await store.read(), { edits: NO_EDITS, version: { updatedMs: 0, updatedBy: '' } });
  const edits: Edits = {
    added: [{ word: '<b>{name}</b> "x"', after: null }],
    removed: ['Map'],
    texts: { tw: { Devices: '車載機', Old: null } },
  };
  const version = { updatedMs: 1_800_000_000_000, updatedBy: 'admin' };
  assert.equal(await store.write(edits, version, 0), true);
  assert.deepEqual(await store.read(), { edits, version });
  assert.deepEqual(await store.version(), version);
  const later = { updatedMs: version.updatedMs + 1000, updatedBy: 'other' };
  assert.equal(await store.write(NO_EDITS, later, 0), false, 'somebody saved since');
  assert.equal(await store.write(NO_EDITS, later, version.updatedMs), true);
  assert.deepEqual(await store.read(), { edits: NO_EDITS, version: later });
});
