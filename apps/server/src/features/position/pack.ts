// Packs journal rows into device-hours, in slices with short transactions. A kill half way only repeats work.
import { decodeHour, encodeHour } from './hour-codec.ts';
import { readJournal } from './journal-codec.ts';
import type { TracksFile } from './store/tracks-file.ts';
import { isSameReport, type StoredPosition } from './stored-position.ts';

/** Journal bytes taken into memory at once, and device-hours written in one transaction. */
const ROUND_BYTES = 4 * 1024 * 1024;
const HOURS_PER_TRANSACTION = 25;
const HOUR_S = 3600;

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

type Group = { deviceKey: number; hour: number; positions: StoredPosition[] };

/**
 * Packs everything up to the newest journal row of now. `pause` is awaited between transactions, so that commits of reports get
 * their turn; it gives false to stop early. The journal rows of a round are deleted last. Gives how many positions were packed.
 */
export const packJournal = async (file: TracksFile, pause: () => Promise<boolean>): Promise<number> => {
  const untilId = file.lastJournalId();
  let packed = 0;
  for (;;) {
    const rows = file.journalRows(0, untilId, ROUND_BYTES);
    const last = rows.at(-1);
    if (last === undefined) return packed;
    const groups = new Map<string, Group>();
    for (const { data } of rows) {
      readJournal(data, (deviceKey, position) => {
        const hour = hourOf(position.time);
        const key = `${deviceKey}.${hour}`;
        const group = groups.get(key);
        if (group === undefined) groups.set(key, { deviceKey, hour, positions: [position] });
        else group.positions.push(position);
        packed += 1;
      });
    }
    const all = [...groups.values()];
    for (let i = 0; i < all.length; i += HOURS_PER_TRANSACTION) {
      file.transaction(() => {
        for (const group of all.slice(i, i + HOURS_PER_TRANSACTION)) packHour(file, group);
      });
      if (!(await pause())) return packed;
    }
    file.deleteJournal(last.id);
    if (!(await pause())) return packed;
  }
};

const packHour = (file: TracksFile, { deviceKey, hour, positions }: Group): void => {
  const known = file.hour(deviceKey, hour);
  file.putHour(deviceKey, hour, encodeHour(mergePositions(known === undefined ? [] : decodeHour(known), positions)));
};
