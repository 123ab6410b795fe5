// web.cgi: one path whose query says by `type` what is wanted, on the main port and on the stream port alike. Authenticates, checks the
// right, runs the handler of the type, answers with JSON, a file or a page. Knows no type by name. Beside it files with paths of their own.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Audit, type ErrorCode, errorCodes, type Requirement } from '@outrider/contract';
import type { z } from 'zod';
import type { Caller } from '../access/access.ts';
import { type AuditTrail, followRequests } from '../access/audit.ts';
import { assertMay } from '../access/authorise.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { assertJsonBounds } from './bounded-json.ts';
import { PAGE_POLICY } from './html-page.ts';
import { disposition, sendFile, type SentFile } from './send-file.ts';

/** A file that is no larger than a few hundred kilobytes and stands on no disk. */
export type SmallFile = { bytes: Uint8Array; name: string; type: string };
/** `page`: a whole page of html-page.ts. */
export type CgiAnswer = { json: unknown } | { file: SentFile } | { small: SmallFile } | { page: string };
/** `run` takes the raw query and rejects with AppError for expected failures. */
export type CgiHandler = {
  type: string;
  /** People open it in a browser: a failure is a page too, in these words where there are some. */
  page?: (code: ErrorCode, message: string, query: Record<string, string>) => string;
  right: Requirement;
  /** It is asked by POST, with its fields in the body, and leaves a row in the access log. */
  changes?: { input: z.ZodType; audit: Audit };
  /** It may be asked by POST as well. */
  posts?: true;
  run(caller: Caller, query: Record<string, string>): Promise<CgiAnswer>;
};

/**
 * A file behind a path of its own, for clients that have no session: `find` decides by the query, or asks for the caller, which rejects for
 * nobody. It rejects with AppError as handlers do. `isLook`: a HEAD, which is to use nothing up.
 */
export type CgiFile = {
  path: string;
  /** The `type` of the query that it serves, where several share a path; without it all others. */
  type?: string;
  find(query: Record<string, string>, caller: () => Promise<Caller>, isLook: boolean): Promise<SentFile>;
};

export type CgiKit = {
  handlers: readonly CgiHandler[];
  files: readonly CgiFile[];
  audit: AuditTrail;
  /** `body`: what a POST said, which may hold credentials. */
  authenticate: (request: IncomingMessage, url: URL, body?: unknown) => Promise<Caller>;
  /** True for a page of ours that asks another port of the same host. */
  isOwnPage: (request: IncomingMessage) => boolean;
  log: Log;
};
export type CgiListener = (request: IncomingMessage, response: ServerResponse) => void;

export const CGI_PATH = '/web.cgi';

const answerFailure = (
  response: ServerResponse,
  log: Log,
  error: unknown,
  { type, page, query }: { type: string; page: CgiHandler['page']; query: Record<string, string> },
): void => {
  if (!(error instanceof AppError)) log.error('web.cgi broke', { type, err: error });
  const { code, message } =
    error instanceof AppError ? error : new AppError('internal', 'Internal error, see the log.');
  if (response.headersSent) response.destroy();
  else if (page !== undefined) sendPage(response, errorCodes[code].status, page(code, message, query));
  else sendJson(response, errorCodes[code].status, { hasError: 1, message, code });
};

const sendJson = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
};

const sendPage = (response: ServerResponse, status: number, page: string): void => {
  response.setHeader('content-security-policy', PAGE_POLICY);
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page);
};

const sendSmall = (response: ServerResponse, { bytes, name, type }: SmallFile): void => {
  response.writeHead(200, { 'content-type': type, 'content-disposition': disposition(name, false) }).end(bytes);
};

/** What comes from here is no page, where nothing else is said. */
const setHeaders = (request: IncomingMessage, response: ServerResponse, own: boolean): void => {
  response.setHeader('cache-control', 'no-store');
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('content-security-policy', "default-src 'none'; sandbox");
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('vary', 'origin');
  const { origin } = request.headers;
  if (!own || origin === undefined) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-headers', 'authorization, range, if-range');
  response.setHeader('access-control-expose-headers', 'content-disposition, content-range, etag');
};

const BODY_BYTES = 16_384;
const BODY_BOUNDS = { depth: 2, keys: 100, values: 100 };

type Fields = Record<string, string>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('invalid', 'The body cannot be read.');
  }
};

/** JSON or a form, of a few fields. */
const readBody = async (request: IncomingMessage): Promise<Fields> => {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of request) {
    if (!(piece instanceof Uint8Array)) continue;
    bytes += piece.length;
    if (bytes > BODY_BYTES) throw new AppError('invalid', 'The body is too large.');
    pieces.push(piece);
  }
  const text = Buffer.concat(pieces).toString('utf8');
  if (request.headers['content-type']?.startsWith('application/json') !== true)
    return Object.fromEntries(new URLSearchParams(text));
  if (text === '') return {};
  assertJsonBounds(text, BODY_BOUNDS);
  const body = parsed(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('invalid', 'The body is no object.');
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, textOf(value)]));
};

const run = async (
  handler: CgiHandler,
  caller: Caller,
  { fields, method }: { fields: Fields; method: string },
): Promise<CgiAnswer> => {
  assertMay(caller, handler.right);
  if (handler.changes !== undefined && method !== 'POST')
    throw new AppError('invalid', 'This changes something: send it with POST.');
  return handler.run(caller, fields);
};

const unheard = { note: () => undefined, end: () => undefined };

export const createCgi = ({ handlers, files, authenticate, audit, isOwnPage, log }: CgiKit): CgiListener => {
  const byPath = new Map(files.map((file) => [`${file.path} ${file.type ?? ''}`, file]));
  const byType = new Map(handlers.map((handler) => [handler.type, handler]));
  const answer = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const type = url.searchParams.get('type') ?? '';
    const file = byPath.get(`${url.pathname} ${type}`) ?? byPath.get(`${url.pathname} `);
    if (file !== undefined) {
      const query = Object.fromEntries(url.searchParams);
      const sent = await file.find(query, () => authenticate(request, url), request.method === 'HEAD');
      await sendFile(request, response, sent).finally(() => sent.ended?.());
      return;
    }
    const handler = byType.get(type);
    const body = request.method === 'POST' ? await readBody(request) : {};
    const caller = await authenticate(request, url, { ...body, username: body['username'] ?? body['user'] });
    if (handler === undefined) throw new AppError('not_found', 'web.cgi does not know this type.');
    const { right, changes } = handler;
    const fields = { ...Object.fromEntries(url.searchParams), ...body };
    const spoken = changes && { right, ...changes };
    const asked = spoken
      ? followRequests(audit, spoken, { type: 'HTTP', method: 'POST', url: `${CGI_PATH} ${type}` })(fields)
      : unheard;
    const answered = await run(handler, caller, { fields, method: request.method ?? '' }).catch((error: unknown) => {
      asked.end(caller, { error });
      throw error;
    });
    asked.end(caller, {});
    if ('file' in answered) await sendFile(request, response, answered.file);
    else if ('small' in answered) sendSmall(response, answered.small);
    else if ('page' in answered) sendPage(response, 200, answered.page);
    else sendJson(response, 200, answered.json);
  };
  const takesPost = ({ pathname, searchParams }: URL): boolean => {
    const handler = pathname === CGI_PATH ? byType.get(searchParams.get('type') ?? '') : undefined;
    return handler?.posts === true || handler?.changes !== undefined;
  };
  return (request, response) => {
    setHeaders(request, response, isOwnPage(request));
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const target = request.url ?? '/';
    const url = new URL(URL.canParse(target, 'http://localhost') ? target : '/', 'http://localhost');
    if (request.method !== 'GET' && request.method !== 'HEAD' && !(request.method === 'POST' && takesPost(url))) {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    answer(request, response, url).catch((error: unknown) => {
      const type = url.searchParams.get('type') ?? '';
      const query = Object.fromEntries(url.searchParams);
      answerFailure(response, log, error, { type, page: byType.get(type)?.page, query });
    });
  };
};
