// One request of the dyndns2 protocol, as dyn.com published it and NO-IP and others speak it: GET /nic/update with Basic authentication.
import { type DdnsChoice, NO_IP_SERVER } from '@outrider/contract';
import { type SendingOut, sendOut } from '../../kernel/web/outgoing-request.ts';

const MOST_ANSWER = 200;

/** Answers after which asking again would be held against the account. */
const FINAL = /^(badauth|abuse|nohost|notfqdn|numhost|badagent|!donator|!yours|badsys)\b/;

export type Update = { url: URL; hostname: string };

/** Null: no name is known that could be set. `ownName`: what this server calls itself. */
export const updateOf = ({ type, server }: Pick<DdnsChoice, 'type' | 'server'>, ownName: string): Update | null => {
  const named = server === '' && type === 1 ? NO_IP_SERVER : server;
  const address = /^https?:/.test(named) ? named : `https://${named}`;
  if (named === '' || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.pathname === '/') url.pathname = '/nic/update';
  const hostname =
    url.searchParams.get('hostname') ?? (/[a-z]/i.test(ownName) && !ownName.includes(':') ? ownName : '');
  if (hostname === '') return null;
  url.searchParams.set('hostname', hostname);
  return { url, hostname };
};

export type Told = { answer: string; final: boolean; good: boolean };

/** `address` empty: the service takes the one it is asked from. Rejects when there is no answer. */
export const tellDyndns2 = async (
  { url }: Update,
  { user, pass }: Pick<DdnsChoice, 'user' | 'pass'>,
  address: string,
  around: SendingOut,
): Promise<Told> => {
  const asked = new URL(url);
  if (address !== '') asked.searchParams.set('myip', address);
  const authorization = `Basic ${Buffer.from(`${user}:${pass}`).toString('base64')}`;
  const headers = { authorization, 'user-agent': 'Outrider ddns' };
  const { status, text } = await sendOut({ method: 'GET', url: asked.href, headers, body: '' }, around);
  const line = text.split(/\r?\n/, 1).join('').trim().slice(0, MOST_ANSWER);
  const answer = line === '' ? `HTTP ${status}` : line;
  const isRefusal = status === 401 || status === 403;
  return { answer, final: FINAL.test(answer) || isRefusal, good: /^(good|nochg)\b/.test(answer) };
};
