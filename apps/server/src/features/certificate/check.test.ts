// What a certificate must have to serve: an issuer behind each, a time, a name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SelfsignedOptions, generate } from 'selfsigned';
import { checkCertificate, factsOf } from './check.ts';

const NOW_MS = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;
const make = (name: string, options: Partial<SelfsignedOptions> = {}) =>
  generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(NOW_MS - DAY_MS),
    notAfterDate: new Date(NOW_MS + 90 * DAY_MS),
    ...options,
  });
const named = (value: string) => ({
  extensions: [{ name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value }] }],
});

test('[A-CERT-004] unit: a chain is taken where each is followed by its issuer, and what is not valid now, names nobody or is in disorder is refused', async () => {
  const authority = await make('Test CA', { extensions: [{ name: 'basicConstraints', cA: true }] });
  const leaf = await make('fleet.test', {
    ...named('fleet.test'),
    ca: { key: authority.private, cert: authority.cert },
  });
  const whole = { cert: `${leaf.cert}\n${authority.cert}`, key: leaf.private };
  const check = (changes: Partial<typeof whole> = {}, nowMs = NOW_MS) =>
    checkCertificate({ ...whole, ...changes }, nowMs);
  assert.doesNotThrow(() => check());
  assert.doesNotThrow(() => check({ cert: leaf.cert }), 'the authority itself may be left out');
  const { names, issuer, toMs } = factsOf(whole.cert);
  assert.deepEqual([names, issuer, toMs], [['fleet.test'], 'CN=Test CA', NOW_MS + 90 * DAY_MS]);
  assert.throws(() => check({ cert: `${authority.cert}\n${leaf.cert}` }), /The key is not that/);
  const other = await make('Other CA', named('other'));
  assert.throws(() => check({ cert: `${leaf.cert}\n${other.cert}` }), /The chain is broken/);
  assert.throws(() => check({}, NOW_MS - 2 * DAY_MS), /not valid yet/);
  assert.throws(() => check({}, NOW_MS + 90 * DAY_MS), /has ended/);
  const nameless = await make('fleet.test', { extensions: [{ name: 'basicConstraints', cA: false }] });
  assert.throws(() => check({ cert: nameless.cert, key: nameless.private }), /names no host/);
});
