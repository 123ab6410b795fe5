// The rows of recording_segments, recording_days, recording_settings and recording_folders, and the database with these tables.
import { type Database, flag, oneOf, type Row, tables } from '../../../kernel/storage/db.ts';

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
export type SettingsRow = { deviceKey: number; enable: number; plan: string; audio: number; days: number };

const columns = { state: oneOf(segmentStates, 'retired'), hasVideo: flag, hasAudio: flag };
type Tables = {
  recordingSegments: Row<SegmentRow, typeof columns, 'id'>;
  recordingDays: Row<DayRow>;
  recordingSettings: Row<SettingsRow>;
  recordingFolders: Row<{ folder: string; mark: string }>;
};

export const recordingTables = (database: Database) => tables<Tables>(database, columns);
export type RecordingTables = ReturnType<typeof recordingTables>;
