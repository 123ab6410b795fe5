// How many connections of browsers one address may hold on all web ports together, and all addresses. One too many is told so and
// closed; a flood of them is cut without words.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { addressGroup, createProxyCheck } from './client-address.ts';

export interface ConnectionGate {
  /** Counts the connections of a server from now on. */
  guard(server: Server): void;
  /** Whether this came on a connection too many: answer it with REFUSAL, and nothing else. */
  refuses(request: IncomingMessage): boolean;
  metrics(): Record<string, number>;
}

export const REFUSAL = 'Too many connections from this address.';
const MAX_IN_ALL = 20_000;
/** So many too many are answered at a time; the others are cut. */
const ANSWERED = 50;
const RETRY_SECONDS = '10';

const nameOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Trusted proxies speak for many addresses and are not counted. */
export const createConnectionGate = (
  perAddress: number,
  trustedProxies: readonly string[],
  inAll = MAX_IN_ALL,
): ConnectionGate => {
  const isProxy = createProxyCheck(trustedProxies);
  const counts = new Map<string, number>();
  const tooMany = new Set<string>();
  let open = 0;
  let refused = 0;
  const count = (group: string, more: 1 | -1): number => {
    const now = (counts.get(group) ?? 0) + more;
    open += more;
    if (now > 0) counts.set(group, now);
    else counts.delete(group);
    return now;
  };
  const take = (socket: Socket): void => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const group = addressGroup(remoteAddress);
    const name = nameOf(socket);
    const own = count(group, 1);
    socket.once('close', () => {
      count(group, -1);
      tooMany.delete(name);
    });
    if (own <= perAddress && open <= inAll) return;
    refused += 1;
    if (tooMany.size < ANSWERED) tooMany.add(name);
    else socket.destroy();
  };
  return {
    guard: (server) => void server.on('connection', take),
    refuses: ({ socket }) => tooMany.size > 0 && tooMany.has(nameOf(socket)),
    metrics: () => ({ web_connections: open, web_connections_refused_total: refused }),
  };
};

const answerRefusal = (response: ServerResponse): void => {
  const body = JSON.stringify({ hasError: 1, message: REFUSAL, code: 'limit_reached' });
  const headers = {
    connection: 'close',
    'retry-after': RETRY_SECONDS,
    'content-type': 'application/json; charset=utf-8',
  };
  response.writeHead(503, headers).end(body);
};

/** The listener of requests behind the gate. */
export const behindGate =
  (gate: ConnectionGate, listener: RequestListener): RequestListener =>
  (request, response) => {
    if (gate.refuses(request)) answerRefusal(response);
    else listener(request, response);
  };
