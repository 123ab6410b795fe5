// The floor of fan-out: a loop that writes the bytes of a stream to every socket that upgraded, and does nothing else. The yardstick.
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { STREAM_HEADER_BYTES } from '@outrider/contract';
import { FRAME_MS, groupOfPictures } from './camera.ts';
import { serve, usage, type Usage } from './worker-process.ts';

export type BareAsk =
  | { kind: 'write'; framesPerWrite: number; bitsPerSecond: number }
  | { kind: 'rest' }
  | { kind: 'usage' };
export type BareTold = { write: undefined; rest: undefined; usage: Usage };

const sockets = new Set<Duplex>();
const server = createServer();
server.on('upgrade', (_request, socket) => {
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
  sockets.add(socket);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => sockets.delete(socket));
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});

let timer: NodeJS.Timeout | undefined;

const WEB_SOCKET_HEAD_BYTES = 4;

const write = ({ framesPerWrite, bitsPerSecond }: Extract<BareAsk, { kind: 'write' }>): void => {
  const frames = groupOfPictures(bitsPerSecond).map((body) =>
    Buffer.concat([Buffer.alloc(WEB_SOCKET_HEAD_BYTES + STREAM_HEADER_BYTES), body]),
  );
  const startedMs = performance.now();
  let sent = 0;
  const tick = (): void => {
    while ((sent + framesPerWrite) * FRAME_MS <= performance.now() - startedMs) {
      const next = Array.from(
        { length: framesPerWrite },
        (_, i) => frames[(sent + i) % frames.length] ?? Buffer.alloc(0),
      );
      const [only = Buffer.alloc(0)] = next;
      const chunk = framesPerWrite === 1 ? only : Buffer.concat(next);
      for (const socket of sockets) socket.write(chunk);
      sent += framesPerWrite;
    }
  };
  timer = setInterval(tick, FRAME_MS / 2);
};

const bound = server.address();
serve<BareAsk>({ port: typeof bound === 'object' && bound !== null ? bound.port : 0 }, (ask) => {
  if (ask.kind === 'usage') return usage();
  clearInterval(timer);
  if (ask.kind === 'write') write(ask);
});
