// Sessions, sign-in links and known browsers, on both databases.
import assert from 'node:assert/strict';
import { addUser, eachStore, removeUser } from '../../adapters/test-stores.ts';
import { createSessionStore } from './store.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = 1_800_000_000_000;
const bytes = (...values: number[]): Uint8Array => Uint8Array.from([0, 255, ...values]);

eachStore(
  'sessions: found by their token, those of an account in the order they began, extended, over, and gone with their account',
  async (_t, { db }) => {
    const store = createSessionStore(db);
    const [ann, bob] = [await addUser(db, 'ann'), await addUser(db, 'bob')];
    const session = (id: string, userId: number, createdMs: number) => ({
      id,
      tokenHash: bytes(createdMs - NOW_MS),
      userId,
      createdMs,
      expiresMs: createdMs + HOUR_MS,
      address: '::1',
    });
    const [first, second, third] = [
      session('z', ann, NOW_MS),
      session('a', bob, NOW_MS + 2),
      session('m', ann, NOW_MS + 1),
    ];
    for (const each of [first, second, third]) await store.insert(each);
    await assert.rejects(store.insert({ ...first, id: 'other' }), 'a token opens one session');
    await store.extend('z', NOW_MS + 9 * HOUR_MS);
    const extended = { ...first, expiresMs: NOW_MS + 9 * HOUR_MS };
    assert.deepEqual(await store.readOfUser(ann), [extended, third]);
    assert.deepEqual(await store.findByToken(first.tokenHash), extended);
    assert.equal(await store.findByToken(bytes(99)), undefined);
    const ends = await store.readEnds(['z', 'a', 'nobody']);
    assert.deepEqual(Object.fromEntries(ends), { a: second.expiresMs, z: extended.expiresMs });
    await store.remove([]);
    await store.remove(['z', 'nobody']);
    assert.deepEqual(await store.readOfUser(ann), [third]);
    await store.removeExpired(third.expiresMs);
    assert.deepEqual(
      [await store.readOfUser(ann), await store.readOfUser(bob)],
      [[], [second]],
      'that moment included',
    );
    await removeUser(db, bob);
    assert.equal(await store.findByToken(second.tokenHash), undefined);
  },
);

eachStore('sign-in links: found by their hash; they go by time and with their account', async (_t, { db }) => {
  const store = createSessionStore(db);
  const [ann, bob] = [await addUser(db, 'ann'), await addUser(db, 'bob')];
  const link = (n: number, userId: number) => ({
    idHash: bytes(n),
    secretHash: bytes(n, n),
    userId,
    expiresMs: NOW_MS + n,
  });
  for (const each of [link(1, ann), link(2, ann), link(3, bob), link(4, bob)]) await store.addLink(each);
  assert.deepEqual(await store.findLink(bytes(3)), link(3, bob));
  assert.equal(await store.findLink(bytes(9)), undefined);
  await store.removeExpiredLinks(NOW_MS + 1);
  await removeUser(db, bob);
  const found = await Promise.all([1, 2, 3, 4].map((n) => store.findLink(bytes(n))));
  assert.deepEqual(
    found.map((each) => each !== undefined),
    [false, true, false, false],
  );
});

eachStore(
  'known browsers: the last used ones of an account stay, one ticket may serve two accounts',
  async (_t, { db }) => {
    const store = createSessionStore(db);
    const [ann, bob] = [await addUser(db, 'ann'), await addUser(db, 'bob')];
    for (const n of [1, 2, 3]) await store.keepBrowser(bytes(n), ann, NOW_MS + n, 2);
    await store.keepBrowser(bytes(2), bob, NOW_MS, 2);
    await store.keepBrowser(bytes(2), ann, NOW_MS + 9, 2);
    const used = await Promise.all([1, 2, 3].map((n) => store.browserUsedMs(bytes(n), ann)));
    assert.deepEqual(used, [undefined, NOW_MS + 9, NOW_MS + 3]);
    assert.equal(await store.browserUsedMs(bytes(2), bob), NOW_MS);
    await store.removeBrowsers(NOW_MS + 3);
    assert.deepEqual([await store.hasBrowser(bytes(3)), await store.hasBrowser(bytes(2))], [false, true]);
    assert.equal(await store.browserUsedMs(bytes(2), bob), undefined);
  },
);
