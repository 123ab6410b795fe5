// Whose media counts, as a table: address of the link, address of the newcomer, what carries now.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bearer, type Claim, isFromDevice, mayCarry, nearness } from './media-source.ts';

const LINK = '192.0.2.10';
const NEIGHBOUR = '192.0.2.77';
const FAR = '198.51.100.1';
const FARTHER = '203.0.113.1';

const bearer = (address: string, changes: Partial<Bearer> = {}): Bearer => ({
  address,
  transport: 'tcp',
  openedMs: 1000,
  ...changes,
});
const claim = (changes: Partial<Claim> = {}): Claim => ({
  source: 'asked',
  linkAddress: LINK,
  orderedMs: 500,
  current: null,
  lastMs: 5000,
  nowMs: 5100,
  ...changes,
});

test('the address of the link may always send; another one when nothing else is bound, or when it is that one', () => {
  const nowhere = { linkAddress: LINK, boundAddress: null };
  const far = { linkAddress: LINK, boundAddress: FAR };
  assert.equal(isFromDevice('asked', far, LINK), true);
  assert.equal(isFromDevice('link', nowhere, LINK), true);
  assert.equal(isFromDevice('asked', nowhere, FAR), true);
  assert.equal(isFromDevice('link', nowhere, FAR), false);
  assert.equal(isFromDevice('asked', far, FAR), true);
  assert.equal(isFromDevice('asked', far, FARTHER), false);
  assert.equal(isFromDevice('any', far, FARTHER), true);
});

test('addresses near the link: its own, its network, elsewhere; of IPv6 the subscriber, the site, elsewhere', () => {
  assert.deepEqual([nearness(LINK, LINK), nearness(LINK, NEIGHBOUR), nearness(LINK, FAR)], [2, 1, 0]);
  const link6 = '2001:db8:1:1::5';
  const near6 = ['2001:db8:1:1:ffff::1', '2001:db8:1:2::1', '2001:db8:2:1::5'].map((each) => nearness(link6, each));
  assert.deepEqual(near6, [2, 1, 0]);
});

test('a running flow goes to a closer address, never to a farther one or another just as far', () => {
  const at = (address: string, newcomer: string) => mayCarry(claim({ current: bearer(address) }), bearer(newcomer));
  assert.equal(at(LINK, NEIGHBOUR), 'no');
  assert.equal(at(LINK, FAR), 'no');
  assert.equal(at(FAR, FARTHER), 'no');
  assert.equal(at(FAR, NEIGHBOUR), 'yes');
  assert.equal(at(FAR, LINK), 'yes');
  assert.equal(at(NEIGHBOUR, LINK), 'yes');
});

test('from one address a second connection waits, until the first is silent or another request was sent', () => {
  const current = bearer(LINK);
  assert.equal(mayCarry(claim({ current }), bearer(LINK)), 'wait');
  assert.equal(mayCarry(claim({ current, nowMs: 7000 }), bearer(LINK)), 'yes');
  assert.equal(mayCarry(claim({ current, orderedMs: 2000 }), bearer(LINK, { openedMs: 2000 })), 'yes');
  assert.equal(mayCarry(claim({ current, orderedMs: 2000 }), bearer(LINK, { openedMs: 1500 })), 'wait');
});

test('datagrams never replace a connection, whatever address they claim and however silent it is', () => {
  const silent = claim({ current: bearer(FAR), nowMs: 60_000 });
  assert.equal(mayCarry(silent, bearer(LINK, { transport: 'udp' })), 'no');
  assert.equal(mayCarry(claim({ current: bearer(LINK, { transport: 'udp' }) }), bearer(LINK)), 'yes');
});

test("'link' takes nothing but the link's address, and that at once where the link has moved", () => {
  const source = 'link';
  assert.equal(mayCarry(claim({ source }), bearer(NEIGHBOUR)), 'no');
  assert.equal(mayCarry(claim({ source, current: bearer(FAR) }), bearer(NEIGHBOUR)), 'no');
  assert.equal(mayCarry(claim({ source, current: bearer(FAR) }), bearer(LINK)), 'yes');
});
