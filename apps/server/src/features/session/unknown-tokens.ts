// Looking for what a token names, on behalf of anybody who sends one: one read at a time for each token, few in all, and none again soon for
// a token that names nothing.
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';

/** Tokens that name nothing, remembered for so long; past the number the oldest is forgotten. */
const MAX_UNKNOWN = 10_000;
const UNKNOWN_MS = 5 * 60_000;
/** Reads under way. The database has one connection, which everybody waits for. */
const MAX_READS = 64;

export type Lookups<Found> = {
  /** `read` is asked where nothing is known of the key. Throws AppError `limit_reached` where too many are being read. */
  find(key: string, read: () => Promise<Found | undefined>): Promise<Found | undefined>;
  metrics(): Record<string, number>;
};

export const createLookups = <Found>(clock: Clock): Lookups<Found> => {
  const unknown = new Map<string, number>();
  const reading = new Map<string, Promise<Found | undefined>>();
  let [reads, refused] = [0, 0];
  const look = async (key: string, read: () => Promise<Found | undefined>): Promise<Found | undefined> => {
    reads += 1;
    try {
      const found = await read();
      if (found === undefined) unknown.set(key, clock.monotonic() + UNKNOWN_MS);
      if (unknown.size > MAX_UNKNOWN) for (const oldest of unknown.keys()) if (unknown.delete(oldest)) break;
      return found;
    } finally {
      reading.delete(key);
    }
  };
  return {
    async find(key, read) {
      if ((unknown.get(key) ?? -Infinity) > clock.monotonic()) return undefined;
      unknown.delete(key);
      const under = reading.get(key);
      if (under !== undefined) return under;
      if (reading.size >= MAX_READS) {
        refused += 1;
        throw new AppError('limit_reached', 'Too many sign-ins are being looked for. Try again.');
      }
      const looking = look(key, read);
      reading.set(key, looking);
      return looking;
    },
    metrics: () => ({ session_reads_total: reads, session_reads_refused_total: refused, unknown_tokens: unknown.size }),
  };
};
