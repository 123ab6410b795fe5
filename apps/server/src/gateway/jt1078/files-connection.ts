// The port for active-safety files (0x1210 to 0x1212). No alarm asks for files yet: what comes is read, refused and reported.
import type { Socket } from 'node:net';
import { AttachmentSplitter } from '@outrider/jt808';
import { plainAddress } from '../jt808/transport.ts';
import type { RefusalLog } from '../ports.ts';

const FIRST_BYTES_MS = 30_000;

export const refuseFiles = (socket: Socket, refusals: RefusalLog): void => {
  const splitter = new AttachmentSplitter();
  const report = (reason: string, detail: string, terminal: string, bytes: Uint8Array): void => {
    refusals.add({
      transport: 'tcp',
      port: socket.localPort ?? 0,
      address: plainAddress(socket.remoteAddress),
      terminal,
      reason,
      detail,
      bytes: bytes.slice(0, 64),
    });
    socket.destroy();
  };
  socket.setTimeout(FIRST_BYTES_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    for (const event of splitter.push(chunk)) {
      if (event.kind === 'broken') report('not an active-safety upload', event.reason, '', chunk);
      if (event.kind === 'chunk') report('file nobody asked for', event.name, '', chunk);
      if (event.kind === 'frame') {
        const { messageId, phone } = event.header;
        report('file nobody asked for', `message 0x${messageId.toString(16).padStart(4, '0')}`, phone, chunk);
      }
    }
    if (splitter.pendingBytes > 64 * 1024) report('not an active-safety upload', 'no frame in 64 KiB', '', chunk);
  });
};
