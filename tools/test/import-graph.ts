// Which file of the repository names which other: imports of every kind, and texts that are the path of a file (workers,
// styles, recorded bytes). Over-inclusive on purpose: a test too many costs seconds, one too few hides a fault.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { Visitor, parseSync } from 'oxc-parser';
import { root } from '../checks/source-files.ts';

/** Every file, or folder of data, with what names it. Paths are relative to the repository. */
export type NamedBy = ReadonlyMap<string, ReadonlySet<string>>;

const isScript = (file: string): boolean => /\.[cm]?[jt]sx?$/.test(file);

/** What is used without being named: the browser tests open the console as it is built. */
const unnamed: Readonly<Record<string, readonly string[]>> = {
  'tools/house/console-build.mjs': [
    'apps/console/src/main.tsx',
    'apps/console/vite.config.ts',
    'apps/console/index.html',
  ],
};

/** Every text in a source that could be a path, but for imports of types alone: those change nothing that runs. */
const textsOf = (file: string, source: string): string[] => {
  const texts: string[] = [];
  const erased = new Set<number>();
  const take = (text: unknown): void => {
    if (typeof text === 'string' && text.length > 1 && text.length < 200 && !/\s/.test(text)) texts.push(text);
  };
  new Visitor({
    ImportDeclaration: ({ importKind, source: { start } }) => void (importKind === 'type' && erased.add(start)),
    ExportNamedDeclaration: ({ exportKind, source: from }) =>
      void (exportKind === 'type' && from && erased.add(from.start)),
    ExportAllDeclaration: ({ exportKind, source: { start } }) => void (exportKind === 'type' && erased.add(start)),
    Literal: ({ value, start }) => {
      if (!erased.has(start)) take(value);
    },
    TemplateElement: ({ value }) => take(value.cooked),
  }).visit(parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).program);
  return texts;
};

const foldersAbove = (file: string): string[] => {
  const folders: string[] = [];
  for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) folders.push(folder);
  return folders;
};

/** Finds the file or the folder of data that a text in a file means, if it means one of `files`. */
const makeResolver = (files: readonly string[]): ((from: string, text: string) => string | undefined) => {
  const known = new Set(files);
  const withCode = new Set(files.filter(isScript).flatMap(foldersAbove));
  for (const folder of files.flatMap(foldersAbove)) if (!withCode.has(folder)) known.add(folder);
  const byName = Map.groupBy(files, (file) => basename(file));
  return (from, text) => {
    const own = /^@outrider\/([a-z0-9]+)$/.exec(text)?.[1];
    if (own !== undefined) return `packages/${own}/src/index.ts`;
    const path = posix.join(dirname(from), text.replace(/\?.*$/, '')).replace(/\/$/, '');
    if (known.has(path)) return path;
    // The last part of a path that is put together, as in join(root, 'tools', 'built-console.mjs').
    const named = /^[\w.-]+\.\w+$/.test(text) ? byName.get(text) : undefined;
    return named?.length === 1 ? named[0] : undefined;
  };
};

/**
 * Reads the graph out of sources.
 * @param files every file there is
 * @param read gives the text of one of them
 */
export const graphOf = (files: readonly string[], read: (file: string) => string): NamedBy => {
  const resolve = makeResolver(files);
  const namedBy = new Map<string, Set<string>>();
  for (const file of files.filter(isScript)) {
    const named = textsOf(file, read(file)).map((text) => resolve(file, text));
    for (const target of [...named, ...(unnamed[file] ?? [])]) {
      if (target === undefined || target === file) continue;
      const by = namedBy.get(target) ?? new Set();
      namedBy.set(target, by.add(file));
    }
  }
  return namedBy;
};

/** The given files and all that name them, directly or through others. */
export const dependentsOf = (namedBy: NamedBy, changed: readonly string[]): Set<string> => {
  const reached = new Set(changed);
  for (const file of reached)
    for (const target of [file, ...foldersAbove(file)]) for (const by of namedBy.get(target) ?? []) reached.add(by);
  return reached;
};

const git = (...args: string[]): string[] =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
    .split('\n')
    .filter((line) => line !== '');

/** The graph of the checkout, files not yet added included. */
export const readGraph = (): NamedBy => {
  const gone = new Set(git('ls-files', '--deleted'));
  const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) => !gone.has(file));
  return graphOf(files, (file) => readFileSync(join(root, file), 'utf8'));
};

/** The files that differ from where this branch left `ref`, files not yet committed or added included. */
export const filesChangedSince = (ref: string): string[] => [
  ...git('diff', '--name-only', '--merge-base', ref),
  ...git('ls-files', '--others', '--exclude-standard'),
];
