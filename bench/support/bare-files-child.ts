// The floor of serving a file: an HTTP server that pipes it from the disk to whoever asks, and does nothing else. The yardstick.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { NOTHING_WATCHED, type Watched, watchThread } from './thread-watch.ts';
import { serve, usage, type Usage } from './worker-process.ts';

export type FilesAsk = { kind: 'watch' } | { kind: 'watched' } | { kind: 'usage' };
export type FilesTold = { watch: undefined; watched: Watched; usage: Usage };

const [path = ''] = process.argv.slice(2);
const { size } = statSync(path);
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-length': size });
  pipeline(createReadStream(path), response, () => undefined);
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});

let end: () => Watched = () => NOTHING_WATCHED;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server that listens has an address with a port
const { port } = server.address() as AddressInfo;
serve<FilesAsk>({ port }, ({ kind }) => {
  if (kind === 'usage') return usage();
  if (kind === 'watched') return end();
  end = watchThread();
  return undefined;
});
