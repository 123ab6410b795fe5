// Why a link ended, from the words under which its end was stored. Those of the gateway are its own; they change together.
import type { LinkEnd } from '@outrider/contract';

/** What the links of a server that is no more are ended with at the next start. */
export const SERVER_RESTARTED = 'server restarted';

const ends: Readonly<Record<string, LinkEnd>> = {
  'connection closed': 'recorder',
  'logged out': 'logout',
  silent: 'silence',
  'silent when asked': 'silence',
  'reads nothing': 'silence',
  'server stops': 'server',
  [SERVER_RESTARTED]: 'server',
  'taken over by a newer connection': 'replaced',
};

/** `note`: of the newest offline event; undefined where there is none. */
export const linkEndOf = (note: string | undefined): LinkEnd =>
  note === undefined ? 'unknown' : (ends[note] ?? 'other');
