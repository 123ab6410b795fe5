// Accounts and permission sets, on both databases.
import assert from 'node:assert/strict';
import { addGroup, eachStore } from '../../adapters/test-stores.ts';
import { type Row, tables } from '../../kernel/storage/db.ts';
import { createPermissionSetStore } from './store/permission-sets.ts';
import { NEW_ACCOUNT, createUserStore } from './store.ts';

const ann = { ...NEW_ACCOUNT, name: 'ann', password: 'hash', level: 2, rights: '', expiresMs: null, groupIds: [] };

eachStore('users: an account is kept with its groups, changed, and goes with them', async (_t, { db }) => {
  const store = createUserStore(db);
  const north = await addGroup(db, 'north');
  const annId = await store.insert({ ...ann, groupIds: [1, north] }, 1_800_000_000_000);
  const bobId = await store.insert({ ...ann, name: 'bob', rights: '101', expiresMs: 1_900_000_000_000 }, 1);
  assert.ok(bobId > annId);
  await assert.rejects(store.insert({ ...ann, groupIds: [1] }, 1), 'a name is given once');
  assert.deepEqual(await store.readAll(), [
    { ...ann, id: annId, groupIds: [1, north] },
    { ...ann, id: bobId, name: 'bob', rights: '101', expiresMs: 1_900_000_000_000 },
  ]);
  const person = { mail: 'a@b.example', phone: '1', memo: 'm', mapPlace: '1,2', extUser: 'x', extPass: 'y' };
  const version = { updatedMs: 7000, updatedBy: 'boss' };
  const next = { ...ann, ...person, ...version, level: 3, rights: '1', retentionDays: 30, groupIds: [north] };
  assert.equal(
    await store.update({ ...next, id: annId, name: 'no', signedInMs: 1 }, { ...ann, updatedMs: 1000 }),
    false,
    'another version',
  );
  const other = { ...ann, password: 'other' };
  assert.equal(await store.update({ ...next, id: annId, name: 'no', signedInMs: 1 }, other), false, 'another password');
  assert.equal((await store.read(annId))?.level, 2);
  assert.equal(await store.update({ ...next, id: annId, name: 'no', signedInMs: 1 }, ann), true);
  await store.setPassword(annId, 'given');
  const given = { password: 'given', expiresMs: null };
  for (const from of [ann, { ...given, expiresMs: 5 }])
    assert.equal(await store.replacePassword(annId, from, { password: 'no', expiresMs: 1 }), false);
  assert.equal(await store.replacePassword(annId, given, { password: 'own', expiresMs: 4 }), true);
  const own = { password: 'own', expiresMs: 4 };
  assert.equal(await store.replacePassword(annId, { ...own, expiresMs: null }, given), false, 'another expiry');
  assert.equal(await store.replacePassword(annId, own, { password: 'other', expiresMs: 5 }), true);
  await store.setSignedIn(annId, 9);
  const changed = { ...next, id: annId, password: 'other', expiresMs: 5, signedInMs: 9 };
  assert.deepEqual([(await store.readAll())[0], await store.read(annId)], [changed, changed]);
  assert.equal(await store.read(99), undefined);
  await store.remove(annId);
  await store.remove(bobId);
  assert.deepEqual(await store.readAll(), []);
  assert.ok((await store.insert(ann, 1)) > bobId, 'no number is given twice');
});

eachStore(
  'each way to another password takes the sign-in links of the account along, and no other change does',
  async (_t, { db }) => {
    const store = createUserStore(db);
    const bytes = (n: number): Uint8Array => Uint8Array.of(0, 255, n);
    const links = tables<{
      loginLinks: Row<{ idHash: Uint8Array; secretHash: Uint8Array; userId: number; expiresMs: number }>;
    }>(db);
    const [annId, bobId] = [await store.insert(ann, 1), await store.insert({ ...ann, name: 'bob' }, 1)];
    const add = async (n: number, userId: number): Promise<void> => {
      await links
        .insertInto('loginLinks')
        .values({ idHash: bytes(n), secretHash: bytes(n), userId, expiresMs: n })
        .execute();
    };
    const count = async (userId: number): Promise<number> =>
      (await links.selectFrom('loginLinks').select('userId').where('userId', '=', userId).execute()).length;
    await add(1, bobId);
    const ways: Record<string, () => Promise<unknown>> = {
      given: () => store.setPassword(annId, 'given'),
      own: () =>
        store.replacePassword(annId, { password: 'given', expiresMs: null }, { password: 'own', expiresMs: null }),
      changed: () => store.update({ ...ann, id: annId, password: 'changed' }, { password: 'own', updatedMs: 0 }),
    };
    for (const [name, way] of Object.entries(ways)) {
      await add(2, annId);
      await add(3, annId);
      await way();
      assert.deepEqual([await count(annId), await count(bobId)], [0, 1], name);
    }
    await add(2, annId);
    const same = { ...ann, id: annId, password: 'changed', memo: 'm' };
    assert.equal(await store.update(same, { password: 'changed', updatedMs: 0 }), true);
    await store.setSignedIn(annId, 5);
    assert.equal(
      await store.replacePassword(annId, { password: 'no', expiresMs: null }, { password: 'x', expiresMs: null }),
      false,
    );
    assert.equal(await store.update({ ...same, password: 'x' }, { password: 'no', updatedMs: 0 }), false);
    assert.deepEqual([await count(annId), (await store.read(annId))?.memo], [1, 'm']);
    await store.remove(annId);
    assert.deepEqual([await count(annId), await count(bobId)], [0, 1]);
  },
);

eachStore('so do its sessions go, but for the one that goes on where its owner changes it', async (_t, { db }) => {
  const store = createUserStore(db);
  type Session = {
    id: string;
    tokenHash: Uint8Array;
    userId: number;
    createdMs: number;
    expiresMs: number;
    address: string;
  };
  const sessions = tables<{ sessions: Row<Session> }>(db);
  const [annId, bobId] = [await store.insert(ann, 1), await store.insert({ ...ann, name: 'bob' }, 1)];
  const open = async (id: string, userId: number): Promise<void> => {
    const tokenHash = new TextEncoder().encode(id);
    await sessions
      .insertInto('sessions')
      .values({ id, tokenHash, userId, createdMs: 1, expiresMs: 2, address: '' })
      .execute();
  };
  const left = async (): Promise<string[]> =>
    (await sessions.selectFrom('sessions').select('id').orderBy('id').execute()).map(({ id }) => id);
  const own = { password: 'given', expiresMs: null };
  const ways: [expected: string[], way: () => Promise<unknown>][] = [
    [['bob'], () => store.setPassword(annId, 'given')],
    [['here'], () => store.replacePassword(annId, own, own, 'here')],
    [[], () => store.replacePassword(annId, own, own)],
    [['here', 'there'], () => store.replacePassword(annId, { ...own, password: 'no' }, own)],
    [
      ['here', 'there'],
      () => store.update({ ...ann, id: annId, password: 'given', memo: 'm' }, { ...own, updatedMs: 0 }),
    ],
    [[], () => store.update({ ...ann, id: annId, password: 'changed' }, { ...own, updatedMs: 0 })],
  ];
  await open('bob', bobId);
  for (const [expected, way] of ways) {
    for (const id of ['here', 'there']) await open(id, annId);
    await way();
    assert.deepEqual(await left(), [...new Set(['bob', ...expected])]);
    await sessions.deleteFrom('sessions').where('userId', '=', annId).execute();
  }
});

eachStore('an account of an unknown group is not half kept', async (_t, { db }) => {
  const store = createUserStore(db);
  await assert.rejects(store.insert({ ...ann, groupIds: [99] }, 1));
  assert.deepEqual(await store.readAll(), []);
});

eachStore('permission sets: three are there at first, and each can be written again', async (_t, { db }) => {
  const store = createPermissionSetStore(db);
  const version = { updatedMs: 1000, updatedBy: 'admin' };
  await store.write([
    { id: 2, name: 'Dispatcher', rights: '11', ...version },
    { id: 7, name: 'Guest', rights: '', ...version },
    { id: 8, name: 'Other', rights: '', ...version },
  ]);
  await store.remove(8);
  assert.deepEqual(
    (await store.readAll()).map(({ id, name }) => `${id} ${name}`),
    ['1 Manager', '2 Dispatcher', '3 Viewer', '7 Guest'],
  );
});
