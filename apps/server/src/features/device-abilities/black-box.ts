// The driving recorder of a vehicle (GB/T 19056), block by block as 0x8700 collects it: what there is to ask for, and the file that it makes.
// How a block reads is black-box-words.ts.
import type { DeviceLink } from '../../gateway/index.ts';
import { AppError } from '../../kernel/errors.ts';
import { recorderTime } from './black-box-words.ts';

/** What to ask for; `most`: how many records of a span. */
type Block = { what: number; name: string; most?: number };
export type Collected = Block & { data: Uint8Array | null; state: 'held' | 'refused' | 'silent' };

/** Section A.3 of the standard, with the names that the file has. */
const BLOCKS: readonly Block[] = [
  { what: 0x00, name: 'Standard version' },
  { what: 0x01, name: 'Driver' },
  { what: 0x02, name: 'Clock' },
  { what: 0x03, name: 'Odometer' },
  { what: 0x04, name: 'Pulses' },
  { what: 0x05, name: 'Vehicle' },
  { what: 0x06, name: 'Signals' },
  { what: 0x07, name: 'Recorder number' },
  { what: 0x08, name: 'Speed', most: 10 },
  { what: 0x09, name: 'Positions', most: 2 },
  { what: 0x10, name: 'Accidents', most: 5 },
  { what: 0x11, name: 'Long driving', most: 20 },
  { what: 0x12, name: 'Drivers', most: 20 },
  { what: 0x13, name: 'Power', most: 50 },
  { what: 0x14, name: 'Settings', most: 50 },
  { what: 0x15, name: 'Speed and place', most: 5 },
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
  const nowMs = Date.parse(`${recorderTime(clock).replace(' ', 'T')}Z`);
  if (Number.isNaN(nowMs)) return null;
  return { from: stamp(nowMs - LOOKED_BACK_MS), to: stamp(nowMs) };
};

/** Asks for block after block. Rejects where not even the first one is answered; a recorder that falls silent later is asked no further. */
export const collectBlackBox = async (link: DeviceLink): Promise<Collected[]> => {
  const collected: Collected[] = [];
  let silent = false;
  for (const { what, name, most } of BLOCKS) {
    const clock = collected.find((block) => block.what === CLOCK)?.data ?? undefined;
    const span = most === undefined ? undefined : spanOf(clock);
    const empty = { what, name, data: null };
    if (silent || span === null) {
      collected.push({ ...empty, state: silent ? 'silent' : 'refused' });
      continue;
    }
    try {
      const asked = { what, ...(span !== undefined && { span: { ...span, most: most ?? 1 } }) };
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a recorder reads them
      const { data } = await link.order('recorderData', asked);
      collected.push({ what, name, data, state: 'held' });
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
