// Makes the file of a download of frames that are there: one channel as MP4, or all of them with the track.
import type { DownloadFormat } from '@outrider/contract';
import { runExport } from './export-run.ts';
import type { ExportChannel } from './frame-pump.ts';
import { type DownloadFailure, DownloadFault, type MakeContext } from './file-request.ts';
import { ExportError, type ExportFault } from './worker/messages.ts';

export type FileContent = {
  format: DownloadFormat;
  fromMs: number;
  toMs: number;
  title: string;
  /** Opens the channels at the key frame at or before `fromMs`. */
  open: () => Promise<ExportChannel[]>;
  /** As POST /api/gps answers it. */
  track: Uint8Array | null;
  utcOffsetMinutes: number;
  sound?: boolean;
};

export const NO_FOOTAGE = 'No Record';

const faults: Readonly<Record<ExportFault, [DownloadFailure, string]>> = {
  empty: ['BACKUP FAIL', NO_FOOTAGE],
  disk: ['CREATE FAIL', 'The disk of the server cannot be written, or is full.'],
  size: ['CREATE FAIL', 'The disk of the server has too little room for this download.'],
  broken: ['CREATE FAIL', 'The file could not be made, see the log.'],
};

/** Bytes of the file. `from`: the part of the whole at which this begins. Rejects with DownloadFault. */
export const makeFile = (
  { open, sound = true, ...content }: FileContent,
  { path, signal, progress, turn }: MakeContext,
  from = 0,
): Promise<number> =>
  turn(async (maxBytes) => {
    try {
      const plan = { ...content, sound, path, maxBytes };
      const made = await runExport({ plan, open, onProgress: (part) => progress(from + (1 - from) * part), signal });
      return made.bytes;
    } catch (error) {
      if (!(error instanceof ExportError)) throw error;
      const [result, text] = faults[error.fault];
      throw new DownloadFault(result, text, { cause: error, wantsRoom: error.fault === 'size' });
    }
  });
