// Whether a caller may use a call or command at all. Which devices it may see is Access.maySee.
import type { Requirement } from '@outrider/contract';
import type { Caller } from './access.ts';
import { AppError } from '../errors.ts';

const ANONYMOUS_LEVEL = 99;

/** Nobody: the caller of public calls and of a main channel before Q02. Holds no right and sees no device. */
export const anonymousCaller = (address: string): Caller => ({
  userId: 0,
  userName: '',
  level: ANONYMOUS_LEVEL,
  rights: new Set(),
  sessionId: null,
  address,
});

export const isAnonymous = (caller: Caller): boolean => caller.userId === 0;

/** Whether `assertMay` lets the caller by. */
export const may = (caller: Caller, requirement: Requirement): boolean => {
  try {
    assertMay(caller, requirement);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
};

/** Throws AppError `unauthenticated` without a sign-in and `forbidden` where the level or the right is missing. */
export const assertMay = (caller: Caller, requirement: Requirement): void => {
  if (requirement === 'public') return;
  if (isAnonymous(caller)) throw new AppError('unauthenticated', 'Sign in first.');
  if (requirement === 'signed-in') return;
  if (requirement === 'admin') {
    if (caller.level !== 0) throw new AppError('forbidden', 'Only an administrator may do this.');
    return;
  }
  if (requirement === 'level-1') {
    if (caller.level > 1) throw new AppError('forbidden', 'Accounts of this level may not do this.');
    return;
  }
  if (requirement === 'level-2') {
    if (caller.level > 2) throw new AppError('forbidden', 'Accounts of this level may not see this.');
    return;
  }
  if (requirement === 'F_gps or P_gppb') {
    if (!caller.rights.has('F_gps') && !caller.rights.has('P_gppb'))
      throw new AppError('forbidden', 'The rights F_gps and P_gppb are missing.');
    return;
  }
  if (requirement === 'F_lmdvrs_deleteall and F_lmdvrs_deleterecord') {
    if (!caller.rights.has('F_lmdvrs_deleteall') || !caller.rights.has('F_lmdvrs_deleterecord'))
      throw new AppError('forbidden', 'The rights F_lmdvrs_deleteall and F_lmdvrs_deleterecord are needed.');
    return;
  }
  if (!caller.rights.has(requirement)) throw new AppError('forbidden', `The right ${requirement} is missing.`);
};
