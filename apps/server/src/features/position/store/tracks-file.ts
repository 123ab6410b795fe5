// The file of tracks: journal rows as they come, packed device-hours later; beside them the alarm journal. Runs inside worker threads: its calls block.
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** A device-hour is about 3 KB: at 4096-byte pages it would waste half (measured), so pages are larger. Set before the first table. */
const PAGE_BYTES = 16_384;
const SCHEMA_VERSION = 3;

const schema = `
CREATE TABLE journal (id INTEGER PRIMARY KEY AUTOINCREMENT, data BLOB NOT NULL) STRICT;
CREATE TABLE hours (id INTEGER PRIMARY KEY, device_key INTEGER NOT NULL, hour INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
CREATE UNIQUE INDEX hours_by_device ON hours (device_key, hour);
`;
/** Version 2. Its numbers are never given twice: a cursor in another file stands on them. */
const alarmSchema = 'CREATE TABLE alarms (id INTEGER PRIMARY KEY AUTOINCREMENT, data BLOB NOT NULL) STRICT;';
/** Version 3. What somebody has counted of all journal rows up to one, which is the same in each part. */
const sumsSchema =
  'CREATE TABLE sums (part INTEGER PRIMARY KEY, journal_id INTEGER NOT NULL, data BLOB NOT NULL) STRICT;';

const ALL = Number.MAX_SAFE_INTEGER;
/** A file of before, whose free pages cannot be given back one by one, is written again at a start up to this size: a second or two. */
const REWRITTEN_BYTES = 256 * 1024 * 1024;
const INCREMENTAL = 2;
const FULL = 2;

export type HourRow = { id: number; deviceKey: number; hour: number; data: Uint8Array };
export type JournalRow = { id: number; data: Uint8Array };
/** What was counted of the journal up to and with a row, in some parts, at least one. */
export type KeptSums = { journalId: number; parts: Uint8Array[] };

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

  /**
   * One durable row, and rows of the alarm journal with it or not at all: FULL synchronises the disk before the commit returns, so
   * that a power cut loses nothing acknowledged. Gives the number of the row.
   */
  appendJournal(data: Uint8Array, alarms: readonly Uint8Array[] = []): number {
    const insert = (): number =>
      Number(this.statement('INSERT INTO journal (data) VALUES (?)').run(data).lastInsertRowid);
    if (alarms.length === 0) return insert();
    let id = 0;
    this.transaction(() => {
      id = insert();
      for (const row of alarms) this.run('INSERT INTO alarms (data) VALUES (?)', row);
    });
    return id;
  }

  /** The highest number a row of the journal ever had, 0 before the first. */
  lastEverJournalId(): number {
    return this.number("SELECT seq AS n FROM sqlite_sequence WHERE name = 'journal'");
  }

  /** Undefined: it is packed. */
  journalRow(id: number): Uint8Array | undefined {
    const data = this.statement('SELECT data FROM journal WHERE id = ?').get(id)?.['data'];
    return data instanceof Uint8Array ? data : undefined;
  }

  /** Null: none are kept. */
  sums(): KeptSums | null {
    const rows = this.statement('SELECT journal_id, data FROM sums ORDER BY part').all();
    const journalId = rows[0]?.['journal_id'];
    if (typeof journalId !== 'number') return null;
    return { journalId, parts: rows.flatMap(({ data }) => (data instanceof Uint8Array ? [data] : [])) };
  }

  /** In the place of what was kept, all of it or nothing. */
  keepSums({ journalId, parts }: KeptSums): void {
    this.transaction(() => {
      this.run('DELETE FROM sums');
      for (const data of parts) this.run('INSERT INTO sums (journal_id, data) VALUES (?, ?)', journalId, data);
    });
  }

  /** The highest number ever given, 0 before the first. */
  lastAlarmId(): number {
    return this.number("SELECT seq AS n FROM sqlite_sequence WHERE name = 'alarms'");
  }

  /** Rows of the alarm journal from `afterId` on in order, about `maxBytes` of them. */
  alarmRows(afterId: number, maxBytes: number): JournalRow[] {
    return this.rows('SELECT id, data FROM alarms WHERE id > ? AND id <= ? ORDER BY id', afterId, ALL, maxBytes);
  }

  /** Deletes at most `limit` rows up to this one; gives whether there may be more. */
  deleteAlarms(untilId: number, limit: number): boolean {
    const first = this.number('SELECT min(id) AS n FROM alarms');
    if (first === 0 || first > untilId) return false;
    const until = Math.min(first + limit - 1, untilId);
    this.run('DELETE FROM alarms WHERE id <= ?', until);
    return until < untilId;
  }

  /** 0 for an empty journal, as is the first one. */
  lastJournalId(): number {
    return this.number('SELECT max(id) AS n FROM journal');
  }

  firstJournalId(): number {
    return this.number('SELECT min(id) AS n FROM journal');
  }

  /** Bytes of the rows up to this one, from behind `afterId` on. */
  journalBytes(untilId: number, afterId = 0): number {
    return this.number('SELECT sum(length(data)) AS n FROM journal WHERE id > ? AND id <= ?', afterId, untilId);
  }

  /** Rows from `afterId` on in order, up to `untilId`, about `maxBytes` of them. */
  journalRows(afterId: number, untilId: number, maxBytes: number): JournalRow[] {
    return this.rows('SELECT id, data FROM journal WHERE id > ? AND id <= ? ORDER BY id', afterId, untilId, maxBytes);
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

  /** The same one after the other, backward where `toHour` is the earlier one; at most `most`. An hour is read when it is asked for. */
  *hoursNear(
    deviceKey: number,
    [fromHour, toHour]: readonly [number, number],
    most: number,
  ): Generator<Uint8Array, void, undefined> {
    const [low, high] = [Math.min(fromHour, toHour), Math.max(fromHour, toHour)];
    const order = toHour < fromHour ? 'DESC' : 'ASC';
    const sql = `SELECT data FROM hours WHERE device_key = ? AND hour BETWEEN ? AND ? ORDER BY hour ${order} LIMIT ?`;
    for (const { data } of this.statement(sql).iterate(deviceKey, low, high, most))
      if (data instanceof Uint8Array) yield data;
  }

  putHour(deviceKey: number, hour: number, data: Uint8Array): void {
    this.run(
      'INSERT INTO hours (device_key, hour, data) VALUES (?, ?, ?) ON CONFLICT (device_key, hour) DO UPDATE SET data = excluded.data',
      deviceKey,
      hour,
      data,
    );
  }

  /** How many hours there are before this one, counted to `most`. Looks into the index at one place for each device. */
  countHoursBefore(beforeHour: number, most: number): number {
    let count = 0;
    for (let deviceKey = -1; count < most;) {
      const next = this.statement('SELECT min(device_key) AS n FROM hours WHERE device_key > ?').get(deviceKey)?.['n'];
      if (typeof next !== 'number') break;
      deviceKey = next;
      const found = this.statement(
        'SELECT count(*) AS n FROM (SELECT 1 FROM hours WHERE device_key = ? AND hour < ? LIMIT ?)',
      ).get(deviceKey, beforeHour, most - count)?.['n'];
      count += Number(found ?? 0);
    }
    return count;
  }

  /**
   * At most `limit` hours before this one, in the order of device and hour, behind the one given. Looks into the index at one place for
   * each device.
   */
  hoursBefore(beforeHour: number, after: { deviceKey: number; hour: number }, limit: number): HourRow[] {
    const found: HourRow[] = [];
    const take = (deviceKey: number, afterHour: number): void => {
      const rows = this.statement(
        'SELECT id, hour, data FROM hours WHERE device_key = ? AND hour > ? AND hour < ? ORDER BY hour LIMIT ?',
      ).all(deviceKey, afterHour, beforeHour, limit - found.length);
      for (const { id, hour, data } of rows)
        if (typeof id === 'number' && typeof hour === 'number' && data instanceof Uint8Array)
          found.push({ id, deviceKey, hour, data });
    };
    take(after.deviceKey, after.hour);
    for (let { deviceKey } = after; found.length < limit;) {
      const next = this.statement('SELECT min(device_key) AS n FROM hours WHERE device_key > ?').get(deviceKey)?.['n'];
      if (typeof next !== 'number') break;
      deviceKey = next;
      take(deviceKey, -ALL);
    }
    return found;
  }

  deleteHours(ids: readonly number[]): void {
    for (const id of ids) this.run('DELETE FROM hours WHERE id = ?', id);
  }

  /** Which part of the file lies free, 0 to 1; 0 also where nothing of it can be given back. */
  freePart(): number {
    if (this.pragma('auto_vacuum') !== INCREMENTAL) return 0;
    return this.pragma('freelist_count') / Math.max(1, this.pragma('page_count'));
  }

  /** Cuts at most so many free pages off the file, moving others into their place; gives how many. */
  giveBack(pages: number): number {
    const before = this.pragma('freelist_count');
    this.db.exec(`PRAGMA incremental_vacuum(${Math.floor(pages)})`);
    return before - this.pragma('freelist_count');
  }

  /** What was cut off is off the disk from here on, unless somebody reads just now: then with one of the next commits. */
  checkpoint(): void {
    this.db.exec('PRAGMA wal_checkpoint(PASSIVE)');
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

  /**
   * A transaction that a power cut may take back, since it does not wait for the disk: for work that would be done again. It never takes back what was
   * committed before it, and is kept with the next commit that waits: the write-ahead log is read up to its first torn frame.
   */
  repeatableTransaction(action: () => void): void {
    this.db.exec('PRAGMA synchronous = NORMAL');
    try {
      this.transaction(action);
    } finally {
      this.db.exec('PRAGMA synchronous = FULL');
    }
  }

  /** Whether commits wait for the disk now. */
  get waitsForDisk(): boolean {
    return this.pragma('synchronous') === FULL;
  }

  close(): void {
    this.db.close();
  }

  private prepareFile(): void {
    this.db.exec(
      `PRAGMA page_size = ${PAGE_BYTES}; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY`,
    );
    const version = Number(this.db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    if (version > SCHEMA_VERSION) throw new Error('tracks.sqlite was written by a newer Outrider; start that one');
    if (version > 0) this.rewriteOnce();
    const missing = [schema, alarmSchema, sumsSchema].slice(version).join('');
    if (version < SCHEMA_VERSION) this.db.exec(`BEGIN; ${missing} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
  }

  /** A full disk, or another program that reads: then it stays as it is, and what is freed is used again by the file itself. */
  private rewriteOnce(): void {
    const bytes = this.pragma('page_count') * PAGE_BYTES;
    if (this.pragma('auto_vacuum') === INCREMENTAL || bytes > REWRITTEN_BYTES) return;
    try {
      this.db.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM');
    } catch {
      // tried again at the next start
    }
  }

  private pragma(name: 'auto_vacuum' | 'freelist_count' | 'page_count' | 'synchronous'): number {
    return Number(this.statement(`PRAGMA ${name}`).get()?.[name] ?? 0);
  }

  private rows(sql: string, afterId: number, untilId: number, maxBytes: number): JournalRow[] {
    const rows: JournalRow[] = [];
    let bytes = 0;
    for (const { id, data } of this.statement(sql).iterate(afterId, untilId)) {
      if (typeof id !== 'number' || !(data instanceof Uint8Array)) continue;
      rows.push({ id, data });
      bytes += data.length;
      if (bytes >= maxBytes) break;
    }
    return rows;
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
