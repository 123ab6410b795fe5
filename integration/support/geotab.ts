// A server that speaks as MyGeotab does: one account, its rules and devices. What it was asked is kept.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { asJson, type Json } from './operator.ts';
import { HOST } from './server.ts';

export const GEO_USER = 'fleet@example.com';
export const GEO_PASSWORD = 'Geo-Secret-1';

export class Geotab {
  readonly asked: Json[] = [];
  /** What Get is refused with, so often. */
  refusals: string[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (part: string) => (text += part));
      request.on('end', () => {
        const asked = asJson(JSON.parse(text));
        this.asked.push(asked);
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(this.#answer(String(asked['method']), asJson(asked['params']))));
      });
    });
  }

  static async start(): Promise<Geotab> {
    const server = createServer();
    const geotab = new Geotab(server);
    await once(server.listen(0, HOST), 'listening');
    return geotab;
  }

  get address(): string {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port
    return `http://${HOST}:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(method: string, params: Json): object {
    if (method === 'Authenticate') {
      if (params['userName'] !== GEO_USER || params['password'] !== GEO_PASSWORD)
        return refusal('Incorrect login credentials');
      const credentials = { userName: GEO_USER, sessionId: `session-${this.asked.length}`, database: 'fleet' };
      return { result: { credentials, path: 'ThisServer' } };
    }
    const refused = this.refusals.shift();
    if (refused !== undefined) return refusal(refused);
    return {
      result:
        params['typeName'] === 'Rule'
          ? [{ id: 'RuleSpeedingId', name: 'Speeding', comment: 'x' }]
          : [
              { id: 'b1', name: 'Truck 1', serialNumber: 'G90000000001' },
              { id: 'b2', name: 'Truck 2', serialNumber: 'G90000000002' },
            ],
    };
  }
}

const refusal = (message: string): object => ({
  error: { message, errors: [{ name: 'InvalidUserException', message }] },
});
