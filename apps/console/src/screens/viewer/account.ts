// How a viewer page says who asks: some hash the password of their address, others send it as it stands there. Pure.
import type { ViewerPage } from '@outrider/contract';
import { hashPassword } from '../../lib/password-hash.ts';
import type { ViewerAccount } from './address.ts';

const HASH_LENGTH = 64;

/** 64 characters are a hash already. */
export const sentHash = (password: string): string =>
  password.length === HASH_LENGTH ? password : hashPassword(password);

const sendsAsGiven: ReadonlySet<ViewerPage> = new Set(['playback', 'remote']);

/** What this page sends to the server. /playback and /remote leave the hashing to it. */
export const sentAccount = (page: ViewerPage, { user, password }: ViewerAccount): ViewerAccount => ({
  user,
  password: sendsAsGiven.has(page) ? password : sentHash(password),
});
