// What a download is to those who ask for it, make it and tell of it. How they are run is jobs.ts.
import type { DownloadFormat } from '@outrider/contract';
import type { ExportTurn } from './turns.ts';

/** Why there is no file. `message` is for the operator. */
export class DownloadFault extends Error {
  readonly result: 'BACKUP FAIL' | 'CREATE FAIL';
  /** It may succeed where more bytes may be written. */
  readonly wantsRoom: boolean;
  constructor(
    result: 'BACKUP FAIL' | 'CREATE FAIL',
    text: string,
    { wantsRoom = false, ...options }: ErrorOptions & { wantsRoom?: boolean } = {},
  ) {
    super(text, options);
    this.wantsRoom = wantsRoom;
    this.name = 'DownloadFault';
    this.result = result;
  }
}

export type MakeContext = {
  path: string;
  signal: AbortSignal;
  /** Part of the whole, 0 to 1, and what it waits for. */
  progress: (part: number, message?: string) => void;
  /** Runs what computes, when it is its turn. Rejects with DownloadFault without room on the disk. */
  turn: ExportTurn;
};

export type JobRequest = {
  /** Names the file among those of its account. */
  key: string;
  userId: number;
  deviceKey: number;
  name: string;
  format: DownloadFormat;
  /** UTC ms; a file made before its span was over is made anew. */
  startMs: number;
  endMs: number;
  /** Gives the size in bytes. */
  make(context: MakeContext): Promise<number>;
};

export type JobState = 'new' | 'working' | 'done' | 'failed';
export type JobView = {
  state: JobState;
  progress: number;
  message: string;
  name: string;
  bytes: number;
  fault: DownloadFault['result'] | null;
};
