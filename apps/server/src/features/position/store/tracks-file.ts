// The file of tracks: journal rows as they come, packed device-hours later. Runs inside worker threads: its calls block.
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** A device-hour is about 3 KB: at 4096-byte pages it would waste half (measured), so pages are larger. Set before the first table. */
const PAGE_BYTES = 16_384;
const SCHEMA_VERSION = 1;

const schema = `
CREATE TABLE journal (id INTEGER PRIMARY KEY AUTOINCREMENT, data BLOB NOT NULL) STRICT;
CREATE TABLE hours (id INTEGER PRIMARY KEY, device_key INTEGER NOT NULL, hour INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
CREATE UNIQUE INDEX hours_by_device ON hours (device_key, hour);
`;

export type JournalRow = { id: number; data: Uint8Array };

export type TracksFileOptions = {
  readOnly?: boolean;
  /** For tests of a full disk: the file may not grow beyond so many pages. */
  maxPages?: number;
};

export class TracksFile {
  private readonly db: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();

  /** Throws when the file is damaged or was written by a newer server. */
  constructor(path: string, options: TracksFileOptions = {}) {
    this.db = new DatabaseSync(path, { readOnly: options.readOnly === true, timeout: 5000 });
    if (options.readOnly !== true) this.prepareFile();
    if (options.maxPages !== undefined) this.db.exec(`PRAGMA max_page_count = ${Math.floor(options.maxPages)}`);
  }

  /** One durable row: FULL synchronises the disk before the commit returns, so that a power cut loses nothing acknowledged. */
  appendJournal(data: Uint8Array): void {
    this.run('INSERT INTO journal (data) VALUES (?)', data);
  }

  /** 0 for an empty journal, as is the first one. */
  lastJournalId(): number {
    return this.number('SELECT max(id) AS n FROM journal');
  }

  firstJournalId(): number {
    return this.number('SELECT min(id) AS n FROM journal');
  }

  /** Bytes of the rows up to this one. */
  journalBytes(untilId: number): number {
    return this.number('SELECT sum(length(data)) AS n FROM journal WHERE id <= ?', untilId);
  }

  /** Rows from `afterId` on in order, up to `untilId`, about `maxBytes` of them. */
  journalRows(afterId: number, untilId: number, maxBytes: number): JournalRow[] {
    const rows: JournalRow[] = [];
    let bytes = 0;
    for (const row of this.statement('SELECT id, data FROM journal WHERE id > ? AND id <= ? ORDER BY id').iterate(
      afterId,
      untilId,
    )) {
      const { id, data } = row;
      if (typeof id !== 'number' || !(data instanceof Uint8Array)) continue;
      rows.push({ id, data });
      bytes += data.length;
      if (bytes >= maxBytes) break;
    }
    return rows;
  }

  deleteJournal(untilId: number): void {
    this.run('DELETE FROM journal WHERE id <= ?', untilId);
  }

  hour(deviceKey: number, hour: number): Uint8Array | undefined {
    const data = this.statement('SELECT data FROM hours WHERE device_key = ? AND hour = ?').get(deviceKey, hour)?.[
      'data'
    ];
    return data instanceof Uint8Array ? data : undefined;
  }

  hours(deviceKey: number, fromHour: number, toHour: number): Uint8Array[] {
    const rows = this.statement(
      'SELECT data FROM hours WHERE device_key = ? AND hour BETWEEN ? AND ? ORDER BY hour',
    ).all(deviceKey, fromHour, toHour);
    return rows.flatMap(({ data }) => (data instanceof Uint8Array ? [data] : []));
  }

  putHour(deviceKey: number, hour: number, data: Uint8Array): void {
    this.run(
      'INSERT INTO hours (device_key, hour, data) VALUES (?, ?, ?) ON CONFLICT (device_key, hour) DO UPDATE SET data = excluded.data',
      deviceKey,
      hour,
      data,
    );
  }

  transaction(action: () => void): void {
    this.db.exec('BEGIN IMMEDIATE');
    try {
      action();
      this.db.exec('COMMIT');
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK'); // a full disk has ended it already
      throw error;
    }
  }

  close(): void {
    this.db.close();
  }

  private prepareFile(): void {
    this.db.exec(
      `PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY`,
    );
    const version = Number(this.db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    if (version > SCHEMA_VERSION) throw new Error('tracks.sqlite was written by a newer Outrider; start that one');
    if (version === 0) this.db.exec(`BEGIN; ${schema} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
  }

  /** The column n of a single row, 0 for null. */
  private number(sql: string, ...values: number[]): number {
    const n = this.statement(sql).get(...values)?.['n'];
    return typeof n === 'number' ? n : 0;
  }

  private run(sql: string, ...values: (number | Uint8Array)[]): void {
    this.statement(sql).run(...values);
  }

  private statement(sql: string): StatementSync {
    let statement = this.statements.get(sql);
    if (statement === undefined) {
      statement = this.db.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }
}
