// What the server does in the name of an account that is not there: as long as the account itself could begin it now.
import type { Requirement } from '@outrider/contract';
import { type Access, type Caller, sightOf } from './access.ts';
import { may } from './authorise.ts';

/** Who had something begun, as that account is now; undefined where it is gone, has expired, or lacks the level or the right by now. */
export const ownerNow = (
  access: Pick<Access, 'current'>,
  begunBy: Pick<Caller, 'userId' | 'userName'>,
  requirement: Requirement,
): Caller | undefined => {
  const owner = access.current(sightOf(begunBy));
  return owner !== undefined && may(owner, requirement) ? owner : undefined;
};
