// The table stream_log. The only file that knows it.
import type { StreamLogRow } from '@outrider/contract';
import type { Database } from '../../kernel/storage/db.ts';
import { logTable } from '../../kernel/storage/log-table.ts';

export type NewStreamEntry = {
  userName: string;
  deviceKey: number;
  deviceId: string;
  channel: number;
  entrance: StreamLogRow['entrance'];
  type: StreamLogRow['type'];
  askedMs: number;
  duringMs: number;
  updatedMs: number;
};

export const streamLogTable = (db: Database) =>
  logTable<NewStreamEntry, 'type' | 'entrance' | 'userName' | 'deviceId'>(db, {
    table: 'streamLog',
    at: 'updatedMs',
    filters: ['type', 'entrance', 'userName', 'deviceId'],
  });
