// Journal records: positions of many devices one after the other, as written at each commit. Fast to write, read again once.
import { noOptional, optionalFields, type StoredPosition } from './stored-position.ts';

/** Byte length u16, device key u32, then the fields. */
const FIXED_BYTES = 2 + 4 + 4 + 4 + 4 + 4 + 2 + 2 + 2 + 4 + 4 + 1 + 2;
const MAX_ITEMS_BYTES = 1024;
const MAX_RECORD_BYTES = FIXED_BYTES + 4 * optionalFields.length + MAX_ITEMS_BYTES;

/** Collects records; `take` gives the bytes and starts over. */
export class JournalWriter {
  count = 0;
  private bytes = new Uint8Array(64 * 1024);
  private view = new DataView(this.bytes.buffer);
  private length = 0;

  add(deviceKey: number, p: StoredPosition): void {
    if (this.length + MAX_RECORD_BYTES > this.bytes.length) this.grow();
    const start = this.length;
    const { view } = this;
    view.setUint32(start + 2, deviceKey);
    view.setUint32(start + 6, p.time);
    view.setUint32(start + 10, p.received);
    view.setInt32(start + 14, p.lat);
    view.setInt32(start + 18, p.lng);
    view.setInt16(start + 22, p.altitude);
    view.setUint16(start + 24, p.speed);
    view.setUint16(start + 26, p.heading);
    view.setUint32(start + 28, p.alarm);
    view.setUint32(start + 32, p.status);
    view.setUint8(start + 36, p.flags);
    let present = 0;
    let at = start + FIXED_BYTES;
    for (let i = 0; i < optionalFields.length; i += 1) {
      const field = optionalFields[i];
      const value = field === undefined ? null : p[field];
      if (value === null) continue;
      present |= 1 << i;
      view.setUint32(at, value >>> 0);
      at += 4;
    }
    view.setUint16(start + 37, present);
    const items = p.items.length > MAX_ITEMS_BYTES ? p.items.subarray(0, MAX_ITEMS_BYTES) : p.items;
    this.bytes.set(items, at);
    this.length = at + items.length;
    view.setUint16(start, this.length - start);
    this.count += 1;
  }

  get byteLength(): number {
    return this.length;
  }

  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.slice(0, this.length);
    this.length = 0;
    this.count = 0;
    return taken;
  }

  private grow(): void {
    const larger = new Uint8Array(this.bytes.length * 2);
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
}

/**
 * Calls `found` with where each record begins and how long it is. A torn tail ends the reading; what is before it is good. `time` is
 * that of the position in seconds.
 */
export const findRecords = (
  bytes: Uint8Array,
  found: (record: { deviceKey: number; time: number; start: number; length: number }) => void,
): void => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let start = 0;
  while (start + FIXED_BYTES <= bytes.length) {
    const length = view.getUint16(start);
    if (length < FIXED_BYTES || start + length > bytes.length) return;
    found({ deviceKey: view.getUint32(start + 2), time: view.getUint32(start + 6), start, length });
    start += length;
  }
};

/** Calls `found` with each record. `only` skips other devices cheaply. */
export const readJournal = (
  bytes: Uint8Array,
  found: (deviceKey: number, position: StoredPosition) => void,
  only?: number,
): void =>
  findRecords(bytes, ({ deviceKey, start }) => {
    if (only === undefined || only === deviceKey) found(deviceKey, readRecord(bytes, start));
  });

/** Where and how fast each record says its device was, in the units of StoredPosition; nothing else of it is read. */
export const readFixes = (
  bytes: Uint8Array,
  found: (
    fix: { deviceKey: number } & Pick<StoredPosition, 'time' | 'received' | 'lat' | 'lng' | 'speed' | 'flags'>,
  ) => void,
): void => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  findRecords(bytes, ({ deviceKey, time, start }) =>
    found({
      deviceKey,
      time,
      received: view.getUint32(start + 10),
      lat: view.getInt32(start + 14),
      lng: view.getInt32(start + 18),
      speed: view.getUint16(start + 24),
      flags: view.getUint8(start + 36),
    }),
  );
};

/** The position of a record that `findRecords` found. */
export const readRecord = (bytes: Uint8Array, start: number): StoredPosition => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const length = view.getUint16(start);
  const position: StoredPosition = {
    time: view.getUint32(start + 6),
    received: view.getUint32(start + 10),
    lat: view.getInt32(start + 14),
    lng: view.getInt32(start + 18),
    altitude: view.getInt16(start + 22),
    speed: view.getUint16(start + 24),
    heading: view.getUint16(start + 26),
    alarm: view.getUint32(start + 28),
    status: view.getUint32(start + 32),
    flags: view.getUint8(start + 36),
    ...noOptional,
    items: new Uint8Array(0),
  };
  const present = view.getUint16(start + 37);
  let at = start + FIXED_BYTES;
  optionalFields.forEach((field, i) => {
    if ((present & (1 << i)) === 0) return;
    // Only the temperature can be negative; the others use all 32 bits.
    position[field] = field === 'temperature' ? view.getInt32(at) : view.getUint32(at);
    at += 4;
  });
  position.items = bytes.slice(at, start + length);
  return position;
};
