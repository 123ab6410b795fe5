// Knocks at anything that can be asked for (App.doors), as anybody or nobody, and says what was answered.
import { request } from 'node:http';
import { calls, commands } from '@outrider/contract';
import { Channel, httpCall, type Json } from './operator.ts';
import { type Account, HOST, type Server } from './server.ts';
import { until } from './until.ts';
import { Viewer } from './viewer.ts';

/** `status` as HTTP has it; for a command its R, '1' as 200. `words`: all that was said, for who compares answers. */
export type Answer = { status: number; words: string };

export type Visitor = {
  /** Nobody when it is left out. */
  account?: Account;
  /** The account's main channel, signed in; without an account one that is not. */
  channel: Channel;
};

/** `ask`: in place of what the contract's example says. */
export type Asked = { name: string; device?: string; ask?: Json };

const SPAN = { spbtime: '1790000000', duration: '60' };
const SOCKET_QUERIES: Readonly<Record<string, Record<string, string>>> = {
  live: { channel: '1' },
  talk: {},
  lopb: { channel: '1', streamid: '1', ...SPAN },
  repb: { channel: '1', streamid: '1', ...SPAN },
  repbgps: { streamid: '1' },
};
const DEVICE = '13800000101';

const basic = ({ user, hash }: Account): string => `Basic ${Buffer.from(`${user}:${hash}`).toString('base64')}`;

const fetched = async (port: number, path: string, account?: Account): Promise<Answer> => {
  const headers = { ...(account && { authorization: basic(account) }), accept: 'text/html' };
  const response = await fetch(`http://${HOST}:${port}${path}`, { headers });
  return { status: response.status, words: await response.text() };
};

/** What an upgrade is refused with. */
const refusedUpgrade = (port: number, path: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const asked = request({ host: HOST, port, path, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, words: Buffer.concat(parts).toString('utf8') }),
      );
    });
    asked.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve({ status: 101, words: '' });
    });
    asked.on('error', reject);
    asked.end();
  });

const withAccount = (query: Record<string, string>, account?: Account): string =>
  new URLSearchParams({ ...query, ...(account && { user: account.user, password: account.hash }) }).toString();

/** Of these the open socket says why it is refused, in a state message. */
const TOLD_ON_SOCKET: ReadonlySet<string> = new Set(['lopb', 'repb']);

const openSocket = async (server: Server, name: string, account: Account | undefined, deviceid: string) => {
  const port = server.ports.stream;
  if (name === 'event.cgi') return refusedUpgrade(port, `/event.cgi?${withAccount({}, account)}`);
  const type = name.slice('ws.cgi '.length);
  const query = { type, deviceid, ...SOCKET_QUERIES[type] };
  const answer = await refusedUpgrade(port, `/ws.cgi?${withAccount(query, account)}`);
  if (answer.status !== 101 || account === undefined || !TOLD_ON_SOCKET.has(type)) return answer;
  const viewer = await Viewer.ask(port, account, query);
  const state = await until(`the first state of ${type}`, () => viewer.states[0]);
  viewer.close();
  return { status: 101, words: JSON.stringify([state['state'], state['message']]) };
};

const inputOf = (example: unknown, { device: deviceAt, ask }: Asked, deviceid: string): Json => ({
  ...(typeof example === 'object' && example !== null ? example : {}),
  username: undefined,
  password: undefined,
  ...(deviceAt !== undefined && { [deviceAt]: deviceid }),
  ...ask,
});

/** Asks for one door; `deviceid` goes where the door wants a device. */
export const knock = async (
  server: Server,
  door: Asked,
  { account, channel }: Visitor,
  deviceid = DEVICE,
): Promise<Answer> => {
  const { name, ask } = door;
  const { http, stream } = server.ports;
  if (name === 'pic.cgi' || name === 'facephoto.cgi')
    return fetched(stream, `/${name}?${withAccount({ type: 'face', id: 'f'.repeat(32), t: 'x' }, account)}`);
  if (name === 'pic.cgi snap') {
    const query = { type: 'snap', t: '0', deviceid, ch: '1' };
    return fetched(stream, `/pic.cgi?${withAccount(query, account)}`);
  }
  if (name === 'fw.cgi') return fetched(stream, `/fw.cgi?${withAccount({ id: 'f'.repeat(32) }, account)}`);
  if (name.endsWith('.cgi') || name.startsWith('ws.cgi')) return openSocket(server, name, account, deviceid);
  if (name.startsWith('web.cgi ')) {
    const query = { type: name.slice(8), deviceid, ch: '1', id: String(ask?.['id'] ?? 1), ...SPAN };
    return fetched(stream, `/web.cgi?${withAccount(query, account)}`);
  }
  const command = commands.find(({ code }) => code === name);
  if (command !== undefined) {
    const lines = await channel.ask(
      name,
      inputOf(command.example.input, door, deviceid),
      command.batched && account !== undefined,
    );
    const result = String(lines.at(-1)?.['R']);
    return {
      status: result === '1' ? 200 : Number(result),
      words: JSON.stringify(lines.map(({ M: _m, N: _n, ...said }) => said)),
    };
  }
  const call = calls.find(({ method, path }) => `${method} ${path}` === name);
  if (call !== undefined) {
    const input = inputOf(call.example.input, door, deviceid);
    const path = call.path.replace('{username}', account?.user ?? 'admin');
    const { status, body } = await httpCall(http, call.method, path, { account, input });
    return { status, words: JSON.stringify(body) };
  }
  const path = name
    .slice('GET '.length)
    .replace(/^\/\*$/, '/index.html')
    .replace('*', 'x')
    .replaceAll(/:[a-z]+/g, '1');
  return fetched(http, path, account);
};
