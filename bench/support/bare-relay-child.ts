// The floor of many streams: what comes in over each media connection goes out to one socket that upgraded, or into a file, as it is.
// Nothing is looked at. The yardstick.
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { serve, usage, type Usage } from './worker-process.ts';

/** What comes in is relayed, and after `store` kept in files, until `end`. */
export type RelayAsk = { kind: 'store' } | { kind: 'usage' } | { kind: 'end' };
/** `storedBytes`: handed to the disk so far. */
export type RelayTold = { store: undefined; usage: Usage & { storedBytes: number }; end: undefined };
export type RelayHello = { mediaPort: number; viewerPort: number };

const FLUSH_MS = 500;
const SYNC_MS = 2000;

let stores = false;
let folder = '';
let viewers: Duplex[] = [];
const media = new Set<Socket>();
let files: { file: FileHandle; waiting: Buffer[] }[] = [];
let timers: NodeJS.Timeout[] = [];
let storedBytes = 0;
let opened = 0;
const writing = new Set<Promise<unknown>>();

const take = async (socket: Socket): Promise<void> => {
  media.add(socket);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => media.delete(socket));
  if (!stores) {
    const viewer = viewers[media.size - 1];
    socket.on('data', (chunk) => viewer?.write(chunk));
    return;
  }
  socket.pause();
  opened += 1;
  const kept = { file: await open(join(folder, String(opened)), 'ax'), waiting: [] as Buffer[] };
  files.push(kept);
  socket.on('data', (chunk: Buffer) => kept.waiting.push(chunk));
  socket.resume();
};

const until = (done: Promise<unknown>): void => {
  writing.add(done);
  void done.finally(() => writing.delete(done));
};

const flush = (): void => {
  for (const { file, waiting } of files) {
    if (waiting.length === 0) continue;
    for (const { length } of waiting) storedBytes += length;
    until(file.writev(waiting.splice(0)));
  }
};

const store = async (): Promise<void> => {
  stores = true;
  folder = await mkdtemp(join(tmpdir(), 'outrider-bare-'));
  timers = [
    setInterval(flush, FLUSH_MS),
    setInterval(() => {
      for (const { file } of files) until(file.datasync());
    }, SYNC_MS),
  ];
};

const end = async (): Promise<void> => {
  for (const timer of timers) clearInterval(timer);
  for (const socket of [...media, ...viewers]) socket.destroy();
  await Promise.all(writing);
  await Promise.all(files.map(({ file }) => file.close()));
  if (folder !== '') await rm(folder, { recursive: true });
  viewers = [];
  files = [];
  timers = [];
  folder = '';
  stores = false;
};

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;
const mediaServer = createServer({ noDelay: true }, (socket) => void take(socket));
const viewerServer = createHttpServer();
viewerServer.on('upgrade', (_request, socket) => {
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
  viewers.push(socket);
  socket.on('error', () => socket.destroy());
});
for (const server of [mediaServer, viewerServer])
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

const hello: RelayHello = { mediaPort: portOf(mediaServer.address()), viewerPort: portOf(viewerServer.address()) };
serve<RelayAsk>(hello, (ask) => {
  switch (ask.kind) {
    case 'usage':
      return { ...usage(), storedBytes };
    case 'store':
      return store();
    case 'end':
      return end();
  }
});
