// `npm run check`: runs every `check:…` script of package.json, two at a time, and shows the output of those that failed.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = join(import.meta.dirname, '..');
// package.json is ours; npm refuses to run at all when its scripts are not a table of texts.
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

type Outcome = { name: string; ok: boolean; output: string };

/** Runs one script as npm would; tools/run.mjs has put the pinned Node and its tools first on the PATH. */
const run = async (name: string, command: string): Promise<Outcome> => {
  const startMs = performance.now();
  const child = spawn('sh', ['-c', `${command} 2>&1`], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject));
  const output = await text(child.stdout);
  const ok = (await ended) === 0;
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${seconds.padStart(5)} s`);
  return { name, ok, output };
};

const waiting = Object.entries(scripts)
  .filter(([name]) => name.startsWith('check:'))
  .map(([name, command]) => ({ name: name.slice('check:'.length), command }));
const outcomes: Outcome[] = [];
const work = async (): Promise<void> => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
    outcomes.push(await run(next.name, next.command));
};
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));

const failed = outcomes.filter((outcome) => !outcome.ok);
for (const outcome of failed) console.log(`\n--- ${outcome.name} ---\n${outcome.output.trimEnd()}`);
console.log(
  failed.length === 0
    ? `check: all ${outcomes.length} passed`
    : `check: ${failed.map((outcome) => outcome.name).join(', ')} of ${outcomes.length} failed`,
);
if (failed.length > 0) process.exitCode = 1;
