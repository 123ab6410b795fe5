// A client of the web side that shares no code with the console: calls over HTTP, commands and pushes over the main channel.
import { once } from 'node:events';
import { HOST, type Account, type Server } from './server.ts';
import { type Waiting, until } from './until.ts';

export type Json = { readonly [key: string]: unknown };
export type Reply = { status: number; body: unknown };

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
export const asJson = (value: unknown): Json => {
  if (!isJson(value)) throw new Error(`no JSON object: ${JSON.stringify(value)}`);
  return value;
};
export const asList = (value: unknown): Json[] => {
  if (!Array.isArray(value)) throw new Error(`no JSON array: ${JSON.stringify(value)}`);
  return value.map(asJson);
};

const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const queryOf = (input: Json): string => {
  const said = new URLSearchParams();
  for (const [key, value] of Object.entries(input))
    if (value !== undefined) said.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  return `?${said.toString()}`;
};

/** The path with what its `{…}` stand for, as far as the input names it. */
const filled = (path: string, input: unknown): string =>
  path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = isJson(input) ? input[name] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? encodeURIComponent(value) : whole;
  });

/** One HTTP call with credentials in a basic header; without an account it comes as nobody. */
export const httpCall = async (
  port: number,
  method: string,
  path: string,
  { account, input }: { account?: Account | undefined; input?: unknown } = {},
): Promise<Reply> => {
  const query = method === 'GET' && isJson(input) ? queryOf(input) : '';
  const headers: Record<string, string> = {};
  if (account) headers['authorization'] = `Basic ${Buffer.from(`${account.user}:${account.hash}`).toString('base64')}`;
  if (method !== 'GET') headers['content-type'] = 'application/json';
  const response = await fetch(`http://${HOST}:${port}${filled(path, input)}${query}`, {
    method,
    headers,
    ...(method !== 'GET' && { body: JSON.stringify(input ?? {}) }),
  });
  return { status: response.status, body: bodyOf(await response.text()) };
};

/** One connection of the main channel. Every answer is kept; commands carry N, so that several may run at once. */
export class Channel {
  readonly pushes: Json[] = [];
  readonly lines: Json[] = [];
  closed = false;
  readonly socket: WebSocket;
  readonly #waiting: Waiting;
  #next = 1;

  private constructor(socket: WebSocket, waiting: Waiting) {
    this.socket = socket;
    this.#waiting = waiting;
    socket.addEventListener('message', ({ data }) => this.#hear(String(data)));
    socket.addEventListener('close', () => {
      this.closed = true;
    });
  }

  static async open(
    port: number,
    { path = '/', waiting = {} }: { path?: string; waiting?: Waiting } = {},
  ): Promise<Channel> {
    const socket = new WebSocket(`ws://${HOST}:${port}${path}`);
    const channel = new Channel(socket, waiting);
    await once(socket, 'open');
    return channel;
  }

  /** Opens and signs in. */
  static async signedIn(
    server: Server | Pick<Server, 'ports' | 'admin'>,
    account: Account = server.admin,
    waiting: Waiting = {},
  ): Promise<Channel> {
    const channel = await Channel.open(server.ports.command, { waiting });
    const [answer] = await channel.ask('Q02', { U: account.user, P: account.hash });
    if (answer?.['R'] !== '1') throw new Error(`sign-in refused: ${JSON.stringify(answer)}`);
    return channel;
  }

  /** Sends a command and gives its answers: one, or those of a list up to fin or a failure. */
  async ask(code: string, letters: Json = {}, batched = false): Promise<Json[]> {
    const number = this.#next;
    this.#next += 1;
    this.send(JSON.stringify({ M: code, N: number, ...letters }));
    return until(
      `the answer to ${code}`,
      () => {
        const own = this.lines.filter((line) => line['N'] === number);
        const last = own.at(-1);
        const over = last !== undefined && (!batched || last['R'] !== '1' || last['Z'] === 'fin');
        return over && own;
      },
      this.#waiting,
    );
  }

  /** The only answer of a command that must succeed. */
  async get(code: string, letters: Json = {}): Promise<Json> {
    const [answer] = await this.ask(code, letters);
    if (answer?.['R'] !== '1') throw new Error(`${code} refused: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** The rows of a list command, and its fin. */
  async list(code: string, letters: Json = {}): Promise<{ rows: Json[]; fin: Json; batches: number }> {
    const answers = await this.ask(code, letters, true);
    const fin = answers.at(-1);
    if (fin?.['R'] !== '1') throw new Error(`${code} refused: ${JSON.stringify(fin)}`);
    const batches = answers.slice(0, -1);
    return { rows: batches.flatMap((answer) => asList(answer['Z'])), fin, batches: batches.length };
  }

  send(text: string): void {
    this.socket.send(`${text}\n`);
  }

  close(): void {
    this.socket.close();
  }

  #hear(text: string): void {
    for (const line of text.split('\n').filter((each) => each !== '')) {
      const parsed = asJson(JSON.parse(line));
      if (typeof parsed['M'] === 'string' && parsed['M'].startsWith('P') && !('R' in parsed)) this.pushes.push(parsed);
      else this.lines.push(parsed);
    }
  }
}

/** The refused or unknown connections as the page 'Connect a recorder' shows them. */
export const refusals = async (server: Server): Promise<Json[]> => {
  const { body } = await httpCall(server.ports.http, 'GET', '/gkserver/connectrecorder', { account: server.admin });
  return asList(asJson(body)['refusals']);
};

/** The stored track between two device times in UTC ms. */
export const trackOf = async (
  port: number,
  account: Account,
  deviceid: string,
  startMs: number,
  endMs: number,
): Promise<Json[]> => {
  const input = { deviceid, start: Math.floor(startMs / 1000), end: Math.ceil(endMs / 1000) };
  const { body } = await httpCall(port, 'POST', '/api/gps', { account, input });
  return asList(body);
};
