// By what an account is known: the ticket in the cookie of a browser it signed in from, on disk; addresses it signed in from, in memory.
import type { Clock } from '../../kernel/clock.ts';
import { addressGroup } from '../../kernel/web/client-address.ts';
import { hashSecret, isSecret } from './secrets.ts';
import type { SessionStore } from './store.ts';

const DAY_MS = 86_400_000;

/** Browsers and addresses an account is known by; past that the longest unused are forgotten. */
export const knownLimits = {
  browsersPerUser: 50,
  browserMs: 400 * DAY_MS,
  places: 10_000,
  placeMs: 30 * DAY_MS,
} as const;

/** A session has one ticket, however often it asks: many would push out those of the account's other browsers. Tells nothing of the token. */
const ticketOf = (token: string): string => hashSecret(`browser\0${token}`).toString('base64url');

export interface KnownBrowsers {
  /** Whether the account signed in from the browser with this ticket. */
  knows(ticket: string | undefined, userId: number | undefined): Promise<boolean>;
  /** Remembers the browser of a session and gives the ticket it must keep until then: its own, or the one of that session. */
  remember(
    ticket: string | null,
    session: { token: string; userId: number },
  ): Promise<{ ticket: string; expiresMs: number }>;
}

export const createKnownBrowsers = (store: SessionStore, clock: Clock): KnownBrowsers => ({
  async knows(ticket, userId) {
    if (ticket === undefined || userId === undefined || !isSecret(ticket)) return false;
    const usedMs = await store.browserUsedMs(hashSecret(ticket), userId);
    return usedMs !== undefined && clock.now() - usedMs < knownLimits.browserMs;
  },
  async remember(ticket, { token, userId }) {
    const now = clock.now();
    // A ticket that nobody gave out is not taken over: the one who planted it would know it.
    const own = ticket !== null && isSecret(ticket) && (await store.hasBrowser(hashSecret(ticket)));
    const kept = own ? ticket : ticketOf(token);
    await store.keepBrowser(hashSecret(kept), userId, now, knownLimits.browsersPerUser);
    return { ticket: kept, expiresMs: now + knownLimits.browserMs };
  },
});

export interface KnownPlaces {
  knows(userName: string, address: string): boolean;
  remember(userName: string, address: string): void;
}

const placeOf = (userName: string, address: string): string => `${userName}\0${addressGroup(address)}`;

export const createKnownPlaces = (clock: Clock): KnownPlaces => {
  const places = new Map<string, number>();
  return {
    knows: (userName, address) => (places.get(placeOf(userName, address)) ?? -Infinity) > clock.monotonic(),
    remember(userName, address) {
      const name = placeOf(userName, address);
      places.delete(name); // to the end: the longest unused one is dropped first
      places.set(name, clock.monotonic() + knownLimits.placeMs);
      if (places.size > knownLimits.places) for (const oldest of places.keys()) if (places.delete(oldest)) break;
    },
  };
};
