// A slow line between a browser and a server on loopback: all connections to all of its ports share so many bytes a second each way, and
// each byte comes later. Chromium's own emulation gives every connection the whole line and leaves sockets out.
import { once } from 'node:events';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { HOST } from '../../integration/support/server.ts';

export type SlowLine = {
  /** Arguments of a Chromium whose connections to those ports go over the line. */
  readonly args: string[];
  /** Bytes that came from the server so far. */
  readonly carried: number;
  close: () => Promise<void>;
};

/** What one connection has to say: others have their turn after each piece. */
const PIECE_BYTES = 4096;

type Load = { rest: Buffer; readonly from: Socket; readonly to: Socket };

/** One direction. */
class Lane {
  readonly #bytesPerS: number;
  readonly #delayMs: number;
  readonly #waiting: Load[] = [];
  #freeAtMs = 0;
  #busy = false;
  carried = 0;

  constructor({ bytesPerS, delayMs }: LineSpeed) {
    this.#bytesPerS = bytesPerS;
    this.#delayMs = delayMs;
  }

  /** What `from` says reaches `to`; `from` is not read while something of it waits. */
  carry(from: Socket, to: Socket): void {
    from.on('data', (rest: Buffer) => {
      from.pause();
      this.#waiting.push({ rest, from, to });
      if (!this.#busy) this.#next();
    });
    from.on('end', () => setTimeout(() => to.end(), this.#delayMs + 1));
    from.on('error', () => to.destroy());
    from.on('close', () => setTimeout(() => to.destroy(), this.#delayMs + 1000));
  }

  #next(): void {
    const load = this.#waiting.shift();
    this.#busy = load !== undefined;
    if (load === undefined) return;
    const piece = load.rest.subarray(0, PIECE_BYTES);
    load.rest = load.rest.subarray(PIECE_BYTES);
    this.carried += piece.length;
    const nowMs = performance.now();
    this.#freeAtMs = Math.max(nowMs, this.#freeAtMs) + (piece.length / this.#bytesPerS) * 1000;
    setTimeout(() => {
      setTimeout(() => load.to.writable && load.to.write(piece), this.#delayMs);
      if (load.rest.length > 0) this.#waiting.push(load);
      else load.from.resume();
      this.#next();
    }, this.#freeAtMs - nowMs);
  }
}

/** `delayMs`: each way. */
export type LineSpeed = { readonly bytesPerS: number; readonly delayMs: number };

const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the line has no port');
  return address.port;
};

/** Before these ports of the server; `close` ends what goes over it. */
export const startSlowLine = async (ports: readonly number[], speed: LineSpeed): Promise<SlowLine> => {
  const [down, up] = [new Lane(speed), new Lane(speed)];
  const sockets = new Set<Socket>();
  const open = async (port: number): Promise<Server> => {
    const server = createServer({ noDelay: true }, (browser) => {
      const target = connect({ host: HOST, port, noDelay: true });
      for (const each of [browser, target]) {
        sockets.add(each);
        each.on('close', () => sockets.delete(each));
      }
      up.carry(browser, target);
      down.carry(target, browser);
    });
    await once(server.listen(0, HOST), 'listening');
    return server;
  };
  const servers = await Promise.all(ports.map(open));
  const rules = ports.map(
    (port, i) => `MAP ${HOST}:${port} ${HOST}:${servers[i] === undefined ? port : portOf(servers[i])}`,
  );
  return {
    args: [`--host-resolver-rules=${rules.join(',')}`],
    get carried() {
      return down.carried;
    },
    close: async () => {
      for (const each of sockets) each.destroy();
      for (const server of servers) server.close();
      await Promise.all(servers.map((server) => once(server, 'close')));
    },
  };
};
