// The certificate of https, changed while the server runs: seen from outside by TLS, before and after a restart; and what is refused.
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { connect } from 'node:tls';
import { selfSignedCertificate } from '../apps/server/src/adapters/certificate/certificate.ts';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { closeServer, listenOn } from '../apps/server/src/kernel/web/listen.ts';
import { asJson } from './support/operator.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { HOST, temporaryFolder } from './support/server.ts';
import { until } from './support/until.ts';

const PATH = '/gkserver/encrypt';
const MASK = '********';
const DAY_MS = 86_400_000;

/** The certificate that a new connection meets, as its fingerprint. */
const metAt = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: HOST, port, servername: 'fleet.test', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate()?.fingerprint256 ?? '');
      socket.destroy();
    });
    socket.once('error', reject);
  });
/** A port that nobody has. */
const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = await listenOn(server, HOST, 0, 'test');
  await closeServer(server);
  return port;
};
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
