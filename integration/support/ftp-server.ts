// An FTP server as recorders upload to it: one user, passive mode, files in memory. It can hold back the end of a file.
import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { HOST } from './server.ts';

const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return (address satisfies AddressInfo).port;
};

type Arrived = { bytes: Buffer; ms: number };

export class FtpServer {
  readonly files = new Map<string, Buffer>();
  /** Commands as they came. */
  readonly said: string[] = [];
  /** By name, how long its bytes took to come, from the first to the last. */
  readonly lasted = new Map<string, number>();
  /** Files that come now, and the most that ever did. */
  arriving = 0;
  mostAtOnce = 0;
  /** Logins are refused while it is so. */
  refusing = false;
  /** The end of each file is answered when it is released. */
  held: PromiseWithResolvers<void> | null = null;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #lines = new Set<Server>();

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => this.#serve(socket));
  }

  static async start(): Promise<FtpServer> {
    const server = createServer();
    const ftp = new FtpServer(server);
    await once(server.listen(0, HOST), 'listening');
    return ftp;
  }

  get port(): number {
    return portOf(this.#server);
  }

  hold(): void {
    this.held = Promise.withResolvers<void>();
  }

  release(): void {
    this.held?.resolve();
    this.held = null;
  }

  close(): void {
    this.release();
    for (const socket of this.#sockets) socket.destroy();
    for (const server of [this.#server, ...this.#lines]) server.close();
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    let incoming: Promise<Arrived> = Promise.resolve({ bytes: Buffer.alloc(0), ms: 0 });
    let folder = '';
    let renamed = '';
    const placeOf = (name: string): string => (name.startsWith('/') || folder === '' ? name : `${folder}/${name}`);
    const tell = (text: string): void => void socket.write(`${text}\r\n`);
    const run = async (line: string): Promise<void> => {
      this.said.push(line);
      const [verb = '', ...rest] = line.split(' ');
      if (verb === 'USER') tell('331 Password');
      else if (verb === 'PASS') tell(rest.join(' ') === 'secret' && !this.refusing ? '230 In' : '530 No');
      else if (verb === 'PWD') tell(`257 "/${folder}"`);
      else if (verb === 'CWD' || verb === 'MKD') {
        if (verb === 'CWD') folder = placeOf(rest.join(' ')).replace(/^\//, '');
        tell(verb === 'CWD' ? '250 There' : '257 Made');
      } else if (verb === 'RNFR') {
        renamed = placeOf(rest.join(' '));
        tell('350 To what');
      } else if (verb === 'RNTO') {
        this.#rename(renamed, placeOf(rest.join(' ')));
        tell('250 Renamed');
      } else if (verb === 'EPSV' || verb === 'FEAT') tell('502 Not here');
      else if (verb === 'PASV') {
        const { port, file } = await this.#line();
        incoming = file;
        tell(`227 Passive (127,0,0,1,${port >> 8},${port & 0xff})`);
      } else if (verb === 'STOR') {
        tell('150 Send');
        const { bytes, ms } = await incoming;
        await this.held?.promise;
        this.files.set(placeOf(rest.join(' ')), bytes);
        this.lasted.set(placeOf(rest.join(' ')), ms);
        tell('226 Stored');
      } else tell(verb === 'QUIT' ? '221 Bye' : '200 Yes');
    };
    let text = '';
    let turn = Promise.resolve();
    socket.on('error', () => undefined).setEncoding('utf8');
    socket.on('data', (more: string) => {
      text += more;
      const lines = text.split('\r\n');
      text = lines.pop() ?? '';
      for (const line of lines) turn = turn.then(() => run(line));
    });
    tell('220 Here');
  }

  #rename(from: string, to: string): void {
    for (const each of [this.files, this.lasted] as const) {
      const map: Map<string, unknown> = each;
      map.set(to, map.get(from));
      map.delete(from);
    }
  }

  /** One data connection, and what comes on it. */
  async #line(): Promise<{ port: number; file: Promise<Arrived> }> {
    const server = createServer();
    this.#lines.add(server);
    const file = new Promise<Arrived>((resolve) => {
      server.once('connection', (socket) => {
        this.#sockets.add(socket);
        const parts: Buffer[] = [];
        let firstMs = 0;
        let lastMs = 0;
        this.arriving += 1;
        this.mostAtOnce = Math.max(this.mostAtOnce, this.arriving);
        socket
          .on('error', () => undefined)
          .on('data', (part) => {
            lastMs = performance.now();
            if (parts.length === 0) firstMs = lastMs;
            parts.push(Buffer.from(part));
          });
        socket.on('close', () => {
          server.close();
          this.arriving -= 1;
          resolve({ bytes: Buffer.concat(parts), ms: lastMs - firstMs });
        });
      });
    });
    await once(server.listen(0, HOST), 'listening');
    return { port: portOf(server), file };
  }
}
