// What may be changed of groups and how: the rules, the disk, then the tree in memory, one edit after the other.
import { groupName } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { COMMAND_LINE, type Edit, NEVER_CHANGED, nextVersion, saveVersioned } from '../../kernel/storage/version.ts';
import type { InTurn } from '../../kernel/work/in-turn.ts';
import type { Groups } from './groups.ts';
import type { Scope } from './sight.ts';
import type { GroupStore, StoredGroup } from './store.ts';
import type { GroupTree } from './tree.ts';

type EditsKit = {
  store: GroupStore;
  tree: GroupTree;
  clock: Clock;
  edits: InTurn;
  accounts: () => Iterable<Scope & { name: string }>;
};
type Edits = Pick<Groups, 'add' | 'change' | 'remove' | 'removeUnused' | 'link' | 'unlink' | 'setDeviceGroups'>;

const MAX_GROUPS = 10_000;
/** So many names an administrator is told; there may be a thousand. */
const NAMES_TOLD = 5;

const assertName = (name: string): void => {
  const { success, error } = groupName.safeParse(name);
  if (!success) throw new AppError('invalid', error.issues[0]?.message ?? 'This is no name of a group.');
};

const goneGroup = (): AppError => new AppError('not_found', 'There is no such group.');

/** What a save would find, in the form of its input. */
const presentOf = ({ id, name, parentId }: StoredGroup) => ({
  groupid: String(id),
  newGroupName: name,
  newParentid: parentId === null ? null : String(parentId),
});

/** Writes by `write` where nobody changed the group meanwhile; ChangedError and `not_found` as in Groups. */
const saveGroup = async (
  { store, clock }: EditsKit,
  groupId: number,
  edit: Edit,
  write: (version: { updatedMs: number; updatedBy: string }, beforeMs: number) => Promise<boolean>,
) =>
  saveVersioned({
    edit,
    nowMs: clock.now(),
    read: async () => {
      const now = await store.read(groupId);
      if (now === undefined) throw goneGroup();
      return { version: now, present: presentOf(now) };
    },
    write: (version, before) => write(version, before.updatedMs),
  });

const assertMovable = ({ tree }: EditsKit, group: StoredGroup, parentId: number): void => {
  tree.must(parentId);
  if (group.parentId === null) throw new AppError('invalid', 'The root group has no group above it.');
  if (tree.reach([group.id]).has(parentId)) throw new AppError('invalid', 'A group cannot lie below itself.');
};

/** Below one group no two have the same name, however it is written. Those from before the rule stay, and may be renamed or moved away. */
const assertFreeName = ({ tree }: EditsKit, place: Pick<StoredGroup, 'parentId' | 'name'>, own?: StoredGroup): void => {
  const [name, before] = [place.name.toLowerCase(), own?.name.toLowerCase()];
  if (own?.parentId === place.parentId && before === name) return;
  const isTaken = tree.groups.some(
    (each) => each.id !== own?.id && each.parentId === place.parentId && each.name.toLowerCase() === name,
  );
  if (isTaken) throw new AppError('conflict', 'A group of that name is here already.');
};

const assertUnused = ({ tree, accounts }: EditsKit, groupId: number): void => {
  if (tree.groups.some(({ parentId }) => parentId === groupId))
    throw new AppError('conflict', 'This group has groups below it. Move or delete them first.');
  const names = [...accounts()].filter(({ groupIds }) => groupIds.includes(groupId)).map(({ name }) => name);
  if (names.length === 0) return;
  const told = names.slice(0, NAMES_TOLD).join(', ');
  const more = names.length - NAMES_TOLD;
  throw new AppError(
    'conflict',
    `This group is the group of ${told}${more > 0 ? ` and ${more} more` : ''}. Give them another one first.`,
  );
};

/** Takes a group and all below it out of the tree in memory, with what was in them. */
const takeOut = ({ tree }: EditsKit, groupId: number): void => {
  const gone = tree.reach([groupId]);
  const moved = tree.devicesIn(gone).map((key) => [key, tree.groupsOf(key).filter((id) => !gone.has(id))] as const);
  tree.become({ groups: tree.groups.filter(({ id }) => !gone.has(id)), moved: new Map(moved) });
};

const removableGroup = ({ tree }: EditsKit, groupId: number): void => {
  if (tree.must(groupId).parentId === null) throw new AppError('invalid', 'The root group cannot be removed.');
};

const treeEdits = (kit: EditsKit): Pick<Edits, 'add' | 'change' | 'remove' | 'removeUnused'> => {
  const { store, tree, clock, edits } = kit;
  return {
    add: (parentId, name, { by } = { by: COMMAND_LINE }) =>
      edits.run(async () => {
        assertName(name);
        tree.must(parentId);
        assertFreeName(kit, { parentId, name });
        if (tree.groups.length >= MAX_GROUPS) throw new AppError('limit_reached', `There are ${MAX_GROUPS} groups.`);
        const group = { parentId, name, ...nextVersion(NEVER_CHANGED, by, clock.now()) };
        const id = await store.insert(group);
        tree.become({ groups: [...tree.groups, { id, ...group }] });
        return id;
      }),
    change: (groupId, { parentId, name }, edit = { by: COMMAND_LINE }) =>
      edits.run(async () => {
        const group = tree.must(groupId);
        if (name !== undefined) assertName(name);
        if (parentId !== undefined) assertMovable(kit, group, parentId);
        const change = { ...(name !== undefined && { name }), ...(parentId !== undefined && { parentId }) };
        assertFreeName(kit, { ...group, ...change }, group);
        const version = await saveGroup(kit, groupId, edit, (next, beforeMs) =>
          store.update(groupId, { ...change, ...next }, beforeMs),
        );
        tree.become({
          groups: tree.groups.map((each) => (each.id === groupId ? { ...each, ...change, ...version } : each)),
        });
      }),
    remove: (groupId) =>
      edits.run(async () => {
        removableGroup(kit, groupId);
        await store.remove(groupId);
        takeOut(kit, groupId);
      }),
    removeUnused: (groupId, edit) =>
      edits.run(async () => {
        removableGroup(kit, groupId);
        assertUnused(kit, groupId);
        await saveGroup(kit, groupId, edit, (_version, beforeMs) => store.remove(groupId, beforeMs));
        takeOut(kit, groupId);
      }),
  };
};

export const groupEdits = (kit: EditsKit): Edits => {
  const { store, tree, edits } = kit;
  return {
    ...treeEdits(kit),
    link: (deviceKey, groupId) =>
      edits.run(async () => {
        tree.must(groupId);
        await store.addLink(deviceKey, groupId);
        tree.link(deviceKey, groupId, true);
      }),
    unlink: (deviceKey, groupId) =>
      edits.run(async () => {
        tree.must(groupId);
        await store.removeLink(deviceKey, groupId);
        tree.link(deviceKey, groupId, false);
      }),
    setDeviceGroups: (deviceKey, groupIds) =>
      edits.run(async () => {
        for (const groupId of groupIds) tree.must(groupId);
        await store.setDeviceGroups(deviceKey, groupIds);
        tree.become({ moved: new Map([[deviceKey, groupIds]]) });
      }),
  };
};
