// Whether the server can do its work now: one look at a time for all who ask, and an answer also when the look does not end.
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Trouble } from './trouble.ts';

export type ReadyKit = {
  clock: Clock;
  log: Log;
  /** Why the server cannot do its work now, or null. */
  trouble: () => Promise<Trouble | null>;
};

export type ReadyLook = { find(): Promise<Trouble | null>; close(): void };

const LONGEST_LOOK_MS = 5000;
const LATE: Trouble = {
  told: 'The database or its disk does not answer.',
  text: 'The database or its disk does not answer: whether anything can be kept is unknown.',
};

export const createReadyLook = ({ clock, log, trouble }: ReadyKit): ReadyLook => {
  let looking: Promise<Trouble | null> | undefined;
  let timer: Timer | undefined;
  let logged: string | null = null;
  const note = (found: Trouble | null): void => {
    const text = found?.text ?? null;
    if (text === logged) return;
    logged = text;
    if (text === null) log.info('ready again');
    else log.warn('not ready', { reason: text });
  };
  /** One that is late stays the only one until it ends: a request meanwhile is answered with that at once. */
  const look = async (): Promise<Trouble | null> => {
    const { promise, resolve, reject } = Promise.withResolvers<Trouble | null>();
    timer = clock.after(LONGEST_LOOK_MS, () => resolve(LATE));
    const ended = (): void => {
      timer?.cancel();
      looking = undefined;
    };
    void trouble().then(resolve, reject).finally(ended);
    const found = await promise;
    note(found);
    return found;
  };
  return {
    find: () => (looking ??= look()),
    close: () => timer?.cancel(),
  };
};
