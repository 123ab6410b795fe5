// The groups and the devices in them for the screens that show them: asked once, then kept by what the server tells of each change.
import type { GroupDevice, GroupsChange, UserGroup } from '@outrider/contract';
import { getGroupLinks, getGroupLinksOf, getUserGroups, getUserGroupsOf } from '@outrider/contract';
import { useEffect, useMemo } from 'react';
import { useCall, useKept } from '../../lib/calls.ts';
import { groupNews } from '../../live/group-news.ts';
import { useSession } from '../../live/session.ts';
import { groupModel, linkModel, withLink } from './group-model.ts';
import type { GroupModel, LinkModel } from './group-model.ts';

export type GroupsShown = {
  readonly model: GroupModel;
  readonly links: LinkModel;
  /** As they came. */
  readonly allLinks: readonly GroupDevice[];
  /** Both answers are there. */
  readonly loaded: boolean;
  readonly error: Error | null;
  readonly askAgain: () => void;
  readonly linkChanged: (link: GroupDevice, isIn: boolean) => void;
};

const noGroups: readonly UserGroup[] = [];
const noLinks: readonly GroupDevice[] = [];

type Told = { treeAgain: () => void; linksAgain: () => void; linkChanged: GroupsShown['linkChanged'] };
/** What one push means: the change itself where it says so, else a question. */
const take = ({ A, I, G, S }: GroupsChange, { treeAgain, linksAgain, linkChanged }: Told): void => {
  if (A === 'links' && I !== undefined && G !== undefined && S !== undefined)
    return linkChanged({ groupid: G, deviceid: I }, S);
  if (A === 'tree') treeAgain();
  return linksAgain();
};

type Asked = {
  readonly groups: readonly UserGroup[] | undefined;
  readonly allLinks: readonly GroupDevice[] | undefined;
  readonly error: Error | null;
};
const useShown = ({ groups, allLinks, error }: Asked, told: Told): GroupsShown => {
  useEffect(() => groupNews.subscribe((change) => take(change, told)), [told]);
  const [shownGroups, shownLinks] = [groups ?? noGroups, allLinks ?? noLinks];
  return {
    model: useMemo(() => groupModel(shownGroups), [shownGroups]),
    links: useMemo(() => linkModel(shownLinks), [shownLinks]),
    allLinks: shownLinks,
    loaded: groups !== undefined && allLinks !== undefined,
    error,
    askAgain: () => {
      told.treeAgain();
      told.linksAgain();
    },
    linkChanged: told.linkChanged,
  };
};

/** Those that the signed-in account reaches. */
export const useGroups = (): GroupsShown => {
  const username = useSession((s) => s.userName);
  const input = useMemo(() => ({ username }), [username]);
  const tree = useCall(getUserGroupsOf, input);
  const linked = useCall(getGroupLinksOf, input);
  const keptTree = useKept(getUserGroupsOf, input);
  const keptLinks = useKept(getGroupLinksOf, input);
  const told = useMemo(
    (): Told => ({
      treeAgain: keptTree.again,
      linksAgain: keptLinks.again,
      linkChanged: (link, isIn) => keptLinks.change(({ data }) => ({ data: [...withLink(data, link, isIn)] })),
    }),
    [keptTree, keptLinks],
  );
  const error = tree.error ?? linked.error;
  return useShown({ groups: tree.data?.data, allLinks: linked.data?.data, error }, told);
};

const nothing = {};
/** All there are, for administrators. */
export const useAllGroups = (): GroupsShown => {
  const tree = useCall(getUserGroups, nothing);
  const linked = useCall(getGroupLinks, nothing);
  const keptTree = useKept(getUserGroups, nothing);
  const keptLinks = useKept(getGroupLinks, nothing);
  const told = useMemo(
    (): Told => ({
      treeAgain: keptTree.again,
      linksAgain: keptLinks.again,
      linkChanged: (link, isIn) => keptLinks.change((links) => [...withLink(links, link, isIn)]),
    }),
    [keptTree, keptLinks],
  );
  return useShown({ groups: tree.data, allLinks: linked.data, error: tree.error ?? linked.error }, told);
};
