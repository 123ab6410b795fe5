// A tool of the machine, such as ffmpeg, run to its end without holding up this process: the server under test, and the recorders
// that talk to it, often live here, and would see seconds without anything.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type ToolResult = { status: number | null; stdout: Buffer; stderr: string };

/** Rejects when the tool cannot be started. */
export const runTool = async (command: string, args: readonly string[], input?: Uint8Array): Promise<ToolResult> => {
  const child = spawn(command, args, { stdio: 'pipe' });
  const out: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  child.stdin.on('error', () => undefined); // it may end before it has read everything
  child.stdin.end(input);
  await once(child, 'close');
  return { status: child.exitCode, stdout: Buffer.concat(out), stderr: Buffer.concat(errors).toString() };
};
