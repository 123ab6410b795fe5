// A port that nobody has, for what cannot be told to take any.
import { createServer } from 'node:net';
import { closeServer, listenOn } from '../../apps/server/src/kernel/web/listen.ts';
import { HOST } from './server.ts';

export const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = await listenOn(server, HOST, 0, 'test');
  await closeServer(server);
  return port;
};
