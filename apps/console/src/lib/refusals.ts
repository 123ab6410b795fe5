// What the server refused, told once to who hears refusals (a toast), whatever was asked and wherever else it is said.
import { type AppError, ChangedError } from '@outrider/contract';
import { t } from './i18n.ts';
import { formatDateTime, systemClock } from './time.ts';

type Hearer = (error: AppError) => void;
/** `reads`: it changes nothing, so that it may be asked again and again by itself. */
type Asked = { readonly name: string; readonly reads: boolean };

/** A question that is asked again within this time goes on being asked. */
const SAME_MS = 120_000;

const quiet = new WeakSet<Error>();
/** The last refusal of each question, and when it came. */
const repeated = new Map<string, { readonly message: string; readonly atMs: number }>();
let hearer: Hearer = () => {};

/** Who saved meanwhile, and when. */
export const changedText = ({ by, atMs }: { readonly by: string; readonly atMs: number }): string =>
  t('{user} changed this at {time}, after it was opened here.', { user: by, time: formatDateTime(atMs) });

/** What the server said, in the language of the page where that has it. */
export const refusalText = (error: Error): string =>
  error instanceof ChangedError
    ? changedText({ by: error.changed.updateby, atMs: error.changed.updatetime })
    : t(error.message);

/** From now on this hears every refusal that has no toast of its own. */
export const hearRefusals = (hear: Hearer): void => {
  hearer = hear;
};

/** Another toast says the reason, or nobody asked and it is only logged. To be called as soon as the call has failed. */
export const noToast = (error: unknown): void => {
  for (let each = error; each instanceof Error && !quiet.has(each); each = each.cause) quiet.add(each);
};

/** Whether `noToast` was told so: it is not to be said in another toast. */
export const isQuiet = (error: unknown): boolean => error instanceof Error && quiet.has(error);

/** The same for work that nobody asked for. */
export const quietly = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    noToast(error);
    throw error;
  });

const isRepeated = ({ name, reads }: Asked, { message }: AppError): boolean => {
  if (!reads) return false;
  const last = repeated.get(name);
  const atMs = systemClock.now();
  repeated.set(name, { message, atMs });
  return last?.message === message && atMs - last.atMs < SAME_MS;
};

/** A reply was a refusal. Who asked gets the error first, and may say it in a toast with a better title. */
export const tellRefusal = (asked: Asked, error: AppError): void => {
  if (isRepeated(asked, error)) return;
  systemClock.after(0, () => {
    if (!quiet.has(error)) hearer(error);
  });
};

/** It was answered: another refusal is news again. */
export const tellAnswer = ({ name }: Asked): void => void repeated.delete(name);
