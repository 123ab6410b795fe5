// The thread that makes archives of logs, so that nobody waits for the key of a password.
import { parentPort } from 'node:worker_threads';
import { CSV_MARK, csvLines } from '@outrider/contract';
import { serveCalls } from '../../work/serve-calls.ts';
import { sevenZip } from '../seven-zip.ts';

type Sheet = { name: string; lines: readonly (readonly (string | number)[])[]; madeMs: number };

const calls = {
  pack: ({ name, lines, madeMs }: Sheet, password: string): Uint8Array<ArrayBuffer> => {
    const content = new TextEncoder().encode(CSV_MARK + csvLines(lines));
    return sevenZip({ name, content, modifiedMs: madeMs }, password);
  },
};
export type ArchiveCalls = typeof calls;
serveCalls(parentPort, calls, { pack: ({ buffer }) => [buffer] });
