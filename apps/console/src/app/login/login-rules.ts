// What a sign-in form must hold before anything is sent, and where a signed-in user goes. Pure.
import { matchPath } from 'react-router';
import type { Gate, Viewer } from '../../screens/route.ts';
import { mayOpen } from '../gate-rule.ts';

export type LoginForm = {
  userName: string;
  password: string;
  /** Undefined where the address is not asked for. */
  address: { host: string; port: string } | undefined;
};

/** The text for the first thing wrong with the form, or undefined. The texts are verbatim keys of the catalogue. */
export const loginProblem = ({ userName, password, address }: LoginForm): string | undefined => {
  if (userName === '' || password === '') return 'Oops Invalid username or password';
  if (address === undefined) return undefined;
  if (address.host === '') return 'Empty Server Address';
  if (address.host.includes('/')) return 'Wrong Server Address';
  return address.port === '' ? 'Empty Server Port' : undefined;
};

/** Phones and deployments without a map start on the dashboard. */
export const startPath = (map: boolean, phone: boolean): string => (map && !phone ? '/' : '/blockview');

/** An address of the console: what a gate sent to the form was about to show. */
export type Wanted = { readonly pathname: string; readonly search: string; readonly hash: string };

/** What a gate left for the form in the history entry; nothing else can write there, no link and no other site. */
export const wantedOf = (state: unknown): Wanted | undefined => {
  if (typeof state !== 'object' || state === null || !('wanted' in state)) return undefined;
  const { wanted } = state;
  if (typeof wanted !== 'object' || wanted === null) return undefined;
  const { pathname, search, hash } = { pathname: '', search: '', hash: '', ...wanted };
  return [pathname, search, hash].every((part) => typeof part === 'string') ? { pathname, search, hash } : undefined;
};

/** Whether it is a screen of ours that this viewer may open. */
export const mayReturnTo = (
  { pathname }: Wanted,
  viewer: Pick<Viewer, 'level' | 'rights' | 'ownHost'>,
  gates: readonly Gate[],
): boolean => {
  const gate = gates.find(({ path }) => matchPath(path, pathname) !== null);
  return gate !== undefined && mayOpen(viewer, gate);
};
