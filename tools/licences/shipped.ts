// Which packages an installation of Outrider runs or hands to browsers: read from the lock file, so it is the same on every machine.

/** What we read of an entry of package-lock.json. */
export type LockEntry = {
  version?: string;
  license?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
/** The entries by their folder, as in the lock file. */
export type Lock = Readonly<Record<string, LockEntry>>;

export type Shipped = {
  name: string;
  version: string;
  /** Its folder, relative to the workspace. */
  folder: string;
  /** The licence that its package names, '' for none. */
  licence: string;
  /** Runs in the server. */
  server: boolean;
  /** Is part of what browsers load. */
  console: boolean;
};

/** What of the console's dependencies only builds it. */
export const buildTools: ReadonlySet<string> = new Set([
  '@vitejs/plugin-react',
  'marked',
  'pdfkit',
  'vite',
  'vite-plugin-pwa',
]);
/** What the built service worker is made of. */
const serviceWorkerParts = [
  'workbox-core',
  'workbox-expiration',
  'workbox-precaching',
  'workbox-routing',
  'workbox-strategies',
];

const MODULES = 'node_modules/';

/** The folder in which `from` finds a package: its own, then outwards. */
const find = (lock: Lock, from: string, name: string): string | undefined => {
  for (let at = from; ; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') {
    const folder = `${at === '' ? '' : `${at}/`}${MODULES}${name}`;
    if (lock[folder] !== undefined) return folder;
    if (at === '') return undefined;
  }
};

/** All folders that the given packages of `from` need, their own included. Those for another system are left out. */
const closure = (
  lock: Lock,
  from: string,
  names: readonly string[],
  isThere: (folder: string) => boolean,
): Set<string> => {
  const found = new Set<string>();
  const walk = (within: string, name: string, optional: boolean): void => {
    const place = find(lock, within, name);
    if (place === undefined && optional) return;
    if (place === undefined) throw new Error(`${within} needs ${name}, which the lock file does not have`);
    const folder = lock[place]?.link === true ? (lock[place].resolved ?? place) : place;
    if (found.has(folder) || (optional && !isThere(folder))) return;
    found.add(folder);
    const entry = lock[folder] ?? {};
    for (const each of Object.keys(entry.dependencies ?? {}))
      walk(folder, each, Object.hasOwn(entry.optionalDependencies ?? {}, each));
    for (const each of Object.keys(entry.optionalDependencies ?? {})) walk(folder, each, true);
    for (const each of Object.keys(entry.peerDependencies ?? {}))
      if (entry.peerDependenciesMeta?.[each]?.optional !== true) walk(folder, each, false);
  };
  for (const name of names) walk(from, name, false);
  return found;
};

const needs = (lock: Lock, folder: string): string[] => Object.keys(lock[folder]?.dependencies ?? {});

/** Sorted by name and version. `isThere` says whether a folder is installed. */
export const shippedPackages = (lock: Lock, isThere: (folder: string) => boolean): Shipped[] => {
  const common = closure(lock, 'packages/contract', needs(lock, 'packages/contract'), isThere);
  const server = closure(lock, 'apps/server', needs(lock, 'apps/server'), isThere);
  const shown = needs(lock, 'apps/console').filter((name) => !buildTools.has(name));
  const console = closure(lock, 'apps/console', [...shown, ...serviceWorkerParts], isThere);
  const folders = [...new Set([...common, ...server, ...console])].filter((folder) => folder.includes(MODULES));
  return folders
    .map((folder) => ({
      name: folder.slice(folder.lastIndexOf(MODULES) + MODULES.length),
      version: lock[folder]?.version ?? '',
      folder,
      licence: lock[folder]?.license ?? '',
      server: server.has(folder) || common.has(folder),
      console: console.has(folder) || common.has(folder),
    }))
    .toSorted((one, other) =>
      one.name === other.name ? (one.folder < other.folder ? -1 : 1) : one.name < other.name ? -1 : 1,
    );
};
