// Lists the source files of the workspace for the checks. Installed, built and deliberately wrong files are left out.
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the whole workspace. */
export const root = join(import.meta.dirname, '..', '..');

/** The folders that hold sources; those that do not exist yet are left out. */
export const sourceFolders = ['apps', 'packages', 'integration', 'e2e', 'bench', 'tools'].filter((folder) =>
  existsSync(join(root, folder)),
);

const skipped = new Set(['node_modules', 'dist', 'offences']);

/**
 * All script files below `folders`, as sorted paths relative to `base` with forward slashes.
 * @param base an absolute folder, the workspace unless told
 */
export const sourceFiles = (folders: readonly string[] = sourceFolders, base: string = root): string[] =>
  globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}`),
    { cwd: base, exclude: (name) => skipped.has(name.split('/').at(-1) ?? '') },
  ).toSorted();
