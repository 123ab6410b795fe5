// A disk that can be filled and freed under a running server: a small file system of its own where the test may mount one, else a
// limit on the size of every file the process writes.
import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { afterwards } from './cleanup.ts';

const DISK_MEGABYTES = 24;
const MEGABYTE = 1024 * 1024;

export type FullDisk = { fill: (pid: number) => Promise<void>; free: (pid: number) => Promise<void> };

const mounted = (folder: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // not allowed here
  }
};

const setFileLimit = (pid: number, limit: string): void => {
  execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${limit}:`]); // the soft limit only: it can be taken back
};

/** `folder` is empty and stays what it is for the server. */
export const prepareDisk = (t: TestContext, folder: string): FullDisk => {
  if (!mounted(folder))
    return {
      fill: async (pid) => setFileLimit(pid, '0'),
      free: async (pid) => setFileLimit(pid, 'unlimited'),
    };
  afterwards(t, () => execFileSync('umount', ['-l', folder]));
  const ballast = join(folder, 'ballast');
  return {
    fill: async () => {
      // Smaller and smaller files, until not even a page fits.
      for (const [i, size] of [MEGABYTE, 65_536, 4096]
        .flatMap((each) => Array.from({ length: 64 }, () => each))
        .entries())
        await writeFile(`${ballast}-${i}`, new Uint8Array(size)).catch(() => undefined);
    },
    free: async () => {
      for (let i = 0; i < 3 * 64; i += 1) await rm(`${ballast}-${i}`, { force: true });
    },
  };
};
