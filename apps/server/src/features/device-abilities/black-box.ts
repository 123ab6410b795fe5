// The driving recorder of a vehicle (GB/T 19056), block by block as 0x8700 collects it: what there is to ask for, how it is read, and the file
// that it makes.
import type { DeviceLink } from '../../gateway/index.ts';
import { AppError } from '../../kernel/errors.ts';

/** What is read of a block beside its bytes. */
type Reading = (data: Uint8Array) => string;
type Block = { what: number; name: string; most?: number; read?: Reading };
export type Collected = {
  what: number;
  name: string;
  data: Uint8Array | null;
  text: string;
  state: 'held' | 'refused' | 'silent';
};

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const gbk = new TextDecoder('gbk');
const textOf = (bytes: Uint8Array): string =>
  gbk
    .decode(bytes)
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
/** Six BCD bytes, device time. */
const clockOf = (bytes: Uint8Array): string => {
  const [year = '', month, day, hour, minute, second] = hexOf(bytes.subarray(0, 6)).match(/../g) ?? [];
  return `20${year}-${month}-${day} ${hour}:${minute}:${second}`;
};
const tenthsKm = (bytes: Uint8Array): string => (Number(hexOf(bytes)) / 10).toFixed(1);
const POWER: Readonly<Record<number, string>> = { 1: 'on', 2: 'off' };
const DRIVER: Readonly<Record<number, string>> = { 1: 'in', 2: 'out' };
/** Records of one length behind each other, one a line. */
const each =
  (bytes: number, read: Reading): Reading =>
  (data) =>
    Array.from({ length: Math.floor(data.length / bytes) }, (_, i) =>
      read(data.subarray(i * bytes, (i + 1) * bytes)),
    ).join('\n');

/** Sections A.3 of the standard. `most`: how many records of a span. */
const BLOCKS: readonly Block[] = [
  {
    what: 0x00,
    name: 'Standard version',
    read: (data) => `20${hexOf(data.subarray(0, 1))}, amendment ${data[1] ?? 0}`,
  },
  { what: 0x01, name: 'Driver', read: textOf },
  { what: 0x02, name: 'Clock', read: clockOf },
  {
    what: 0x03,
    name: 'Odometer',
    read: (data) => `${clockOf(data)}, ${tenthsKm(data.subarray(16, 20))} km since ${clockOf(data.subarray(6))}`,
  },
  {
    what: 0x04,
    name: 'Pulses a kilometre',
    read: (data) => `${clockOf(data)}, ${Buffer.from(data).subarray(6, 8).readUInt16BE()}`,
  },
  {
    what: 0x05,
    name: 'Vehicle',
    read: (data) => [data.subarray(0, 17), data.subarray(17, 29), data.subarray(29, 41)].map(textOf).join(', '),
  },
  { what: 0x06, name: 'Signals' },
  { what: 0x07, name: 'Number of the recorder', read: (data) => textOf(data.subarray(0, 23)) },
  { what: 0x08, name: 'Speed', most: 10 },
  { what: 0x09, name: 'Positions', most: 2 },
  { what: 0x10, name: 'Accidents', most: 5 },
  { what: 0x11, name: 'Driving for too long', most: 20 },
  {
    what: 0x12,
    name: 'Drivers',
    most: 20,
    read: each(25, (record) => `${clockOf(record)} ${textOf(record.subarray(6, 24))} ${DRIVER[record[24] ?? 0] ?? ''}`),
  },
  {
    what: 0x13,
    name: 'Power',
    most: 50,
    read: each(7, (record) => `${clockOf(record)} ${POWER[record[6] ?? 0] ?? ''}`),
  },
  { what: 0x14, name: 'Changes of settings', most: 50 },
  { what: 0x15, name: 'Speed beside the position', most: 5 },
];
const CLOCK = 0x02;
const DAY_MS = 86_400_000;
const LOOKED_BACK_MS = 2 * DAY_MS;
const CLOCK_BYTES = 6;

/** YYMMDDhhmmss */
const stamp = (timeMs: number): string => new Date(timeMs).toISOString().replaceAll(/\D/g, '').slice(2, 14);

/** The two days before the recorder's own clock, as it writes times. Null where it did not say what time it is. */
const spanOf = (clock: Uint8Array | undefined): { from: string; to: string } | null => {
  if (clock === undefined || clock.length < CLOCK_BYTES) return null;
  const nowMs = Date.parse(`${clockOf(clock).replace(' ', 'T')}Z`);
  if (Number.isNaN(nowMs)) return null;
  return { from: stamp(nowMs - LOOKED_BACK_MS), to: stamp(nowMs) };
};

const readable = (read: Reading | undefined, data: Uint8Array): string => {
  try {
    return read?.(data) ?? '';
  } catch (error) {
    if (error instanceof RangeError) return ''; // shorter than the standard says: its bytes are shown as they are
    throw error;
  }
};

/** Asks for block after block. Rejects where not even the first one is answered; a recorder that falls silent later is asked no further. */
export const collectBlackBox = async (link: DeviceLink): Promise<Collected[]> => {
  const collected: Collected[] = [];
  let silent = false;
  for (const { what, name, most, read } of BLOCKS) {
    const clock = collected.find((block) => block.what === CLOCK)?.data ?? undefined;
    const span = most === undefined ? undefined : spanOf(clock);
    const empty = { what, name, data: null, text: '' };
    if (silent || span === null) {
      collected.push({ ...empty, state: silent ? 'silent' : 'refused' });
      continue;
    }
    try {
      const asked = { what, ...(span !== undefined && { span: { ...span, most: most ?? 1 } }) };
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a recorder reads them
      const { data } = await link.order('recorderData', asked);
      collected.push({ what, name, data, text: readable(read, data), state: 'held' });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const isSilent = error.code === 'device_timeout' || error.code === 'device_offline';
      if (isSilent && collected.every(({ data }) => data === null)) throw error;
      silent ||= isSilent;
      collected.push({ ...empty, state: isSilent ? 'silent' : 'refused' });
    }
  }
  if (collected.every(({ data }) => data === null))
    throw new AppError('device_unsupported', 'The device has no driving recorder');
  return collected;
};

const NAME_BYTES = 18;

/** The blocks as one file: how many; of each its code, its name in 18 bytes, its length in four, its data; and the check byte of it all. */
export const blackBoxFile = (blocks: readonly Collected[]): Uint8Array => {
  const held = blocks.flatMap(({ what, name, data }) => (data === null ? [] : [{ what, name, data }]));
  const count = Buffer.alloc(2);
  count.writeUInt16BE(held.length);
  const parts = held.flatMap(({ what, name, data }) => {
    const head = Buffer.alloc(1 + NAME_BYTES + 4);
    head.writeUInt8(what);
    head.write(name.slice(0, NAME_BYTES), 1, 'ascii');
    head.writeUInt32BE(data.length, 1 + NAME_BYTES);
    return [head, data];
  });
  const whole = Buffer.concat([count, ...parts]);
  return Buffer.concat([whole, Buffer.of(whole.reduce((sum, byte) => sum ^ byte, 0))]);
};
