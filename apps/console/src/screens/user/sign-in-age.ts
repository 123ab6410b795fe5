// Who may not sign in any more, and whose last sign-in is old. Pure.
import { STALE_LOGIN_DAYS, type UserRow } from '@outrider/contract';

const DAY_MS = 86_400_000;

/** An account counts until the end (UTC) of its last day. */
export const isExpired = ({ expirydate }: Pick<UserRow, 'expirydate'>, nowMs: number): boolean =>
  expirydate !== '' && Date.parse(`${expirydate}T00:00:00Z`) + DAY_MS <= nowMs;

/** Who has never signed in is not stale. */
export const isStale = ({ logintime }: Pick<UserRow, 'logintime'>, nowMs: number): boolean =>
  logintime !== 0 && nowMs - logintime > STALE_LOGIN_DAYS * DAY_MS;
