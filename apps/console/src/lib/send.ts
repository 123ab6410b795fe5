// HTTP calls of the contract: encodes the input, checks the reply, turns every failure into an AppError, tells refusals. Nothing else
// fetches but send-elsewhere.ts.
import { AppError, ChangedError, changed, errorCodes, isErrorCode, readPlainJson } from '@outrider/contract';
import type { Call, ErrorCode, InputOf, ReplyOf } from '@outrider/contract';
import { encoded } from './encoded.ts';
import { tellAnswer, tellRefusal } from './refusals.ts';
import { sessionHeader } from './session-token.ts';
import { t } from './i18n.ts';

const codeOf = (status: number): ErrorCode => {
  for (const [code, row] of Object.entries(errorCodes)) if (row.status === status && isErrorCode(code)) return code;
  return status >= 500 ? 'unavailable' : 'invalid';
};

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** Fills `{name}` of the path from the input and gives what is left. */
const fillPath = (path: string, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } => {
  const rest = { ...input };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { path: filled, rest };
};

const query = (values: Record<string, unknown>): string => {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs.map(([k, v]) => [k, String(v)])).toString()}`;
};

const fetched = async (url: string, options: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, options);
  } catch (cause) {
    if (options.signal?.aborted === true) throw cause;
    throw new AppError('unavailable', t('The server cannot be reached'), { cause });
  }
};

const bodyOf = async (response: Response): Promise<unknown> => {
  try {
    return readPlainJson(await response.text());
  } catch (cause) {
    throw new AppError(
      response.ok ? 'internal' : codeOf(response.status),
      t('The server answered something unreadable'),
      {
        cause,
      },
    );
  }
};

/** What the server says against it; undefined for a reply. The documents' pages take any `hasError` that is not empty: 1, true, a word. */
const refusalIn = (response: Response, body: unknown): AppError | undefined => {
  const { hasError, message, err, code, changed: found } = record(body);
  if (response.ok && !hasError) return undefined;
  const change = changed.safeParse(found);
  if (change.success) return new ChangedError(change.data);
  const text =
    [message, err].find((each): each is string => typeof each === 'string' && each !== '') ??
    t('The server refused this ({status})', { status: response.status });
  const named = typeof code === 'string' && isErrorCode(code) ? code : codeOf(response.status);
  return new AppError(response.ok && named === 'unavailable' ? 'invalid' : named, text);
};

type Asked = Parameters<typeof tellRefusal>[0];
const askedOf = ({ method, path, audit }: Call): Asked => ({ name: `${method} ${path}`, reads: audit === 'reads' });

const refuse = (asked: Asked, response: Response, body: unknown): void => {
  const error = refusalIn(response, body);
  if (error === undefined) return tellAnswer(asked);
  tellRefusal(asked, error);
  throw error;
};

/** Somebody else than who signed in here; `password` is the hash. */
export type Account = { readonly user: string; readonly password: string };

const basicHeader = ({ user, password }: Account): Record<string, string> => {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return { Authorization: `Basic ${btoa(String.fromCodePoint(...bytes))}` };
};

type Sending = { signal?: AbortSignal | undefined; account?: Account };

const request = async (call: Call, input: unknown, { signal, account }: Sending): Promise<Response> => {
  const wire = record(encoded(call.input, input));
  const { path, rest } = fillPath(call.path, wire);
  const reads = call.method === 'GET';
  return fetched(reads ? path + query(rest) : path, {
    method: call.method,
    credentials: 'same-origin',
    headers: {
      ...(account === undefined ? sessionHeader() : basicHeader(account)),
      ...(reads ? {} : { 'Content-Type': call.text === true ? 'text/plain' : 'application/json' }),
    },
    ...(reads ? {} : { body: JSON.stringify(rest) }),
    ...(signal === undefined ? {} : { signal }),
  });
};

/**
 * Sends one call and gives its reply in the form used inside (km/h, UTC ms, booleans).
 * Throws AppError: the server's own words where it gave some, 'unavailable' when it cannot be reached; ChangedError for a save over what
 * somebody else changed; 'invalid' for what may not be sent at all.
 */
export const send = async <C extends Call>(call: C, input: InputOf<C>, signal?: AbortSignal): Promise<ReplyOf<C>> =>
  replyIn(call, await request(call, input, { signal }));

/** The same for an account that is named with each call: in a header, so that it stands in no address. */
export const sendAs = async <C extends Call>(
  account: Account,
  call: C,
  input: InputOf<C>,
  signal?: AbortSignal,
): Promise<ReplyOf<C>> => replyIn(call, await request(call, input, { signal, account }));

/** Sends bytes as the body of a call that takes a file; its other fields stand in the path and the query. Throws AppError as `send` does. */
export const sendBytes = async <C extends Call>(call: C, input: InputOf<C>, bytes: Blob): Promise<ReplyOf<C>> => {
  const { path, rest } = fillPath(call.path, record(encoded(call.input, input)));
  const response = await fetched(path + query(rest), {
    method: call.method,
    credentials: 'same-origin',
    headers: { ...sessionHeader(), 'Content-Type': 'application/octet-stream' },
    body: bytes,
  });
  return replyIn(call, response);
};

/** The file that a call with `file` answers. Throws AppError as `send` does. */
export const sendForFile = async <C extends Call>(call: C, input: InputOf<C>): Promise<Blob> => {
  const response = await request(call, input, {});
  if (response.ok && response.headers.has('content-disposition')) {
    tellAnswer(askedOf(call));
    return response.blob();
  }
  refuse(askedOf(call), response, await bodyOf(response));
  throw new AppError('internal', t('The server answered something unexpected'));
};

/** `hasError` as the contract has it, where a reply says false or nothing in its place. */
const withOutcome = (body: unknown): unknown => {
  const { hasError } = record(body);
  return hasError === undefined || hasError === 0 ? body : { ...record(body), hasError: 0 };
};

const replyIn = async <C extends Call>(call: C, response: Response): Promise<ReplyOf<C>> => {
  const body = await bodyOf(response);
  refuse(askedOf(call), response, body);
  const reply = call.reply.safeDecode(withOutcome(body));
  if (!reply.success)
    throw new AppError('internal', t('The server answered something unexpected'), { cause: reply.error });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of this very call made it; the generic cannot see that
  return reply.data as ReplyOf<C>;
};

const decoded = async <T>(asked: Asked, response: Response, decode: (body: unknown) => T): Promise<T> => {
  const body = await bodyOf(response);
  refuse(asked, response, body);
  try {
    return decode(body);
  } catch (cause) {
    throw new AppError('internal', t('The server answered something unexpected'), { cause });
  }
};

/**
 * Asks a path that is no call of the contract, by GET; `decode` takes the answer and throws for one it does not know. Throws AppError
 * as `send` does.
 */
export const askPath = async <T>(
  path: string,
  values: Record<string, unknown>,
  decode: (body: unknown) => T,
  signal?: AbortSignal,
): Promise<T> => {
  const headers = sessionHeader();
  const options = { method: 'GET', credentials: 'same-origin', headers } as const;
  const response = await fetched(path + query(values), { ...options, ...(signal === undefined ? {} : { signal }) });
  return decoded({ name: `GET ${path}`, reads: true }, response, decode);
};

/** The same by POST, with the values in the body: for what must not stand in an address. */
export const postPath = async <T>(
  path: string,
  values: Record<string, unknown>,
  decode: (body: unknown) => T,
): Promise<T> => {
  const headers = { ...sessionHeader(), 'Content-Type': 'application/json' };
  const body = JSON.stringify(values);
  const response = await fetched(path, { method: 'POST', credentials: 'same-origin', headers, body });
  return decoded({ name: `POST ${path}`, reads: false }, response, decode);
};

/** Has the browser fetch a file of the server and save it; the session's cookie goes along. */
export const saveFile = (path: string, values: Record<string, unknown>, name: string): void => {
  const link = document.createElement('a');
  link.href = path + query(values);
  link.download = name;
  link.click();
};

const BRACKET = '['.codePointAt(0);

/** Sends a call whose reply is a long list, and gives the list as it came: a worker reads it. Throws as `send` does. */
export const sendForBytes = async <C extends Call>(
  call: C,
  input: InputOf<C>,
  signal?: AbortSignal,
): Promise<ArrayBuffer> => {
  const response = await request(call, input, { signal });
  const bytes = await response.arrayBuffer();
  // What is no list is hasError and message.
  if (!response.ok || new Uint8Array(bytes, 0, Math.min(1, bytes.byteLength))[0] !== BRACKET)
    refuse(askedOf(call), response, await bodyOf(new Response(bytes, { status: response.status })));
  return bytes;
};

/** Whether the server has a script at this path: not where there is none or something else. Throws AppError when it cannot be reached. */
export const hasScript = async (path: string): Promise<boolean> => {
  const { ok, status, headers } = await fetched(path, { method: 'HEAD', cache: 'no-store' });
  if (!ok && status !== 404) throw new AppError(codeOf(status), t('The server refused this ({status})', { status }));
  return ok && /javascript/.test(headers.get('content-type') ?? '');
};

/** Whether a file of the server may be read. Throws AppError where it is not there or not for this user. */
export const checkFile = async (path: string, signal?: AbortSignal): Promise<void> => {
  const options = { method: 'HEAD', credentials: 'same-origin' } as const;
  const { ok, status } = await fetched(path, { ...options, ...(signal === undefined ? {} : { signal }) });
  if (status === 404) throw new AppError('not_found', t('This file is not there any more. Make it again.'));
  if (!ok) throw new AppError(codeOf(status), t('The server refused this ({status})', { status }));
};
