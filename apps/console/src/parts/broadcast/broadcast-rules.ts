// What a broadcast asks of its devices before it can start. Pure; words are the modal's.
import { MAX_NAMED_CHARS } from '../talk/talk-address.ts';

export type BroadcastMode = 'all' | 'devices';

/** What the server calls at most in one broadcast. */
const MAX_DEVICES = 1000;

export type BroadcastProblem =
  | { readonly kind: 'none' }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'unknown'; readonly id: string }
  | { readonly kind: 'many'; readonly max: number };

type Choice = {
  readonly mode: BroadcastMode;
  readonly ids: readonly string[];
  /** Registered devices online. */
  readonly online: number;
  readonly knows: (id: string) => boolean;
};

/** Why it cannot start; `none` when it can. An offline device among named ones is no reason: it says so when it is called. */
export const problemOf = ({ mode, ids, online, knows }: Choice): BroadcastProblem => {
  if (mode === 'all') {
    if (online === 0) return { kind: 'offline' };
    return online > MAX_DEVICES ? { kind: 'many', max: MAX_DEVICES } : { kind: 'none' };
  }
  if (ids.length === 0) return { kind: 'nobody' };
  const stranger = ids.find((id) => !knows(id));
  if (stranger !== undefined) return { kind: 'unknown', id: stranger };
  const tooMany = ids.length > MAX_DEVICES || ids.join(',').length > MAX_NAMED_CHARS;
  return tooMany ? { kind: 'many', max: MAX_DEVICES } : { kind: 'none' };
};
