// The files of reports: how long they are kept, how many, and whose they are. They end with the process.
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileNameOf, fileStamp } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';

const KEPT_MS = 3_600_000;
const SWEEP_MS = 60_000;
/** Then the oldest go. */
const MAX_FILES = 200;
const MAX_FILES_OF_ONE = 20;

type Kept = { userId: number; madeMs: number; file: string; title: string };

export type KeptReports = {
  /** The name in the address of a file that `make` writes. */
  add(userId: number, title: string, make: (file: string) => Promise<void>): Promise<string>;
  /** Where it lies and what it is called when it is saved; undefined when it is gone, or somebody else's. */
  find(userId: number, name: string): { file: string; savedAs: string } | undefined;
  count(): number;
  close(): Promise<void>;
};

export const keepReports = async (kit: { clock: Clock; log: Log; folder: string }): Promise<KeptReports> => {
  const { clock, log, folder } = kit;
  // What an earlier run left has no owner any more.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept = new Map<string, Kept>();
  const drop = async (name: string): Promise<void> => {
    const file = kept.get(name)?.file;
    kept.delete(name);
    if (file !== undefined)
      await rm(file, { force: true }).catch((err: unknown) => log.warn('report not removed', { err }));
  };
  const sweep = clock.every(SWEEP_MS, () => {
    for (const [name, { madeMs }] of kept) if (clock.now() - madeMs > KEPT_MS) void drop(name); // reports its own failures
  });
  return {
    async add(userId, title, make) {
      const name = `${randomBytes(16).toString('hex')}.pdf`;
      const file = join(folder, name);
      await make(file);
      const own = [...kept].filter(([, each]) => each.userId === userId).map(([known]) => known);
      const old = own.length >= MAX_FILES_OF_ONE ? own[0] : kept.size >= MAX_FILES ? [...kept.keys()][0] : undefined;
      if (old !== undefined) await drop(old);
      kept.set(name, { userId, madeMs: clock.now(), file, title });
      return name;
    },
    find(userId, name) {
      const found = kept.get(name);
      if (found?.userId !== userId) return undefined;
      return { file: found.file, savedAs: fileNameOf([found.title, fileStamp(found.madeMs)], 'pdf') };
    },
    count: () => kept.size,
    async close() {
      sweep.cancel();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
