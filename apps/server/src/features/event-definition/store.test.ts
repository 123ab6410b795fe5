// Event definitions, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { tables, type Row } from '../../kernel/storage/db.ts';
import { createEventDefinitionStore, type StoredDefinition } from './store.ts';

eachStore('event definitions: by profile and code, and which device follows which profile', async (_t, { db }) => {
  const definition = (profile: string, code: number): StoredDefinition => ({
    profile,
    code,
    name: `n${code}`,
    notifyText: '緊急',
    notifyColour: '#FF0000',
    updatedMs: 1_800_000_000_000,
    updatedBy: 'admin',
  });
  type Links = Row<{ deviceKey: number; profile: string }>;
  const rows = tables<{ eventDefinitions: Row<StoredDefinition>; eventDefinitionDevices: Links }>(db);
  const stored = [definition('b', 2), definition('GLOBAL', 10), definition('GLOBAL', 9)];
  await rows.insertInto('eventDefinitions').values(stored).execute();
  const links = [
    { deviceKey: 2, profile: 'b' },
    { deviceKey: 1, profile: 'b' },
  ];
  await rows.insertInto('eventDefinitionDevices').values(links).execute();
  const store = createEventDefinitionStore(db);
  assert.deepEqual(await store.definitions(), stored.toReversed(), 'by the bytes of the profile, upper case first');
  assert.deepEqual(await store.links(), links.toReversed());
  await store.removeDevices([1, 9]);
  assert.deepEqual(await store.links(), [links[0]]);
  const first = definition('c', 1);
  assert.equal(await store.save(first, 0), true);
  assert.equal(await store.save({ ...first, name: 'x' }, 0), false, 'it has another version');
  assert.equal(await store.save({ ...first, name: 'x' }, first.updatedMs), true);
  await store.follow({ deviceKey: 5, profile: 'c' });
  await store.follow({ deviceKey: 6, profile: 'b' });
  await store.follow({ deviceKey: 6, profile: 'c' });
  assert.equal(await store.remove('c', 7), false);
  assert.equal((await store.links()).length, 3);
  assert.equal(await store.remove('c', 1), true);
  assert.deepEqual(await store.links(), [links[0]], 'a profile without definitions is gone');
  await store.removeProfile('b');
  assert.deepEqual([(await store.definitions()).length, await store.links()], [2, []]);
});
