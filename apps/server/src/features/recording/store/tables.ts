// The rows of recording_segments, recording_days, recording_settings and recording_folders, and the database with these tables.
import type { Generated, Kysely } from 'kysely';

export type SegmentState = 'open' | 'closed' | 'retiring' | 'retired';
export type SegmentRow = {
  id: number;
  device_key: number;
  channel: number;
  start_ms: number;
  end_ms: number;
  bytes: number;
  frames: number;
  slot: string;
  path: string;
  state: SegmentState;
  reason: string;
  has_video: number;
  has_audio: number;
  hash: Uint8Array | null;
  previous_hash: Uint8Array;
  protected_until_ms: number;
};
export type NewSegment = Pick<
  SegmentRow,
  'device_key' | 'channel' | 'start_ms' | 'end_ms' | 'slot' | 'path' | 'previous_hash'
>;
export type ClosedSegment = Pick<
  SegmentRow,
  'end_ms' | 'bytes' | 'frames' | 'reason' | 'has_video' | 'has_audio' | 'slot' | 'path'
> & { hash: Uint8Array };
export type DayRow = { device_key: number; channel: number; day: number; minutes: Uint8Array };
export type SettingsRow = { device_key: number; enable: number; plan: string; audio: number; days: number };
export type Tables = {
  recording_segments: Omit<SegmentRow, 'id'> & { id: Generated<number> };
  recording_days: DayRow;
  recording_settings: SettingsRow;
  recording_folders: { folder: string; mark: string };
};

export type RecordingTables = Kysely<Tables>;
