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
  /** What it has, with all that it knows of each. */
  rules: Json[] = [{ id: 'RuleSpeedingId', name: 'Speeding', comment: 'x' }];
  devices: Json[] = [
    { id: 'b1', name: 'Truck 1', serialNumber: 'G90000000001', comment: 'x' },
    { id: 'b2', name: 'Truck 2', serialNumber: 'G90000000002', comment: 'x' },
  ];
  /** False: it is of a release that answers with everything, whatever is asked for. */
  selects = true;
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
    const found = params['typeName'] === 'Rule' ? this.rules : this.devices;
    const selector = params['propertySelector'];
    if (!this.selects || selector === undefined) return { result: found };
    return { result: found.map((each) => selected(each, asJson(selector))) };
  }
}

/** With the fields that a propertySelector names, as they are documented: with a capital. */
const selected = (entity: Json, selector: Json): Json => {
  const names = new Set(Array.isArray(selector['fields']) ? selector['fields'] : []);
  const isNamed = (key: string): boolean => names.has(key.slice(0, 1).toUpperCase() + key.slice(1));
  return Object.fromEntries(Object.entries(entity).filter(([key]) => isNamed(key) === selector['isIncluded']));
};

const refusal = (message: string): object => ({
  error: { message, errors: [{ name: 'InvalidUserException', message }] },
});
