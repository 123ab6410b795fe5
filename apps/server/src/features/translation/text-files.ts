// Reads folders of texts: one JSON file a language, the English text as key. Files that do not fit are told and left out.
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Texts, localeName, texts } from '@outrider/contract';
import { errorText } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_FILES = 60;

const readTexts = async (path: string): Promise<Texts> => {
  if ((await stat(path)).size > MAX_BYTES) throw new Error('it is larger than 2 MB');
  const parsed = texts.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (!parsed.success) throw new Error('it must hold one JSON object of texts');
  return parsed.data;
};

/** The texts of each language of a folder; a missing folder is an empty one. */
export const readTextFolder = async (folder: string, log: Log): Promise<ReadonlyMap<string, Texts>> => {
  const names = await readdir(folder).catch(() => []);
  const found = new Map<string, Texts>();
  for (const name of names.filter((each) => each.endsWith('.json')).slice(0, MAX_FILES)) {
    const locale = name.slice(0, -'.json'.length);
    try {
      localeName.parse(locale);
      found.set(locale, await readTexts(join(folder, name)));
    } catch (error) {
      log.warn('a file of texts is not used', { file: join(folder, name), reason: errorText(error) });
    }
  }
  return found;
};

/** Another text whenever a file of the folder came, went or was written. */
export const folderStamp = async (folder: string): Promise<string> => {
  const names = await readdir(folder).catch(() => []);
  const stamps = await Promise.all(
    names.map(async (name) => {
      const state = await stat(join(folder, name)).catch(() => null);
      return `${name}:${state?.mtimeMs ?? 0}:${state?.size ?? 0}`;
    }),
  );
  return stamps.toSorted((a, b) => (a < b ? -1 : 1)).join('|');
};
