// What a running server leaves in its data folder for commands: where browsers reach it, which flags and ports of 0 decide.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from './kernel/log.ts';

const FILE = 'running.json';
const running = z.object({ secure: z.boolean(), host: z.string(), serverAddress: z.string(), httpPort: z.number() });
export type Running = z.output<typeof running>;

/** A boundary: without the file commands go by the configuration, so a full disk is no reason not to start. Gives its removal. */
export const noteRunning = (
  { data, host, serverAddress }: { data: string; host: string; serverAddress: string },
  found: Pick<Running, 'secure' | 'httpPort'>,
  log: Log,
): (() => void) => {
  const path = join(data, FILE);
  const facts: Running = { ...found, host, serverAddress };
  try {
    writeFileSync(path, `${JSON.stringify(facts)}\n`, { mode: 0o600 });
  } catch (err) {
    log.warn('commands will not know the port', { path, err });
  }
  return () => rmSync(path, { force: true });
};

/** What the server on this folder noted, or undefined. A killed one leaves it behind: ask whether one runs. */
export const readRunning = (dataFolder: string): Running | undefined => {
  try {
    return running.parse(JSON.parse(readFileSync(join(dataFolder, FILE), 'utf8')));
  } catch {
    return undefined;
  }
};
