// State and actions of the group editor: which group is looked at, by the address, and what is changed of it.
import type { UserGroup } from '@outrider/contract';
import {
  ChangedError,
  deleteGroupLink,
  deleteUserGroup,
  postGroupLink,
  postUserGroup,
  putUserGroup,
} from '@outrider/contract';
import { useAddressQuery } from '../../lib/address-query.ts';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { useSession } from '../../live/session.ts';
import { saveErrorText } from '../../parts/form/changed.ts';
import { useGroups } from '../../parts/groups/use-groups.ts';
import type { GroupsShown } from '../../parts/groups/use-groups.ts';
import { showFailure } from '../../ui/toast.ts';
import { useStrayLinks } from './use-stray-links.ts';

export type View = 'group' | 'diagram';

/** Whether it worked; what failed is said. */
type Edit<Args extends unknown[]> = (...args: Args) => Promise<boolean>;
export type GroupEdits = {
  add: Edit<[name: string]>;
  rename: Edit<[name: string]>;
  move: Edit<[parentid: string]>;
  /** Rejects with the reason: the question that asked for it says it. */
  remove: () => Promise<void>;
  link: Edit<[deviceid: string]>;
  unlink: (deviceid: string) => Promise<void>;
};

const failed = (error: unknown): false => {
  showFailure(t('Save Error'), error, error instanceof Error ? saveErrorText(error) : undefined);
  return false;
};

const editsOf = (group: UserGroup, shown: GroupsShown, open: (groupid: string) => void): GroupEdits => {
  const { groupid, updatetime } = group;
  const id = Number(groupid);
  const tried = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      return failed(error);
    } finally {
      shown.askAgain();
    }
  };
  const link = (deviceid: string) => ({ groupid: id, deviceid });
  return {
    add: (name) => tried(send(postUserGroup, { parentid: id, newChildrenName: name })),
    rename: (name) => tried(send(putUserGroup, { groupid: id, newGroupName: name, updatetime })),
    move: (parentid) => tried(send(putUserGroup, { groupid: id, newParentid: Number(parentid), updatetime })),
    remove: async () => {
      try {
        await send(deleteUserGroup, { groupid: id, updatetime });
        if (group.parentid !== null) open(group.parentid);
      } catch (error) {
        throw error instanceof ChangedError ? new Error(saveErrorText(error), { cause: error }) : error;
      } finally {
        shown.askAgain();
      }
    },
    // A tick is there at once, and goes again when it could not be saved.
    link: async (deviceid) => {
      shown.linkChanged({ groupid, deviceid }, true);
      try {
        await send(postGroupLink, link(deviceid));
        return true;
      } catch (error) {
        shown.linkChanged({ groupid, deviceid }, false);
        return failed(error);
      }
    },
    unlink: async (deviceid) => {
      await send(deleteGroupLink, link(deviceid));
      shown.linkChanged({ groupid, deviceid }, false);
    },
  };
};

export const useGroupSetting = () => {
  const shown = useGroups();
  const editable = useSession(({ level }) => level === 0);
  const [query, setQuery] = useAddressQuery();
  useStrayLinks(shown);
  const change = (name: string, value: string): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old);
      if (value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  const open = (groupid: string): void => change('group', groupid);
  const current = shown.model.byId.get(query.get('group') ?? '') ?? shown.model.tops[0];
  const view: View = query.get('view') === 'diagram' ? 'diagram' : 'group';
  return {
    ...shown,
    editable,
    /** The top where the address names none, or one that is gone; undefined while there is none at all. */
    current,
    open,
    view,
    setView: (next: View) => change('view', next === 'group' ? '' : next),
    edits: current === undefined ? undefined : editsOf(current, shown, open),
  };
};
export type GroupSetting = ReturnType<typeof useGroupSetting>;
