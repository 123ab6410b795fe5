// Faces and their photos, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createFaceStore, type StoredPhoto } from './store.ts';

const NOW_MS = 1_800_000_000_000;
const photo = (id: string, faceId: number, addedMs = NOW_MS): StoredPhoto => ({
  id: id.repeat(32),
  faceId,
  type: 'image/png',
  bytes: 68,
  md5: 'm',
  sha256: 's',
  addedMs,
});

eachStore(
  'faces: by group, changed where nobody was faster, gone with their photos, numbers never again',
  async (_t, { db }) => {
    const store = createFaceStore(db);
    const words = { unit: 'South', idcard: 'A1', name: '王小明', contact: '', memo: '' };
    const version = { updatedMs: NOW_MS, updatedBy: 'admin' };
    const south = await store.add({ ...words, ...version });
    const north = await store.add({ ...words, ...version, unit: 'North' });
    assert.deepEqual((await store.list()).map(({ unit }) => unit), ['North', 'South']); // prettier-ignore
    const later = { updatedMs: NOW_MS + 1000, updatedBy: 'lin' };
    assert.equal(await store.change(south.id, { name: 'Wang', ...later }, version), true);
    assert.equal(await store.change(south.id, { name: 'Chen', ...later }, version), false, 'somebody was faster');
    assert.deepEqual(await store.find(south.id), { ...south, name: 'Wang', ...later });
    for (const each of [photo('a', south.id), photo('b', south.id, NOW_MS + 1), photo('c', north.id)])
      await store.addPhoto(each);
    assert.deepEqual((await store.photos(south.id)).map(({ id }) => id[0]), ['b', 'a']); // prettier-ignore
    assert.deepEqual([await store.removePhoto('b'.repeat(32)), await store.removePhoto('b'.repeat(32))], [true, false]);
    assert.deepEqual([await store.remove(south.id), await store.remove(south.id)], [true, false]);
    assert.deepEqual((await store.photos()).map(({ id }) => id[0]), ['c']); // prettier-ignore
    assert.equal(await store.photo('a'.repeat(32)), undefined);
    await assert.rejects(store.addPhoto(photo('d', south.id)), 'of a face that is gone');
    assert.ok((await store.add({ ...words, ...version })).id > north.id);
    assert.equal(await store.count(), 2);
  },
);
