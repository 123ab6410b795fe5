// Whether paths still lead to the files a program has open. A deleted file, or one under an unmounted disk, still takes writes
// that nobody will ever read: only the path tells.
import { statSync } from 'node:fs';
import { errorText } from '../error-text.ts';

/** `missing`: nothing lies there. `replaced`: something else does. Otherwise what the system says of the path. */
export type MovedPlace = { path: string; what: 'missing' | 'replaced' | 'unreadable'; why: string };

const NOWHERE = new Set(['ENOENT', 'ENOTDIR']);
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Device and inode: the same for a path and a handle of the same file. Throws the error of the system. */
const identityOf = (path: string): string => {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
};

export class KeptPlaces {
  private readonly known = new Map<string, string>();
  private readonly later: string[];

  /**
   * `paths` are open now, by this process, and stay open: an inode that is held is given to nobody else. `later`: files that come
   * with the first write, as a log does; each is remembered when it is first seen. Throws when one of `paths` is not there.
   */
  constructor(paths: readonly string[], later: readonly string[] = []) {
    for (const path of paths) this.known.set(path, identityOf(path));
    this.later = [...later];
  }

  /** From now on `path` too, and what comes with its first write. Throws when it is not there. */
  add(path: string, later: string): void {
    this.known.set(path, identityOf(path));
    this.later.push(later);
  }

  /** What `add` added is no longer looked at: it is about to be closed. */
  remove(path: string, later: string): void {
    this.later.splice(this.later.indexOf(later), 1);
    for (const gone of [path, later]) this.known.delete(gone);
  }

  /** The first path that does not lead to what it led to, or null. A few microseconds. */
  moved(): MovedPlace | null {
    for (const [path, identity] of this.known) {
      try {
        if (identityOf(path) !== identity) return { path, what: 'replaced', why: 'another file lies there' };
      } catch (error) {
        return { path, what: NOWHERE.has(codeOf(error)) ? 'missing' : 'unreadable', why: errorText(error) };
      }
    }
    for (const path of this.later) if (!this.known.has(path)) this.learn(path);
    return null;
  }

  private learn(path: string): void {
    try {
      this.known.set(path, identityOf(path));
    } catch {
      // Not there yet.
    }
  }
}
