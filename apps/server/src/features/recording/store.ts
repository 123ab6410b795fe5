// The tables recording_segments, recording_days, recording_slots and forgotten_segments. Only this file and its folder know them.
import type { Database } from '../../kernel/storage/db.ts';
import type { SlotNames } from './slot-names.ts';
import { deletingRows } from './store/deleting.ts';
import { forgettingRows } from './store/forgetting.ts';
import { listRows } from './store/lists.ts';
import { protectingRows } from './store/protecting.ts';
import { readingRows } from './store/reading.ts';
import { retiringRows } from './store/retiring.ts';
import { recordingTables } from './store/tables.ts';
import { createSlotStore } from './store/slots.ts';
import { spanRows } from './store/spans.ts';
import { sumRows } from './store/sums.ts';
import { findingRows, writingRows } from './store/writing.ts';

export type { ClosedSegment, NewSegment, SegmentRow } from './store/tables.ts';

export type RecordingStore = ReturnType<typeof createRecordingStore>;

export const createRecordingStore = (database: Database, names: SlotNames) => {
  const db = recordingTables(database, names);
  return {
    ...writingRows(db, names),
    ...findingRows(db, names),
    ...readingRows(db, names),
    ...spanRows(db),
    ...listRows(db),
    ...sumRows(db, names),
    ...retiringRows(db, names),
    ...protectingRows(db),
    ...deletingRows(db, names),
    ...forgettingRows(db),
    ...createSlotStore(database),
    names,
  };
};
