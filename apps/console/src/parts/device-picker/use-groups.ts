// The groups a user may choose from: all of them for level 0, else those of the account.
import { getUserGroups, postUserInfo } from '@outrider/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../lib/calls.ts';
import { send } from '../../lib/send.ts';
import { useSession } from '../../live/session.ts';

export type OfferedGroup = { readonly groupid: string; readonly name: string };

const byName = (a: OfferedGroup, b: OfferedGroup): number => a.name.localeCompare(b.name);

/** Sorted by name; empty until they came, and when they cannot be had: choosing devices one by one works without. */
export const useOfferedGroups = (): readonly OfferedGroup[] => {
  const all = useSession((s) => s.level === 0);
  const tree = useCall(getUserGroups, {}, { enabled: all });
  const own = useQuery({
    queryKey: [postUserInfo.method, postUserInfo.path],
    queryFn: ({ signal }) => send(postUserInfo, { brief: true }, signal),
    enabled: !all,
  });
  return [...((all ? tree.data : own.data?.childrens) ?? [])].toSorted(byName);
};
