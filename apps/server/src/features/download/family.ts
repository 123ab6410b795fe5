// The three types of one kind of download: ask, get, cancel. What is wanted, and where its footage is, is the matter of each kind.
import { AppError, downloadRights, type DownloadReply } from '@outrider/contract';
import type { z } from 'zod';
import type { Caller } from '../../kernel/access/access.ts';
import { assertNotBefore } from '../../kernel/access/lookback.ts';
import type { CgiAnswer, CgiHandler } from '../../kernel/web/cgi.ts';
import { checkInput } from '../../kernel/web/schema-input.ts';
import type { FileRequest, FileView } from './file-request.ts';
import type { Downloads } from './downloads.ts';

/** A file that somebody wants, checked: the caller may see its device. */
export type WantedFile = Omit<FileRequest, 'userId'>;

export type Family<S extends z.ZodType> = {
  /** ask, get, cancel. */
  types: readonly [string, string, string];
  query: S;
  /** How a made file is told: the oldest kind says `already`. */
  done: 'already' | 'DOWNLOAD OK';
  /** Throws AppError for what cannot be asked for. */
  want(caller: Caller, query: z.output<S>): WantedFile | Promise<WantedFile>;
  /** Once for each file that is begun. */
  began(caller: Caller, query: z.output<S>): void | Promise<void>;
};

const replyOf = (
  { state, progress, message, name, bytes, fault }: FileView,
  done: Family<z.ZodType>['done'],
): DownloadReply => {
  const told = { progress, message, filename: name, size: bytes };
  if (state === 'done') return done === 'already' ? { already: 1, ...told } : { result: done, ...told };
  if (state === 'failed') return { result: fault === '' ? 'CREATE FAIL' : fault, ...told };
  return { result: state === 'new' ? 'CREATE OK' : 'HANDLING', ...told };
};

const MEDIA_TYPES = { mp4: 'video/mp4', gms: 'video/x-matroska' } as const;

export const familyHandlers = <S extends z.ZodType>(downloads: Downloads, family: Family<S>): CgiHandler[] => {
  const wanted = async (caller: Caller, raw: unknown) => {
    const query = checkInput(family.query, raw);
    const file = await family.want(caller, query);
    assertNotBefore(caller, file.startMs);
    return { query, file };
  };
  const ask = async (caller: Caller, raw: unknown): Promise<CgiAnswer> => {
    const { query, file } = await wanted(caller, raw);
    const view = downloads.ask({ ...file, userId: caller.userId });
    if (view.state === 'new') await family.began(caller, query);
    return { json: replyOf(view, family.done) };
  };
  const get = async (caller: Caller, raw: unknown): Promise<CgiAnswer> => {
    const { file } = await wanted(caller, raw);
    const { path, id, bytes } = downloads.fetch(caller.userId, file.key);
    return { file: { path, bytes, name: file.name, type: MEDIA_TYPES[file.format], tag: `"${id}"` } };
  };
  const cancel = async (caller: Caller, raw: unknown): Promise<CgiAnswer> => {
    const { file } = await wanted(caller, raw);
    return { json: { cancelled: downloads.cancel(caller.userId, file.key) ? 1 : 0 } };
  };
  return [ask, get, cancel].map((run, i) => {
    const type = family.types[i] ?? '';
    const right = downloadRights[type];
    if (right === undefined) throw new AppError('internal', `${type} has no right`);
    return { type, right, run };
  });
};
