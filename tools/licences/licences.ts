// The notice of this workspace: reads the lock file and the packages in node_modules. What must hold is notice.ts.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../checks/source-files.ts';
import { type Noticed, noticeText } from './notice.ts';
import { type Lock, type Shipped, shippedPackages } from './shipped.ts';

const TEXTS = join(import.meta.dirname, 'texts');
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** Looked at by hand: packages whose entry in the lock file names no licence, or another one than their text. */
const named: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

const fileName = (name: string): string => `${name.replaceAll('/', '__')}.txt`;

const licenceFiles = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
    .filter((each) => each.isFile() && LICENCE_FILE.test(each.name) && !/\.(js|ts|json)$/.test(each.name))
    .map((each) => join(folder, each.name))
    .toSorted();

/** What is kept here for a package comes before its own files: some bring none, some miss a part. */
const textOf = ({ name, folder }: Shipped): string => {
  const kept = join(TEXTS, fileName(name));
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const home = join(root, folder);
  if (!existsSync(home)) throw new Error(`${folder} is not installed: npm ci`);
  return ['', 'fonts']
    .flatMap((part) => licenceFiles(join(home, part)))
    .map((file) => readFileSync(file, 'utf8').trim())
    .join('\n\n');
};

/** Every package that comes along, with its licence text. */
export const noticedPackages = (): Noticed[] => {
  // npm writes it; the part we read is checked by finding every package of it.
  const { packages }: { packages: Lock } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return shippedPackages(packages, (folder) => existsSync(join(root, folder))).map((each) => ({
    ...each,
    licence: named[each.name] ?? each.licence,
    text: textOf(each),
  }));
};

/** The notice as it is shown. */
export const licenceNotice = (): string =>
  noticeText(
    noticedPackages(),
    readFileSync(join(TEXTS, '_foreword.txt'), 'utf8'),
    readFileSync(join(TEXTS, '_afterword.txt'), 'utf8'),
  );
