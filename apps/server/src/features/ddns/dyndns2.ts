// One request of the dyndns2 protocol, as dyn.com published it and NO-IP and others speak it: GET /nic/update with Basic authentication.
import { type DdnsChoice, NO_IP_SERVER } from '@outrider/contract';
import { boundedText } from './bounded-text.ts';

const TIMEOUT_MS = 15_000;
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
): Promise<Told> => {
  const asked = new URL(url);
  if (address !== '') asked.searchParams.set('myip', address);
  const response = await fetch(asked, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${pass}`).toString('base64')}`,
      'user-agent': 'Outrider/0.1 ddns',
    },
  });
  const text = (await boundedText(response, MOST_ANSWER)).split(/\r?\n/, 1).join('').trim();
  const answer = text === '' ? `HTTP ${response.status}` : text;
  const isRefusal = response.status === 401 || response.status === 403;
  return { answer, final: FINAL.test(answer) || isRefusal, good: /^(good|nochg)\b/.test(answer) };
};
