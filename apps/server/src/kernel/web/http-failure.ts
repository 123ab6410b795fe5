// How a failed call leaves the server: status, hasError and message. Bugs are logged with their stack and told as 'internal'.
import { ChangedError, changed, errorCodes } from '@outrider/contract';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { diskFullError, isDiskFull } from '../storage/disk-full.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;

/** Texts of the failures that arise before a handler runs; the library's own would name its internals. */
const transportTexts: Record<number, string> = {
  400: 'The body is not the JSON that this call takes.',
  413: 'The body is too large.',
  415: 'The body must be application/json.',
};

export const sendFailure = (
  log: Log,
  error: unknown,
  requestId: string,
  path: string,
  reply: FastifyReply,
  /** Better texts for failures before the handler, by their status. */
  texts: Readonly<Record<number, string>> = {},
): FastifyReply => {
  reply.header('cache-control', 'no-store');
  if (isDiskFull(error) && !(error instanceof AppError))
    return sendFailure(log, diskFullError(error), requestId, path, reply);
  if (error instanceof AppError) {
    log.debug('call failed', { requestId, path, code: error.code });
    const found = error instanceof ChangedError ? { changed: z.encode(changed, error.changed) } : {};
    return reply
      .code(errorCodes[error.code].status)
      .send({ hasError: 1, message: error.message, code: error.code, ...found });
  }
  const status = statusOf(error);
  if (status < 500) {
    const message = texts[status] ?? transportTexts[status] ?? 'The request cannot be read.';
    return reply.code(status).send({ hasError: 1, message, code: 'invalid' });
  }
  log.error('call broke', { requestId, path, err: error });
  return reply
    .code(500)
    .send({ hasError: 1, message: `Internal error, see the log under ${requestId}.`, code: 'internal' });
};
