// Another program that takes requests: keeps what came, and answers what it is told to.
import { once } from 'node:events';
import { type IncomingHttpHeaders, createServer, type Server } from 'node:http';
import { type Ended, afterwards } from './cleanup.ts';
import { HOST } from './server.ts';

export type CaughtRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

export class HttpSink {
  readonly requests: CaughtRequest[] = [];
  status = 200;
  answer = '';
  /** Of the answer. */
  headers: Record<string, string> = {};
  readonly #server: Server;
  #port = 0;

  private constructor() {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method = '', url: path = '', headers } = request;
        if (method !== 'OPTIONS') this.requests.push({ method, path, headers, body: Buffer.concat(parts).toString() });
        response.writeHead(method === 'OPTIONS' ? 204 : this.status, this.headers).end(this.answer);
      });
    });
  }

  static async start(t: Ended, port = 0): Promise<HttpSink> {
    const sink = new HttpSink();
    await once(sink.#server.listen(port, HOST), 'listening');
    const address = sink.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    sink.#port = address.port;
    afterwards(t, () => sink.close());
    return sink;
  }

  get port(): number {
    return this.#port;
  }

  get origin(): string {
    return `http://${HOST}:${this.#port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
