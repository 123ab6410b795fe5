// Whether a failure means that a disk is full, and how that is said: to callers and to the person who starts the program.
import { AppError, StartError } from '../errors.ts';

/** SQLITE_FULL, also of the extended codes of node:sqlite. */
const SQLITE_FULL = 13;
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);
/** Causes of causes: further down nobody wraps. */
const DEPTH = 5;

/** True for SQLite's and the operating system's 'no space left', also where another error wraps it. */
export const isDiskFull = (error: unknown, depth = DEPTH): boolean => {
  if (!(error instanceof Error) || depth === 0) return false;
  if (error instanceof AppError && error.code === 'disk_full') return true;
  if ('errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === SQLITE_FULL) return true;
  if ('code' in error && typeof error.code === 'string' && FULL_CODES.has(error.code)) return true;
  return isDiskFull(error.cause, depth - 1);
};

/** For callers whose request had to be stored. */
export const diskFullError = (cause: unknown): AppError =>
  new AppError('disk_full', 'The disk of the server is full: nothing was stored. Make room on it, then try again.', {
    cause,
  });

/** For the person who starts the server or a command on a folder. */
export const diskFullStartError = (folder: string, cause: unknown): StartError =>
  new StartError(
    `The disk of the data folder ${folder} is full: nothing can be stored. Make room on it, then try again.`,
    {
      cause,
    },
  );
