// Packs journal rows into device-hours, in slices with short transactions. A kill half way only repeats work.
import { decodeHour, encodeHour } from './hour-codec.ts';
import { findRecords, readRecord } from './journal-codec.ts';
import type { TracksFile } from './store/tracks-file.ts';
import { isSameReport, type StoredPosition } from './stored-position.ts';

/** Journal bytes read between two pauses, and of those the bytes of records held at once. */
const READ_BYTES = 512 * 1024;
const PART_BYTES = 8 * 1024 * 1024;
/** Work in one transaction: commits of reports wait behind it. */
const POSITIONS_PER_TRANSACTION = 2000;
const JOURNAL_ROWS_DELETED_AT_ONCE = 32;
const HOUR_S = 3600;
const ALL = Number.MAX_SAFE_INTEGER;

export const hourOf = (timeS: number): number => Math.floor(timeS / HOUR_S);

/** Sorts by time and drops repeats; of two equal reports the one received first stays. */
export const mergePositions = (known: readonly StoredPosition[], more: readonly StoredPosition[]): StoredPosition[] => {
  const all = [...known, ...more].toSorted((a, b) => a.time - b.time || a.received - b.received);
  const merged: StoredPosition[] = [];
  for (const position of all) {
    let repeat = false;
    for (let i = merged.length - 1; i >= 0 && merged[i]?.time === position.time && !repeat; i -= 1) {
      const other = merged[i];
      repeat = other !== undefined && isSameReport(other, position);
    }
    if (!repeat) merged.push(position);
  }
  return merged;
};

type Group = { deviceKey: number; hour: number; starts: number[] };

/** The records of some devices, gathered out of all journal rows. Kept as bytes: as objects they would take ten times the memory. */
class Gathered {
  readonly groups = new Map<string, Group>();
  bytes = new Uint8Array(1024 * 1024);
  private length = 0;

  add(from: Uint8Array, record: { deviceKey: number; time: number; start: number; length: number }): void {
    const { deviceKey, start, length } = record;
    if (this.length + length > this.bytes.length) this.grow(length);
    this.bytes.set(from.subarray(start, start + length), this.length);
    const hour = hourOf(record.time);
    const key = `${deviceKey}.${hour}`;
    const group = this.groups.get(key);
    if (group === undefined) this.groups.set(key, { deviceKey, hour, starts: [this.length] });
    else group.starts.push(this.length);
    this.length += length;
  }

  private grow(by: number): void {
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + by));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}

/** Rows up to `afterId` are packed already. Rows up to `untilId` are packed, and deleted as far as they are not behind `keptAfter`. */
export type PackRange = { afterId?: number; untilId?: number; keptAfter?: number };

/**
 * Packs everything up to the newest journal row of now, or up to `untilId` where that is less. `pause` is awaited between slices of work, so that commits of reports get
 * their turn; it gives false to stop early. A large journal is read several times, each time for a part of the devices: so an hour
 * is rewritten once however many rows it is spread over. The journal rows are deleted last; one that stays is in its hour too. Gives how many positions were packed.
 */
export const packJournal = async (
  file: TracksFile,
  pause: () => Promise<boolean>,
  {
    partBytes = PART_BYTES,
    afterId = 0,
    untilId: mostId = ALL,
    keptAfter = ALL,
  }: PackRange & { partBytes?: number } = {},
): Promise<number> => {
  const untilId = Math.min(file.lastJournalId(), mostId);
  if (untilId === 0) return 0;
  const parts = Math.ceil(file.journalBytes(untilId, afterId) / partBytes);
  let packed = 0;
  for (let part = 0; part < parts; part += 1) {
    const gathered = await gather(file, [afterId, untilId], { part, parts }, pause);
    if (gathered === null) return packed;
    const all = [...gathered.groups.values()];
    for (let next = 0; next < all.length;) {
      next = packSome(file, gathered, all, next);
      if (!(await pause())) return packed;
    }
    for (const { starts } of all) packed += starts.length;
  }
  const deletedTo = Math.min(untilId, keptAfter);
  for (let id = file.firstJournalId(); id <= deletedTo;) {
    id += JOURNAL_ROWS_DELETED_AT_ONCE;
    file.repeatableTransaction(() => file.deleteJournal(Math.min(id - 1, deletedTo)));
    if (!(await pause())) return packed;
  }
  return packed;
};

/** Null when told to stop. */
const gather = async (
  file: TracksFile,
  [afterId, untilId]: readonly [number, number],
  { part, parts }: { part: number; parts: number },
  pause: () => Promise<boolean>,
): Promise<Gathered | null> => {
  const gathered = new Gathered();
  for (let after = afterId; ;) {
    const rows = file.journalRows(after, untilId, READ_BYTES);
    const last = rows.at(-1);
    if (last === undefined) return gathered;
    for (const { data } of rows)
      findRecords(data, (record) => {
        if (record.deviceKey % parts === part) gathered.add(data, record);
      });
    after = last.id;
    if (!(await pause())) return null;
  }
};

/** Packs hours from `next` on in one transaction, until it is enough; gives where to go on. */
const packSome = (file: TracksFile, gathered: Gathered, all: readonly Group[], next: number): number => {
  let at = next;
  file.repeatableTransaction(() => {
    for (let work = 0; at < all.length && work < POSITIONS_PER_TRANSACTION; at += 1) {
      const group = all[at];
      if (group !== undefined) work += packHour(file, gathered.bytes, group);
    }
  });
  return at;
};

/** Gives how many positions the hour has now. */
const packHour = (file: TracksFile, bytes: Uint8Array, { deviceKey, hour, starts }: Group): number => {
  const known = file.hour(deviceKey, hour);
  const fresh = starts.map((start) => readRecord(bytes, start));
  const merged = mergePositions(known === undefined ? [] : decodeHour(known), fresh);
  file.putHour(deviceKey, hour, encodeHour(merged));
  return merged.length;
};
