// The script of an outgoing push: a request in words. First line the method and the address, then header lines, an empty line, the body.
// {fields} of the event stand anywhere behind the host. It is read, never run.

export const pushMethods = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'] as const;
export type PushRequest = { method: string; url: string; headers: Record<string, string>; body: string };

/** What of an event can stand in a script, as {name}. */
export const pushFields = [
  'deviceid',
  'vehicleid',
  'eventcode',
  'eventname',
  'message',
  'eventtime',
  'eventtimeutc',
  'latitude',
  'longitude',
  'speed',
  'serialno',
] as const;
export type PushField = (typeof pushFields)[number];
export type PushFacts = Readonly<Record<PushField, string>>;

export const MAX_PUSH_SCRIPT = 10_000;
const MAX_ADDRESS = 2000;
const MAX_HEADERS = 20;
const HEADER = /^([A-Za-z0-9-]{1,60}): ?([^\r\n]{0,1000})$/;
/** Others cannot stand in a header. */
const HEADER_VALUE = /^[\t\u0020-\u007E\u0080-\u00FF]*$/;
/** They say how the request itself is sent. */
const OWN_HEADERS = /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|x-outrider-.*)$/i;
const FIELD = new RegExp(`\\{(${pushFields.join('|')})\\}`, 'g');

const hostOf = (address: string, filler: string): string | undefined => {
  const filled = address.replaceAll(FIELD, filler);
  if (!/^https?:\/\/\S+$/i.test(filled) || !URL.canParse(filled)) return undefined;
  const { origin, username, password } = new URL(filled);
  return username === '' && password === '' ? origin : undefined;
};

/** The origin of the address; undefined for what is no address, or where a field would decide where the request goes. */
export const pushOrigin = (address: string): string | undefined => {
  const origin = hostOf(address, '1');
  return origin !== undefined && origin === hostOf(address, '2') ? origin : undefined;
};

const headersOf = (lines: readonly string[]): Record<string, string> | string => {
  if (lines.length > MAX_HEADERS) return 'At most 20 header lines.';
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = HEADER.exec(line) ?? [];
    if (name === '') return 'A header line is a name, a colon and a value; an empty line ends them.';
    if (!HEADER_VALUE.test(value)) return 'A header value has Western letters, digits and signs only.';
    if (OWN_HEADERS.test(name)) return 'A header of this name is set by the server.';
    headers[name.toLowerCase()] = value;
  }
  return headers;
};

/** The request with its fields still in it, or what is wrong with the script. */
export const readPushScript = (script: string): PushRequest | string => {
  const lines = script.replaceAll('\r\n', '\n').split('\n');
  const [, method = '', url = ''] = /^([A-Z]+) +(\S+)$/.exec(lines[0]?.trim() ?? '') ?? [];
  if (!pushMethods.some((known) => known === method)) return 'The first line is a method like POST and an address.';
  if (url.length > MAX_ADDRESS || pushOrigin(url) === undefined)
    return 'The address begins with https:// or http:// and a host without fields, user or password.';
  const end = lines.indexOf('', 1);
  const headers = headersOf(lines.slice(1, end < 0 ? undefined : end));
  if (typeof headers === 'string') return headers;
  return { method, url, headers, body: end < 0 ? '' : lines.slice(end + 1).join('\n') };
};

const plain = (text: string): string => text;
const asHeader = (text: string): string => text.replaceAll(/[^\t\u0020-\u007E]/g, '?');
const insideJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const bodyEscape = ({ headers, body }: PushRequest): ((text: string) => string) => {
  const type = headers['content-type'] ?? '';
  if (/urlencoded/i.test(type)) return encodeURIComponent;
  return /json/i.test(type) || /^\s*[[{]/.test(body) ? insideJson : plain;
};

/** The request of one event: each fact as it may stand where its field stands. */
export const filledPush = (request: PushRequest, facts: PushFacts): PushRequest => {
  const fill = (text: string, escape: (fact: string) => string): string =>
    text.replaceAll(FIELD, (_whole, name: PushField) => escape(facts[name]));
  const headers = Object.entries(request.headers).map(([name, value]) => [name, fill(value, asHeader)]);
  return {
    method: request.method,
    url: fill(request.url, encodeURIComponent),
    headers: Object.fromEntries(headers),
    body: fill(request.body, bodyEscape(request)),
  };
};
