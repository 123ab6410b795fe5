// web.cgi: one path whose query says by `type` what is wanted, on the main port and on the stream port alike. Authenticates, checks the
// right, runs the handler of the type, answers with JSON, a file or a page. Knows no type by name.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorCode, errorCodes, type Requirement } from '@outrider/contract';
import type { Caller } from '../access/access.ts';
import { assertMay } from '../access/authorise.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
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
  run(caller: Caller, query: Record<string, string>): Promise<CgiAnswer>;
};

export type CgiKit = {
  handlers: readonly CgiHandler[];
  authenticate: (request: IncomingMessage, url: URL) => Promise<Caller>;
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

export const createCgi = ({ handlers, authenticate, isOwnPage, log }: CgiKit): CgiListener => {
  const byType = new Map(handlers.map((handler) => [handler.type, handler]));
  const answer = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const handler = byType.get(url.searchParams.get('type') ?? '');
    const caller = await authenticate(request, url);
    if (handler === undefined) throw new AppError('not_found', 'web.cgi does not know this type.');
    assertMay(caller, handler.right);
    const answered = await handler.run(caller, Object.fromEntries(url.searchParams));
    if ('file' in answered) await sendFile(request, response, answered.file);
    else if ('small' in answered) sendSmall(response, answered.small);
    else if ('page' in answered) sendPage(response, 200, answered.page);
    else sendJson(response, 200, answered.json);
  };
  return (request, response) => {
    setHeaders(request, response, isOwnPage(request));
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    const target = request.url ?? '/';
    const url = new URL(URL.canParse(target, 'http://localhost') ? target : '/', 'http://localhost');
    answer(request, response, url).catch((error: unknown) => {
      const type = url.searchParams.get('type') ?? '';
      const query = Object.fromEntries(url.searchParams);
      answerFailure(response, log, error, { type, page: byType.get(type)?.page, query });
    });
  };
};
