// What the main thread and the thread that draws PDF files say to each other.
import type { ReportTable } from '@outrider/contract';

export type DrawRequest = { id: number; logo: string; table: ReportTable };
/** `pdf` null: it could not be drawn, and `reason` says why. */
export type DrawReply = { id: number; pdf: Uint8Array<ArrayBuffer> | null; reason: string };
