// The version of a record that people edit: when it was changed last and by whom, in two columns of its table. Who saves over a change that
// he has not seen is refused.
import { ChangedError } from '@outrider/contract';

/** Columns of the table. `updatedMs` is UTC, in whole seconds as on the wire; 0 and '' where nobody has changed the record yet. */
export type Version = { updatedMs: number; updatedBy: string };

export const NEVER_CHANGED: Version = { updatedMs: 0, updatedBy: '' };
/** Who a command of this machine is, in the place of an account. */
export const COMMAND_LINE = 'command line';

/** Who saves, and the version that he saw; left out: any. */
export type Edit = { by: string; seenMs?: number | undefined };

/** Later than the one before, also where a clock was set back or two saves fall into one second. */
export const nextVersion = (before: Version, by: string, nowMs: number): Version => ({
  updatedMs: Math.max(Math.floor(nowMs / 1000) * 1000, before.updatedMs + 1000),
  updatedBy: by,
});

/** Throws ChangedError for an edit of another version than `now`. `present`: what a save would find, in wire form. */
export const assertSeen = (edit: Edit, now: Version, present: Record<string, unknown>): void => {
  if (edit.seenMs !== undefined && edit.seenMs !== now.updatedMs)
    throw new ChangedError({ updatetime: now.updatedMs, updateby: now.updatedBy, present });
};

const MAX_TRIES = 20;

export type VersionedSave = {
  edit: Edit;
  nowMs: number;
  /** What is stored. */
  read: () => Promise<{ version: Version; present: Record<string, unknown> }>;
  /** Stores the change with its version where `before` still holds; false where somebody was faster. */
  write: (version: Version, before: Version) => Promise<boolean>;
};

/**
 * Saves a record, and gives its new version. Two who save at once are one after the other: the second is refused when it said what it saw.
 * Throws ChangedError.
 */
export const saveVersioned = async ({ edit, nowMs, read, write }: VersionedSave): Promise<Version> => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { version: before, present } = await read();
    assertSeen(edit, before, present);
    const version = nextVersion(before, edit.by, nowMs);
    if (await write(version, before)) return version;
  }
  throw new Error('A record changes faster than it can be saved.');
};
