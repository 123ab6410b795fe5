// Each folder for recordings carries a mark that the database knows. Where its disk is not mounted, the folder of the same name on the
// disk below has none: nothing is written there, or made there.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SlotNames } from './slot-names.ts';
import type { SlotStore } from './store/slots.ts';

const MARK_FILE = '.outrider-recordings';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** The mark of a folder, or undefined. Rejects with the error of the disk. */
export const readMark = async (folder: string): Promise<string | undefined> => {
  try {
    return (await readFile(join(folder, MARK_FILE), 'utf8')).trim();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

const isEmpty = async (folder: string): Promise<boolean> => (await readdir(folder).catch(() => [])).length === 0;

type MarkKit = SlotStore & { names: SlotNames };

/** Gives the folder of a slot its mark, made if need be, and has the database know it: also in place of another one. */
export const acceptFolder = async (store: MarkKit, folder: string): Promise<string> => {
  const found = await readMark(folder);
  const mark = found ?? randomUUID();
  if (found === undefined) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, MARK_FILE), `${mark}\n`, { mode: 0o600 });
  }
  const { names } = store;
  await store.keepSlot(names.node, { name: names.nameOf(folder), folder, mark });
  return mark;
};

export class FolderMarks {
  private readonly store: MarkKit;
  /** By the name of the slot. */
  private known = new Map<string, string>();

  constructor(store: MarkKit) {
    this.store = store;
  }

  /** Reads what the database knows, also after another program changed it. */
  async load(): Promise<void> {
    const slots = await this.store.slotsOf(this.store.names.node);
    this.known = new Map(slots.flatMap(({ name, mark }) => (mark === '' ? [] : [[name, mark]])));
  }

  /** Rejects, in words for the administrator, unless this is the folder it was. A folder that is new gets its mark, unless it is only read. */
  async check(folder: string, holdsRecordings: boolean, readOnly = false): Promise<void> {
    const name = this.store.names.nameOf(folder);
    const known = this.known.get(name);
    const found = await readMark(folder);
    if (known !== undefined && found === known) return;
    for (const [other, mark] of this.known)
      if (other !== name && mark === found) throw new Error(`it is the folder of the slot ${other}. ${NAME_IT}`);
    const isNew = known === undefined && !(holdsRecordings && found === undefined && (await isEmpty(folder)));
    if (!isNew) throw new Error(found === undefined ? `${NOT_THERE} ${AFTER_THAT}` : `${ANOTHER} ${AFTER_THAT}`);
    if (!readOnly) this.known.set(name, await acceptFolder(this.store, folder));
  }
}

const NOT_THERE = `its mark (${MARK_FILE}) is not there: its disk is not mounted, or it was emptied.`;
const ANOTHER = `it carries the mark of another folder: another disk is mounted there.`;
const AFTER_THAT = 'Mount the right disk, or take it as it is with the command accept-recordings.';
const NAME_IT = 'Name it so in recordFolders, or take it as it is with the command accept-recordings.';
