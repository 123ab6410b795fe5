// What is wrong with a change of password as it is typed, and when it may be saved. Pure.
import { strictPasswordFaults } from '@outrider/contract';
import type { PasswordFault } from '@outrider/contract';
import { hashPassword } from '../../../lib/password-hash.ts';

export type PasswordDraft = { readonly current: string; readonly next: string; readonly repeat: string };

export type PasswordRules = {
  readonly userName: string;
  /** The hash that the sign-in used. */
  readonly storedHash: string;
  readonly strict: boolean;
};

export type PasswordCheck = {
  readonly currentWrong: boolean;
  readonly repeatWrong: boolean;
  /** What the stricter rule misses; empty while nothing is typed. */
  readonly faults: readonly PasswordFault[];
  readonly ready: boolean;
};

/** An empty field is not wrong yet, only not ready. */
export const checkPassword = (draft: PasswordDraft, { userName, storedHash, strict }: PasswordRules): PasswordCheck => {
  const right = hashPassword(draft.current) === storedHash.toUpperCase();
  const faults = strict && draft.next !== '' ? strictPasswordFaults(draft.next, userName) : [];
  return {
    currentWrong: draft.current !== '' && !right,
    repeatWrong: draft.repeat !== '' && draft.repeat !== draft.next,
    faults,
    ready: right && draft.next !== '' && draft.repeat === draft.next && faults.length === 0,
  };
};
