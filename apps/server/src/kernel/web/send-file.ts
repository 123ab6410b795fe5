// Sends a file as a download: whole, or from where a broken download stopped (RFC 9110, section 14). Who may have it is decided before.
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { givenFileName } from '@outrider/contract';

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
  /** Hears how far it has been sent: the place behind the last byte that was handed on. */
  sent?: (end: number) => void;
  /** Hears that nothing more of it is sent. */
  ended?: () => void;
};

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

/** Resolves when everything was sent or the client went away. */
export const sendFile = async (request: IncomingMessage, response: ServerResponse, file: SentFile): Promise<void> => {
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
  // A client that leaves is no failure of ours; it comes back with a range.
  const bytes = file.content
    ? Readable.from([file.content.subarray(start, end + 1)])
    : createReadStream(file.path, { start, end });
  let at = start;
  if (file.sent !== undefined) bytes.on('data', (piece) => file.sent?.((at += piece.length)));
  await pipeline(bytes, response).catch(() => response.destroy());
};
