// What the group feature offers: who reaches what, and how groups are edited.
import type { Edit } from '../../kernel/storage/version.ts';
import type { StoredGroup } from './store.ts';

/**
 * Every change tells 'groups.changed', and 'sight.changed' of the accounts that see other devices then. Edits come one after the other;
 * those without an `edit` are made by command line.
 */
export interface Groups {
  list(): readonly StoredGroup[];
  /** Throws AppError `not_found`. */
  one(groupId: number): StoredGroup;
  /** The given groups and all below them. */
  reach(groupIds: readonly number[]): ReadonlySet<number>;
  /** Whether one of the given groups, or one below, covers the device. */
  covers(groupIds: readonly number[], deviceKey: number): boolean;
  /** Makes a group below another. Throws AppError `not_found` when that is not there, `invalid` for a name against the rule, `conflict` for one that is there. */
  add(parentId: number, name: string, edit?: Edit): Promise<number>;
  /**
   * Throws AppError `not_found`, `invalid` for a name against the rule and where the group would lie below itself or the root would move,
   * `conflict` where the name is taken in its place, and ChangedError for an edit of another version.
   */
  change(groupId: number, change: { parentId?: number; name?: string }, edit?: Edit): Promise<void>;
  /** Removes a group with all below it; their devices belong to the root group unless they are in another one. */
  remove(groupId: number): Promise<void>;
  /** Removes a group that has none below it and that no account has: AppError `conflict` otherwise, ChangedError as `change`. */
  removeUnused(groupId: number, edit: Edit): Promise<void>;
  /** The groups a device is in itself. */
  groupsOf(deviceKey: number): readonly number[];
  /** Puts a device into a group, or takes it out. Throws AppError `not_found` for a group that is not there. */
  link(deviceKey: number, groupId: number): Promise<void>;
  unlink(deviceKey: number, groupId: number): Promise<void>;
  /** Puts a device into exactly these groups. */
  setDeviceGroups(deviceKey: number, groupIds: readonly number[]): Promise<void>;
  /** Takes devices that were dropped out of their groups. */
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  /** Reads the tree again after another program wrote it. */
  reload(): Promise<void>;
}
