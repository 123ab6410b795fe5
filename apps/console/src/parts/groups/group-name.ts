// What may be typed as the name of a group: what breaks the rule is not taken up. Pure.
import { groupName } from '@outrider/contract';

const badCount = (text: string): number => text.match(/[\s']/gu)?.length ?? 0;

/**
 * The field after a change of its text by keys, paste or drop: one that brings a space or a single quote is ignored. Those that an old
 * name has may be taken out one by one.
 */
export const typedName = (before: string, next: string): string => (badCount(next) > badCount(before) ? before : next);

/** Why a name cannot be saved, in the words of the contract; undefined for one that can, and for an empty one. */
export const nameProblem = (name: string): string | undefined =>
  name === '' ? undefined : groupName.safeParse(name).error?.issues[0]?.message;
