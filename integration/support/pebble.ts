// Pebble, the certificate authority for tests of ACME, as a process: its directory, and what its own address is trusted by.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { selfSignedCertificate } from '../../apps/server/src/adapters/certificate/certificate.ts';
import { systemClock } from '../../apps/server/src/app.ts';
import { freePort } from './free-port.ts';
import { HOST, temporaryFolder } from './server.ts';
import { until } from './until.ts';

export const hasPebble = spawnSync('pebble', ['-h']).error === undefined;

const run = (t: TestContext, program: string, args: readonly string[], env: Record<string, string> = {}): void => {
  const child: ChildProcess = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  t.after(async () => {
    const ended = once(child, 'exit');
    child.kill();
    if (child.exitCode === null) await ended;
  });
};

/** Every name is at this machine; names are asked for at `httpPort`. */
export const startPebble = async (t: TestContext, httpPort: number) => {
  const folder = await temporaryFolder(t);
  const [port, management, dns] = [await freePort(), await freePort(), await freePort()];
  await selfSignedCertificate(folder, ['localhost', HOST], systemClock);
  const [certificate, privateKey] = [join(folder, 'tls/cert.pem'), join(folder, 'tls/key.pem')];
  const pebble = {
    listenAddress: `${HOST}:${port}`,
    managementListenAddress: `${HOST}:${management}`,
    certificate,
    privateKey,
    httpPort,
    tlsPort: await freePort(),
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify({ pebble }));
  const none = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-management', ''];
  run(t, 'pebble-challtestsrv', [...none, '-defaultIPv6', '', '-dns01', `${HOST}:${dns}`]);
  const settings = { PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' };
  run(t, 'pebble', ['-config', join(folder, 'config.json'), '-dnsserver', `${HOST}:${dns}`], settings);
  await until('the authority listens', () => listens(port));
  return { directory: `https://${HOST}:${port}/dir`, caFile: certificate };
};

const listens = async (port: number): Promise<boolean> => {
  const { createConnection } = await import('node:net');
  const socket = createConnection({ host: HOST, port });
  const is = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return is;
};
