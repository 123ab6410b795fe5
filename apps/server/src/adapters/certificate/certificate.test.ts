import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { readCertificate, selfSignedCertificate } from './certificate.ts';

const makeFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-tls-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const DAY_MS = 86_400_000;

test('a self-signed certificate fits its names, is kept, and is made again for a new name and before it ends', async (t) => {
  const folder = makeFolder(t);
  const clock = createManualClock();
  const first = await selfSignedCertificate(folder, ['localhost', '192.0.2.1'], clock);
  const parsed = new X509Certificate(first.cert);
  assert.equal(parsed.checkHost('localhost'), 'localhost');
  assert.equal(parsed.checkIP('192.0.2.1'), '192.0.2.1');
  assert.equal(statSync(join(folder, 'tls/key.pem')).mode & 0o777, 0o600);
  assert.deepEqual(await selfSignedCertificate(folder, ['localhost', '192.0.2.1'], clock), first);
  const wider = await selfSignedCertificate(folder, ['localhost', '192.0.2.2'], clock);
  assert.notEqual(wider.cert, first.cert);
  const { validFrom, validTo } = new X509Certificate(wider.cert);
  assert.ok(Date.parse(validTo) - Date.parse(validFrom) <= 397 * DAY_MS, 'no browser takes a longer one');
  clock.advance(360 * DAY_MS);
  assert.deepEqual(await selfSignedCertificate(folder, ['localhost', '192.0.2.2'], clock), wider);
  clock.advance(10 * DAY_MS);
  assert.notEqual((await selfSignedCertificate(folder, ['localhost', '192.0.2.2'], clock)).cert, wider.cert);
});

test('an own pair that a full disk or a kill left damaged is made again, whole; where none can be kept that is told', async (t) => {
  const folder = makeFolder(t);
  const other = makeFolder(t);
  const clock = createManualClock();
  const [cert, key] = [join(folder, 'tls/cert.pem'), join(folder, 'tls/key.pem')];
  const make = (where = folder) => selfSignedCertificate(where, ['localhost'], clock);
  await make(other);
  const damages: [string, () => void][] = [
    ['the certificate is empty', () => truncateSync(cert, 0)],
    ['the key is half', () => truncateSync(key, 40)],
    ['the certificate is of another key', () => cpSync(join(other, 'tls/cert.pem'), cert)],
    ['the key is gone', () => rmSync(key)],
  ];
  let before = await make();
  for (const [what, damage] of damages) {
    damage();
    const made = await make();
    assert.notEqual(made.cert, before.cert, what);
    assert.deepEqual(readCertificate(cert, key), made, what);
    assert.deepEqual(await make(), made, what);
    assert.deepEqual(readdirSync(join(folder, 'tls')).toSorted(), ['cert.pem', 'key.pem'], what);
    before = made;
  }
  assert.equal(statSync(key).mode & 0o777, 0o600);
  rmSync(cert);
  mkdirSync(cert);
  await assert.rejects(make(), { name: 'StartError', message: /^The certificate cannot be kept in .*tls: / });
});

test('operator files that are missing, no PEM, or not a pair are refused by key', async (t) => {
  const folder = makeFolder(t);
  const other = makeFolder(t);
  const clock = createManualClock();
  await selfSignedCertificate(folder, ['localhost'], clock);
  await selfSignedCertificate(other, ['localhost'], clock);
  const cert = join(folder, 'tls/cert.pem');
  assert.throws(() => readCertificate(join(folder, 'none'), cert), { message: /^tlsCert cannot be read/ });
  writeFileSync(join(folder, 'text'), 'text');
  assert.throws(() => readCertificate(cert, join(folder, 'text')), { message: /not a certificate and its key/ });
  assert.throws(() => readCertificate(cert, join(other, 'tls/key.pem')), {
    message: 'tlsKey is not the key of tlsCert.',
  });
});
