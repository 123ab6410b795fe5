// Who reaches a device or a group, and by which of their groups: the answer to 'why may he see this'. Pure.
import type { Scope } from './sight.ts';

export type Reached = { userId: number; groupId: number | null; heldBy: number | null };
type Reach = (groupIds: readonly number[]) => ReadonlySet<number>;

/**
 * One row for each own group by which an account reaches one of `targets`, with the first target it holds; one without a group for
 * level 0, which reaches everything.
 */
export const waysTo = (targets: readonly number[], accounts: Iterable<Scope>, reach: Reach): Reached[] => {
  const ways: Reached[] = [];
  for (const { id: userId, level, groupIds } of accounts) {
    if (level === 0) ways.push({ userId, groupId: null, heldBy: null });
    else
      for (const groupId of groupIds) {
        const reached = reach([groupId]);
        const heldBy = targets.find((target) => reached.has(target));
        if (heldBy !== undefined) ways.push({ userId, groupId, heldBy });
      }
  }
  return ways;
};
