// The certificate of https, changed while the server runs: seen from outside by TLS, before and after a restart; and what is refused.
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { connect } from 'node:tls';
import { systemClock } from '../apps/server/src/app.ts';
import type { Clock } from '../apps/server/src/kernel/clock.ts';
import { selfSignedCertificate } from '../apps/server/src/adapters/certificate/certificate.ts';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { freePort } from './support/free-port.ts';
import { hasPebble, startPebble } from './support/pebble.ts';
import { asJson } from './support/operator.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { HOST, temporaryFolder } from './support/server.ts';
import { until } from './support/until.ts';

const PATH = '/gkserver/encrypt';
const MASK = '********';
const DAY_MS = 86_400_000;
const LOOK_MS = 6 * 3_600_000;

/** The certificate that a new connection meets, as its fingerprint. */
const metAt = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: HOST, port, servername: 'fleet.test', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate()?.fingerprint256 ?? '');
      socket.destroy();
    });
    socket.once('error', reject);
  });
const fingerprint = (pem: string): string => new X509Certificate(pem).fingerprint256;

test('[A-CERT-004] http: a certificate that is saved counts for the next connection at every port, without a restart and after one; its key is never answered', async (t) => {
  const { start } = await restarted(t);
  const make = async (name: string, ageDays = 0) => {
    const made = createManualClock(Date.now() - ageDays * DAY_MS);
    const { cert, key } = await selfSignedCertificate(await temporaryFolder(t), [name], made);
    return { certificate: cert.trim(), privateKey: key.trim() };
  };
  const [first, second, old] = [await make('fleet.test'), await make('other.test'), await make('old.test', 500)];
  const environment = { OUTRIDER_HTTPS_PORT: String(await freePort()) };
  let server = await start(environment);
  const load = () => server.load(PATH, 'POST');
  const state = async () => asJson((await server.ask('GET', '/gkserver/certificatestate')).body);
  const met = () => Promise.all([server.ports.https, server.ports.command, server.ports.stream].map(metAt));
  const meets = (pem: string) =>
    until('new connections meet it', async () => (await met()).every((each) => each === fingerprint(pem)));
  assert.deepEqual(await load(), { certificate: '', privateKey: '', fixed: {} });
  assert.equal((await state())['source'], 'self-signed');

  assert.deepEqual(await server.save(PATH, first), SAVED);
  await meets(first.certificate);
  const shown = { certificate: first.certificate, privateKey: MASK, fixed: {} };
  assert.deepEqual(await load(), shown);
  const { source, names } = await state();
  assert.deepEqual([source, names], ['own', ['fleet.test']]);
  assert.deepEqual(
    await server.save(PATH, { certificate: first.certificate, privateKey: MASK }),
    SAVED,
    'keeps the key',
  );
  await meets(first.certificate);

  const refused = async (input: object) => {
    const [status, message] = await server.save(PATH, { ...first, ...input });
    assert.equal(status, 400);
    return message;
  };
  assert.equal(await refused({ privateKey: second.privateKey }), 'The key is not that of the certificate.');
  assert.equal(
    await refused({ certificate: second.certificate, privateKey: MASK }),
    'The key is not that of the certificate.',
  );
  assert.equal(
    await refused({ certificate: `${first.certificate}\n${second.certificate}` }),
    'The chain is broken: behind each certificate must stand the one that issued it.',
  );
  assert.equal(await refused(old), 'The certificate has ended.');
  assert.equal(await refused({ certificate: 'x' }), 'This is no certificate in PEM.');
  assert.equal(await refused({ privateKey: 'x' }), 'This is no private key in PEM, or it has a password.');
  assert.match(String(await refused({ privateKey: '' })), /belong together/);
  assert.deepEqual(await load(), shown, 'nothing of it is saved');
  await server.close();

  server = await start(environment);
  await meets(first.certificate);
  assert.deepEqual(await server.save(PATH, second), SAVED);
  await meets(second.certificate);
  assert.deepEqual(await server.save(PATH, { certificate: '', privateKey: '' }), SAVED);
  await until('its own one counts again', async () => (await state())['source'] === 'self-signed');
});

test(
  '[A-CERT-005 A-CERT-006 A-CERT-007] http: a certificate is got from an authority by ACME, met without a restart and after one, renewed by hand and a month before its end; what the authority says is kept',
  { skip: hasPebble ? false : 'pebble is not installed' },
  async (t) => {
    const { start } = await restarted(t);
    const acmePort = await freePort();
    const { directory, caFile } = await startPebble(t, acmePort);
    const environment = {
      OUTRIDER_HTTPS_PORT: String(await freePort()),
      OUTRIDER_ACME_PORT: String(acmePort),
      OUTRIDER_ACME_DIRECTORY: directory,
      OUTRIDER_ACME_CA_FILE: caFile,
    };
    let aheadMs = 0;
    const looks = new Set<() => void>();
    const every: Clock['every'] = (ms, action) => {
      const timer = systemClock.every(ms, action);
      if (ms === LOOK_MS) looks.add(action);
      return {
        cancel() {
          timer.cancel();
          looks.delete(action);
        },
      };
    };
    const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs, every };
    const look = (): void => looks.forEach((action) => action());
    let server = await start(environment, { clock });
    const ask = async (method: string, input?: object) => {
      const { status, body } = await server.ask(method, '/gkserver/certbot', input);
      return [status, asJson(body)] as const;
    };
    const met = async () => metAt(server.ports.https);
    const first = await met();
    const { text: none, time } = (await ask('GET'))[1];
    assert.deepEqual([none, time], ['', 0]);
    assert.equal((await ask('PUT'))[0], 400, 'nothing to renew');
    for (const domains of ['', 'fleet', '*.test.org', 'a b..c'])
      assert.equal((await ask('POST', { domains, email: 'admin@fleet.test' }))[0], 400, domains);

    const [status, got] = await ask('POST', { domains: 'fleet.test, www.fleet.test', email: 'admin@fleet.test' });
    assert.deepEqual([status, got['text']], [200, 'The certificate was issued.'], JSON.stringify(got));
    const issued = await until('it is met', async () => ((await met()) === first ? undefined : met()));
    const state = async () => asJson((await server.ask('GET', '/gkserver/certificatestate')).body);
    const { source, names, issuer, to } = await state();
    assert.deepEqual([source, names], ['acme', ['fleet.test', 'www.fleet.test']]);
    assert.match(String(issuer), /Pebble/);
    assert.equal((await ask('GET'))[1]['text'], 'The certificate was issued.');
    assert.equal((await ask('PUT'))[0], 200);
    const renewed = await until('another one is met', async () => ((await met()) === issued ? undefined : met()));
    await server.close();

    server = await start(environment, { clock });
    assert.equal(await met(), renewed, 'after a restart');
    const endMs = Number(to) * 1000;
    aheadMs = endMs - 31 * DAY_MS - systemClock.now();
    look();
    assert.equal(await met(), renewed, 'not yet');
    aheadMs += 2 * DAY_MS;
    look();
    const again = await until('it is renewed', async () => ((await met()) === renewed ? undefined : met()));
    aheadMs = 0;
    assert.equal((await ask('POST', { domains: 'fleet.test', email: 'a' }))[0], 400);
    await server.close();

    server = await start({ ...environment, OUTRIDER_ACME_DIRECTORY: 'https://127.0.0.1:9/dir' }, { clock });
    const [, failed] = await ask('PUT');
    assert.match(String(failed['message']), /^No certificate: .*ECONNREFUSED/);
    assert.equal((await ask('GET'))[1]['text'], failed['message'], 'it is kept');
    assert.equal(await met(), again, 'and the certificate too');
  },
);

test(
  '[A-CERT-006] http: tries that fail make one account with the authority, and the one that succeeds goes on with it',
  { skip: hasPebble ? false : 'pebble is not installed' },
  async (t) => {
    const { data, start } = await restarted(t);
    const [asked, other] = [await freePort(), await freePort()];
    const { directory, caFile } = await startPebble(t, asked);
    const environment = { OUTRIDER_ACME_DIRECTORY: directory, OUTRIDER_ACME_CA_FILE: caFile };
    const key = (): unknown => {
      const database = new DatabaseSync(join(data, 'outrider.sqlite'), { readOnly: true });
      const row = database.prepare("select value from settings where key = 'acme'").get();
      database.close();
      return asJson(JSON.parse(String(row?.['value'])))['accountKey'];
    };
    const input = { domains: 'fleet.test', email: 'admin@fleet.test' };
    const tryAt = async (port: number): Promise<readonly [number, unknown]> => {
      const server = await start({ ...environment, OUTRIDER_ACME_PORT: String(port) });
      const { status } = await server.ask('POST', '/gkserver/certbot', input);
      await server.close();
      return [status, key()];
    };
    const [failed, first] = await tryAt(other);
    assert.equal(failed, 503);
    assert.match(String(first), /PRIVATE KEY/);
    assert.deepEqual(await tryAt(other), [503, first]);
    assert.deepEqual(await tryAt(asked), [200, first]);
  },
);
