// Remembers for five minutes which name and hash were right, so that not every call costs a slow hash. Keyed HMAC, memory only.
import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';

const REMEMBER_MS = 5 * 60_000;
const ENTRY_LIMIT = 10_000;

export interface VerifiedPairs {
  /** The account that this pair was verified for at most five minutes ago. */
  find(userName: string, passwordHash: string): number | undefined;
  remember(userName: string, passwordHash: string, userId: number): void;
  forget(userId: number): void;
  clear(): void;
  /** A name for the pair that gives nothing away. */
  nameOf(userName: string, passwordHash: string): string;
}

export const createVerifiedPairs = (clock: Clock): VerifiedPairs => {
  const key = randomBytes(32);
  const entries = new Map<string, { userId: number; until: number }>();
  const nameOf = (userName: string, passwordHash: string): string =>
    createHmac('sha256', key).update(`${userName}\0${passwordHash.toUpperCase()}`).digest('base64');
  return {
    find(userName, passwordHash) {
      const entry = entries.get(nameOf(userName, passwordHash));
      return entry && entry.until > clock.monotonic() ? entry.userId : undefined;
    },
    remember(userName, passwordHash, userId) {
      entries.set(nameOf(userName, passwordHash), { userId, until: clock.monotonic() + REMEMBER_MS });
      if (entries.size > ENTRY_LIMIT) for (const oldest of entries.keys()) if (entries.delete(oldest)) break;
    },
    forget(userId) {
      for (const [name, entry] of entries) if (entry.userId === userId) entries.delete(name);
    },
    clear: () => entries.clear(),
    nameOf,
  };
};
