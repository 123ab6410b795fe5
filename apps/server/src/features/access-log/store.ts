// The table access_log. The only file that knows it.
import { accessLogData, accessLogTypes } from '@outrider/contract';
import type { AuditEntry } from '../../kernel/access/audit.ts';
import { type Database, json, oneOf } from '../../kernel/storage/db.ts';
import { logTable } from '../../kernel/storage/log-table.ts';

export const accessLogTable = (db: Database) =>
  logTable<AuditEntry & { atMs: number }, 'address' | 'userName' | 'action'>(db, {
    table: 'accessLog',
    at: 'atMs',
    filters: ['address', 'userName', 'action'],
    columns: { type: oneOf(accessLogTypes, 'HTTP'), data: json(accessLogData) },
  });
