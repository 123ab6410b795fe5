// Who a monitor page asks as: the account of its address, which the address bar then no longer holds, else what is typed.
import { hashPassword } from '../../lib/password-hash.ts';

/** `password`: the hash. */
export type MonitorAccount = { readonly user: string; readonly password: string };

const HASH = /^[0-9A-Fa-f]{64}$/;

/** 64 hexadecimal digits are a hash already. */
export const sentPassword = (typed: string): string => (HASH.test(typed) ? typed : hashPassword(typed));

/** Takes `user` and `password` (or `u` and `p`) out of the address. */
export const takeAccount = (): { user: string; password: string } => {
  const { pathname, search } = globalThis.location;
  const query = new URLSearchParams(search);
  const one = (...names: string[]): string =>
    names.map((name) => query.get(name)).find((value) => value !== null) ?? '';
  const account = { user: one('user', 'username', 'u'), password: one('password', 'p') };
  for (const name of ['user', 'username', 'u', 'password', 'p']) query.delete(name);
  const rest = query.toString();
  globalThis.history.replaceState(null, '', rest === '' ? pathname : `${pathname}?${rest}`);
  return account;
};
