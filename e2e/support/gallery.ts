// The development build of the console as a developer starts it, for the page of the widgets.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { until } from '../../integration/support/until.ts';
import { HOST } from '../../integration/support/server.ts';
import { type Ending, type StageServer, addressOf } from '../fixture.ts';

const root = join(import.meta.dirname, '../..');
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

const freePort = async (): Promise<number> => {
  const probe = createServer();
  await once(probe.listen(0, HOST), 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
};

const answers = (address: string): Promise<boolean> =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts it against `server` until the test ends; gives the address of the page. */
export const startGallery = async (t: Ending, server: StageServer): Promise<string> => {
  const port = await freePort();
  const child = spawn(process.execPath, [vite, '--host', HOST, '--port', String(port), '--strictPort'], {
    cwd: join(root, 'apps', 'console'),
    env: { ...process.env, OUTRIDER_DEV_SERVER: addressOf(server, '') },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  t.after(async () => {
    child.kill();
    await ended;
  });
  const address = `http://${HOST}:${port}/ui`;
  await until('the development server', () => answers(address), { deadlineMs: 60_000 });
  return address;
};
