// Who may try a password now: counts failures by name and address, by address, and by known browser, and says how long to wait. What
// strangers do never makes a known browser wait.
import { addressGroup } from '../../kernel/web/client-address.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { CheckTurn } from './check-queue.ts';
import { hashSecret } from './secrets.ts';
import { createThrottle, guessLimits } from './throttle.ts';

/** Where a sign-in comes from. */
export type Origin = { readonly address: string; readonly browser?: string | undefined };

/** One try: who wants to be whom, from where, and whether that browser or place is known to the account. */
export type Guess = { userName: string; from: Origin; knownBrowser: boolean; knownPlace: boolean };

export interface GuessGuard {
  /** Throws AppError `limit_reached` while this one must wait. */
  assertMay(guess: Guess): void;
  /**
   * Counted before the slow check, so that many guesses at once do not all slip through. Gives what takes it back for the address, to
   * be called when it was right: the failures of others there stay, or one account would wipe out the guesses at another.
   */
  failed(guess: Guess): () => void;
  /** Forgets the failures of this name from this address, or of this browser. */
  succeeded(guess: Guess): void;
  /** When its check comes up. */
  turnOf(guess: Guess): CheckTurn;
  /** The same for links, which have no name: only the address counts. */
  assertAddressMay(address: string): void;
  addressFailed(address: string): () => void;
}

const assertNoWait = (waitMs: number): void => {
  if (waitMs <= 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw new AppError('limit_reached', `Too many failed sign-ins. Try again in ${seconds} s.`);
};

const laneOf = ({ userName, from: { browser = '' } }: Guess): string =>
  `${userName}\0${hashSecret(browser).toString('base64')}`;
const pairOf = ({ userName, from }: Guess): string => `${userName}\0${addressGroup(from.address)}`;

export const createGuessGuard = (clock: Clock): GuessGuard => {
  const byBrowser = createThrottle(clock, guessLimits.browser);
  const byPair = createThrottle(clock, guessLimits.pair);
  const byAddress = createThrottle(clock, guessLimits.address);
  return {
    assertMay(guess) {
      if (guess.knownBrowser) return assertNoWait(byBrowser.waitMs(laneOf(guess)));
      assertNoWait(Math.max(byPair.waitMs(pairOf(guess)), byAddress.waitMs(addressGroup(guess.from.address))));
    },
    failed(guess) {
      if (guess.knownBrowser) return byBrowser.failed(laneOf(guess));
      byPair.failed(pairOf(guess));
      return byAddress.failed(addressGroup(guess.from.address));
    },
    succeeded(guess) {
      if (guess.knownBrowser) byBrowser.succeeded(laneOf(guess));
      else byPair.succeeded(pairOf(guess));
    },
    turnOf({ knownBrowser, knownPlace, from }) {
      if (knownBrowser || knownPlace) return { known: true, by: knownBrowser ? 'browser' : 'place' };
      return { known: false, failures: byAddress.failures(addressGroup(from.address)) };
    },
    assertAddressMay: (address) => assertNoWait(byAddress.waitMs(addressGroup(address))),
    addressFailed: (address) => byAddress.failed(addressGroup(address)),
  };
};
