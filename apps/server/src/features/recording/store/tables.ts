// The rows of recording_segments, recording_days, recording_slots and forgotten_segments, and the database with these tables.
import { type Database, flag, oneOf, type Row, tables } from '../../../kernel/storage/db.ts';
import type { SlotNames } from '../slot-names.ts';

const segmentStates = ['open', 'closed', 'retiring', 'retired'] as const;
export type SegmentState = (typeof segmentStates)[number];
export type SegmentRow = {
  id: number;
  deviceKey: number;
  channel: number;
  startMs: number;
  endMs: number;
  bytes: number;
  frames: number;
  /** The server whose slot holds the file. */
  node: string;
  /** Here the folder of the slot; the row itself has its name, which `names.nameOf` gives. */
  slot: string;
  path: string;
  state: SegmentState;
  reason: string;
  hasVideo: boolean;
  hasAudio: boolean;
  hash: Uint8Array | null;
  previousHash: Uint8Array;
  protectedUntilMs: number;
};
export type NewSegment = Pick<
  SegmentRow,
  'deviceKey' | 'channel' | 'startMs' | 'endMs' | 'slot' | 'path' | 'previousHash'
>;
export type ClosedSegment = Pick<
  SegmentRow,
  'endMs' | 'bytes' | 'frames' | 'reason' | 'hasVideo' | 'hasAudio' | 'slot' | 'path'
> & { hash: Uint8Array };
export type DayRow = { deviceKey: number; channel: number; day: number; minutes: Uint8Array };

const columns = { state: oneOf(segmentStates, 'retired'), hasVideo: flag, hasAudio: flag };
type Tables = {
  recordingSegments: Row<SegmentRow, typeof columns, 'id'>;
  recordingDays: Row<DayRow>;
  forgottenSegments: Row<{ deviceKey: number; channel: number; hash: Uint8Array }>;
};

/** Folders are read as where the slots lie now; what is written or compared goes through `names`. */
export const recordingTables = (database: Database, names: SlotNames) =>
  tables<Tables>(database, { ...columns, slot: { read: (name: string) => names.folderOf(name), write: String } });
export type RecordingTables = ReturnType<typeof recordingTables>;

export const slotTables = (database: Database) =>
  tables<{ recordingSlots: Row<{ node: string; name: string; folder: string; mark: string }> }>(database);
