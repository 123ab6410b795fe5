// What the main thread and the thread that draws PDF files say to each other.
import type { ReportTable } from '@outrider/contract';

/** `file` is written; it does not exist yet. */
export type DrawRequest = { id: number; logo: string; table: ReportTable; file: string };
/** `reason` null: the file is there. Else why it could not be drawn, and nothing is left of it. `full`: the disk is. */
export type DrawReply = { id: number; reason: string | null; full: boolean };
