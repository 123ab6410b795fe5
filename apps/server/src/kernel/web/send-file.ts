// Sends a file as a download: whole, or from where a broken download stopped (RFC 9110, section 14). Who may have it is decided before.
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { givenFileName } from '@outrider/contract';
import { PIECE_BYTES, SendTurns } from './send-turns.ts';

export type SentFile = {
  path: string;
  bytes: number;
  /** In the place of `path`, where it is in memory. */
  content?: Uint8Array;
  /** What it is called on the other side. Any characters: the rule of names is kept here. */
  name: string;
  type: string;
  /** Changes with the content: a download goes on only with the same. */
  tag: string;
  /** True: a page may show it; its type must be one that browsers run nothing in. Otherwise it is only ever downloaded. */
  shown?: boolean;
  /** Hears how far it has been sent: the place behind the last byte that was handed on, and how many those were. */
  sent?: (end: number, bytes: number) => void;
  /** Hears that nothing more of it is sent. */
  ended?: () => void;
};

/** Of a kept file, which never changes and is never a page. The next account in the same browser brings another cookie. */
export const keptFileHeaders = {
  'cache-control': 'private, max-age=600',
  vary: 'cookie, authorization',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

type Span = { start: number; end: number };

const RANGE = /^bytes=(\d*)-(\d*)$/;

/** The bytes asked for, both ends included; null: all of them. 'none': outside. Several ranges are answered with all. */
const spanOf = (range: string | undefined, bytes: number): Span | null | 'none' => {
  const said = RANGE.exec(range ?? '');
  if (said === null) return null;
  const [, from = '', to = ''] = said;
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return start > end || start >= bytes ? 'none' : { start, end };
};

/** RFC 6266: a plain name for old clients, the real one for all others. Both by the one rule of names of files. */
export const disposition = (given: string, shown: boolean): string => {
  const name = givenFileName(given, '', /$/) || 'file';
  const plain = name.replaceAll(/[^\w. @()-]/g, '_');
  const coded = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${shown ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${coded}`;
};

/** Of all downloads: there is one event loop. */
const allTurns = new SendTurns();

/** Resolves when everything was sent or the client went away. */
export const sendFile = async (
  request: IncomingMessage,
  response: ServerResponse,
  file: SentFile,
  turns = allTurns,
): Promise<void> => {
  const same = request.headers['if-range'] === undefined || request.headers['if-range'] === file.tag;
  const span = same ? spanOf(request.headers.range, file.bytes) : null;
  response.setHeader('accept-ranges', 'bytes');
  response.setHeader('etag', file.tag);
  if (span === 'none') {
    response.writeHead(416, { 'content-range': `bytes */${file.bytes}` }).end();
    return;
  }
  const { start, end } = span ?? { start: 0, end: file.bytes - 1 };
  response.setHeader('content-type', file.type);
  response.setHeader('content-disposition', disposition(file.name, file.shown === true));
  response.setHeader('content-length', end - start + 1);
  if (span !== null) response.setHeader('content-range', `bytes ${start}-${end}/${file.bytes}`);
  response.writeHead(span === null ? 200 : 206);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  await sendSpan(response, turns, file, { start, end });
};

/** Read at once, into a buffer that is kept until the end: to wake the disk's threads costs more than the bytes do. */
const BLOCK_BYTES = 4 * PIECE_BYTES;

type Download = { response: ServerResponse; turns: SendTurns; gone: AbortSignal; sent: (bytes: number) => void };

/** False: the client went away. */
const written = ({ response, gone }: Download, piece: Uint8Array): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const leave = (): void => resolve(false);
  gone.addEventListener('abort', leave, { once: true });
  response.write(piece, (error) => {
    gone.removeEventListener('abort', leave);
    resolve(!error);
  });
  return promise;
};

/** Each piece has its turn, and the next one waits until the client took it. False: the client went away. */
const sendPieces = async (download: Download, bytes: Uint8Array): Promise<boolean> => {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (!(await download.turns.take(piece.length, download.gone)) || !(await written(download, piece))) return false;
    download.sent(piece.length);
  }
  return true;
};

/** False: the client went away, or the file has become shorter. */
const sendFrom = async (download: Download, path: string, { start, end }: Span): Promise<boolean> => {
  await using file = await open(path);
  const block = Buffer.allocUnsafeSlow(Math.min(BLOCK_BYTES, end + 1 - start));
  for (let at = start; at <= end;) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { bytesRead } = await file.read(block, 0, Math.min(block.length, end + 1 - at), at);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (bytesRead === 0 || !(await sendPieces(download, block.subarray(0, bytesRead)))) return false;
    at += bytesRead;
  }
  return true;
};

/** A client that leaves is no failure of ours: it comes back with a range. */
const sendSpan = async (response: ServerResponse, turns: SendTurns, file: SentFile, span: Span): Promise<void> => {
  const left = new AbortController();
  response.once('close', () => left.abort());
  let at = span.start;
  const download: Download = { response, turns, gone: left.signal, sent: (bytes) => file.sent?.((at += bytes), bytes) };
  const sending = file.content
    ? sendPieces(download, file.content.subarray(span.start, span.end + 1))
    : sendFrom(download, file.path, span);
  if (await sending.catch(() => false)) response.end();
  else response.destroy();
};
