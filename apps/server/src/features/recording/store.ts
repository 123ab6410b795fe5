// The tables recording_segments, recording_days, recording_settings and recording_folders. Only this file and its folder know them.
import type { Database } from '../../kernel/storage/db.ts';
import { deletingRows } from './store/deleting.ts';
import { folderRows } from './store/folders.ts';
import { listRows } from './store/lists.ts';
import { protectingRows } from './store/protecting.ts';
import { readingRows } from './store/reading.ts';
import { retiringRows } from './store/retiring.ts';
import { settingsRows } from './store/settings.ts';
import { recordingTables } from './store/tables.ts';
import { spanRows } from './store/spans.ts';
import { sumRows } from './store/sums.ts';
import { writingRows } from './store/writing.ts';

export type { ClosedSegment, NewSegment, SegmentRow } from './store/tables.ts';

export type RecordingStore = ReturnType<typeof createRecordingStore>;

export const createRecordingStore = (database: Database) => {
  const db = recordingTables(database);
  return {
    ...writingRows(db),
    ...readingRows(db),
    ...spanRows(db),
    ...listRows(db),
    ...sumRows(db),
    ...retiringRows(db),
    ...protectingRows(db),
    ...deletingRows(db),
    ...settingsRows(db),
    ...folderRows(db),
  };
};
