// What the main thread and the thread that makes an export say to each other.
import type { StoredCodec } from '../../recording/index.ts';

/** mp4: one channel. gms: every channel and the track of the vehicle, in Matroska. */
export type ExportFormat = 'mp4' | 'gms';

/** What to make. Times are UTC ms. */
export type ExportPlan = {
  format: ExportFormat;
  path: string;
  /** A larger file is given up. */
  maxBytes: number;
  fromMs: number;
  toMs: number;
  title: string;
  sound: boolean;
  /** JSON array of track points as POST /api/gps answers it; null: none is wanted. */
  track: Uint8Array | null;
  /** Of the device's clock, for the words of the track. */
  utcOffsetMinutes: number;
};

/** One whole frame; its body lies in the bytes of the batch. */
export type PackedFrame = {
  channel: number;
  kind: 'video' | 'audio';
  codec: StoredCodec;
  key: boolean;
  timeMs: number;
  at: number;
  length: number;
};

/** `pass`: how often the frames were sent from the beginning. */
export type ExportRequest =
  | { kind: 'frames'; pass: number; frames: PackedFrame[]; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'end'; pass: number };

/** empty: nothing to see or hear. disk: full or broken. size: past `maxBytes`. broken: a fault of ours. */
export type ExportFault = 'empty' | 'disk' | 'size' | 'broken';
/** `startMs`: what stands at the beginning of the file. */
export type ExportMade = { bytes: number; startMs: number; pictures: number; soundBlocks: number; damaged: number };

export type ExportReply =
  | { kind: 'taken'; pass: number }
  /** Something came that the file must say at its beginning: all frames are wanted once more. */
  | { kind: 'again'; pass: number }
  | ({ kind: 'done' } & ExportMade)
  | { kind: 'failed'; fault: ExportFault; message: string };

/** The failure of an export. `message` is for the log. */
export class ExportError extends Error {
  readonly fault: ExportFault;
  constructor(fault: ExportFault, text: string) {
    super(text);
    this.name = 'ExportError';
    this.fault = fault;
  }
}
