// Reads what a server sends over a WebSocket, on a bare socket: as little work per viewer as can be, so that many fit one process.
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** Opens `path` on loopback and resolves when the server agreed; rejects with its status line otherwise. `rest` came right behind it. */
export const openWebSocket = (port: number, path: string): Promise<{ socket: Socket; rest: Buffer }> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let head = Buffer.alloc(0);
    const key = randomBytes(16).toString('base64');
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
    const hear = (bytes: Buffer): void => {
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      socket.off('data', hear);
      if (head.toString('latin1', 0, 12) === 'HTTP/1.1 101') resolve({ socket, rest: head.subarray(end + 4) });
      else {
        socket.destroy();
        reject(new Error(`the stream was refused: ${head.toString('latin1').replaceAll('\r\n', ' ')}`));
      }
    };
    socket.on('data', hear);
    socket.on('error', reject);
  });

const BINARY_FINAL = 0x82;

/** Cuts what comes from a server into messages; calls `found` with the payload of each binary one, a view. */
export class MessageCutter {
  private held: Buffer = Buffer.alloc(0);
  private readonly found: (payload: Uint8Array) => void;

  constructor(found: (payload: Uint8Array) => void) {
    this.found = found;
  }

  push(bytes: Buffer): void {
    this.held = this.held.length === 0 ? bytes : Buffer.concat([this.held, bytes]);
    for (;;) {
      const short = this.held[1];
      if (short === undefined) return;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (this.held.length < head) return;
      const length =
        short < 126 ? short : short === 126 ? this.held.readUInt16BE(2) : Number(this.held.readBigUInt64BE(2));
      if (this.held.length < head + length) return;
      if (this.held[0] === BINARY_FINAL) this.found(this.held.subarray(head, head + length));
      this.held = this.held.subarray(head + length);
    }
  }
}
