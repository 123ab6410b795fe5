// Each folder for recordings carries a mark that the database knows. Where its disk is not mounted, the folder of the same name on the
// disk below has none: nothing is written there, or made there.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordingStore } from './store.ts';

const MARK_FILE = '.outrider-recordings';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** The mark of a folder, or undefined. Rejects with the error of the disk. */
const readMark = async (folder: string): Promise<string | undefined> => {
  try {
    return (await readFile(join(folder, MARK_FILE), 'utf8')).trim();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

const isEmpty = async (folder: string): Promise<boolean> => (await readdir(folder).catch(() => [])).length === 0;

/** Gives a folder its mark, made if need be, and has the database know it: also in place of another one. */
export const acceptFolder = async (store: RecordingStore, folder: string): Promise<string> => {
  const found = await readMark(folder);
  const mark = found ?? randomUUID();
  if (found === undefined) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, MARK_FILE), `${mark}\n`, { mode: 0o600 });
  }
  await store.setMark(folder, mark);
  return mark;
};

export class FolderMarks {
  private readonly store: RecordingStore;
  private known = new Map<string, string>();

  constructor(store: RecordingStore) {
    this.store = store;
  }

  /** Reads what the database knows, also after another program changed it. */
  async load(): Promise<void> {
    this.known = await this.store.marks();
  }

  /** Rejects, in words for the administrator, unless this is the folder it was. A folder that is new gets its mark. */
  async check(folder: string, holdsRecordings: boolean): Promise<void> {
    const known = this.known.get(folder);
    const found = await readMark(folder);
    if (known !== undefined && found === known) return;
    const isNew = known === undefined && !(holdsRecordings && found === undefined && (await isEmpty(folder)));
    if (!isNew) throw new Error(found === undefined ? `${NOT_THERE} ${AFTER_THAT}` : `${ANOTHER} ${AFTER_THAT}`);
    this.known.set(folder, await acceptFolder(this.store, folder));
  }
}

const NOT_THERE = `its mark (${MARK_FILE}) is not there: its disk is not mounted, or it was emptied.`;
const ANOTHER = `it carries the mark of another folder: another disk is mounted there.`;
const AFTER_THAT = 'Mount the right disk, or take it as it is with the command accept-recordings.';
