// What the journal says of where devices were, in columns, for who counts on from a row: cheap to hand to another thread. Runs inside the
// thread of the journal.
import { readFixes } from './journal-codec.ts';
import type { TracksFile } from './store/tracks-file.ts';
import { isDrawable, isReplayed } from './stored-position.ts';

/** Drawn positions in the order in which they were accepted, a column each: degrees x 10^6, km/h x 10, unix seconds. */
export type JournalFixes = {
  deviceKey: Uint32Array<ArrayBuffer>;
  time: Uint32Array<ArrayBuffer>;
  received: Uint32Array<ArrayBuffer>;
  lat: Int32Array<ArrayBuffer>;
  lng: Int32Array<ArrayBuffer>;
  speed: Uint16Array<ArrayBuffer>;
  /** 1: the device kept it back while it had no network. */
  replayed: Uint8Array<ArrayBuffer>;
};

/** Of some rows, and the last of them: null when there are none. */
export type FixesAfter = { fixes: JournalFixes; lastId: number | null };

/** So much of the journal at once: some three thousand positions. */
const FIXES_BYTES = 128 * 1024;

export const fixesAfter = (file: TracksFile, journalId: number): FixesAfter => {
  const rows = file.journalRows(journalId, Number.MAX_SAFE_INTEGER, FIXES_BYTES);
  const found = { deviceKey: [], time: [], received: [], lat: [], lng: [], speed: [], replayed: [] } as Record<
    keyof JournalFixes,
    number[]
  >;
  for (const { data } of rows)
    readFixes(data, (fix) => {
      if (!isDrawable(fix.flags)) return;
      found.deviceKey.push(fix.deviceKey);
      found.time.push(fix.time);
      found.received.push(fix.received);
      found.lat.push(fix.lat);
      found.lng.push(fix.lng);
      found.speed.push(fix.speed);
      found.replayed.push(isReplayed(fix.flags) ? 1 : 0);
    });
  const fixes = {
    deviceKey: Uint32Array.from(found.deviceKey),
    time: Uint32Array.from(found.time),
    received: Uint32Array.from(found.received),
    lat: Int32Array.from(found.lat),
    lng: Int32Array.from(found.lng),
    speed: Uint16Array.from(found.speed),
    replayed: Uint8Array.from(found.replayed),
  };
  return { fixes, lastId: rows.at(-1)?.id ?? null };
};

export const fixesBuffers = ({ fixes }: FixesAfter): ArrayBuffer[] => Object.values(fixes).map(({ buffer }) => buffer);
