// What a download is to those who ask for it, make it and tell of it. How it is run is downloads.ts.
import type { DownloadFormat } from '@outrider/contract';

/** Runs `action` when it is its turn, with the most bytes it may write. */
type ExportTurn = <T>(action: (maxBytes: number) => Promise<T>) => Promise<T>;

/** In the words of web.cgi. */
export type DownloadFailure = 'BACKUP FAIL' | 'CREATE FAIL';

/** Why there is no file. `message` is for the operator. */
export class DownloadFault extends Error {
  readonly result: DownloadFailure;
  /** It may succeed where more bytes may be written. */
  readonly wantsRoom: boolean;
  constructor(
    result: DownloadFailure,
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

export type FileRequest = {
  /** Names the file among those of its account. */
  key: string;
  userId: number;
  deviceKey: number;
  name: string;
  format: DownloadFormat;
  /** UTC ms; a file made before its span was over is made again. */
  startMs: number;
  endMs: number;
  /** Gives the size in bytes. */
  make(context: MakeContext): Promise<number>;
};

export type FileState = 'new' | 'working' | 'done' | 'failed';
export type FileView = {
  state: FileState;
  progress: number;
  message: string;
  name: string;
  bytes: number;
  /** '': none. */
  fault: DownloadFailure | '';
};
