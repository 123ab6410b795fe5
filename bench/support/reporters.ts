// Starts the crowd of reporting recorders, and knows their numbers.
import { join } from 'node:path';
import type { ReportersAsk, ReportersTold } from './reporters-child.ts';
import { WorkerProcess } from './worker-process.ts';

export type Reporters = WorkerProcess<ReportersAsk, ReportersTold>;
type Sent = ReportersTold['send'];

const CHILD = join(import.meta.dirname, 'reporters-child.ts');
const FIRST_PHONE = 13_900_000_000;

/** Numbers of twelve digits, as they stand in a header. */
export const phonesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => String(FIRST_PHONE + i).padStart(12, '0'));

/** The ids under which the server knows them. */
export const idsOf = (phones: readonly string[]): string[] => phones.map((phone) => String(Number(phone)));

export const startReporters = async (): Promise<Reporters> => {
  const { process } = await WorkerProcess.start<ReportersAsk, ReportersTold>(CHILD);
  return process;
};

/** Sends and throws unless every report was answered with success and every connection is still there. */
export const sendAll = async (reporters: Reporters, perSecond: number, durationMs: number): Promise<Sent> => {
  const told = await reporters.ask({ kind: 'send', perSecond, durationMs });
  const { sent, refused, unanswered, lost } = told;
  if (refused + unanswered + lost > 0)
    throw new Error(
      `of ${sent} reports ${refused} were refused and ${unanswered} not answered; ${lost} links were lost`,
    );
  return told;
};
