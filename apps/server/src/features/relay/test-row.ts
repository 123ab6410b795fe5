// A row of the journal of positions for tests, as the standard layout of its records has it.

const RECORD_BYTES = 39;
const [KEY_AT, TIME_AT, RECEIVED_AT] = [2, 6, 10];

/** A position of each device at this moment (UTC ms), without optional fields. */
export const rowOf = (deviceKeys: readonly number[], atMs = 0): Uint8Array => {
  const data = new Uint8Array(RECORD_BYTES * deviceKeys.length);
  const view = new DataView(data.buffer);
  for (const [i, key] of deviceKeys.entries()) {
    const at = i * RECORD_BYTES;
    view.setUint16(at, RECORD_BYTES);
    view.setUint32(at + KEY_AT, key);
    view.setUint32(at + TIME_AT, atMs / 1000);
    view.setUint32(at + RECEIVED_AT, atMs / 1000);
  }
  return data;
};
