// 0x0705: frames from the vehicle's CAN buses. Section 18.3.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readToEnd } from '../fields.ts';
import { message } from '../message.ts';

/** `canId`: bit 31 channel, 30 extended frame, 29 computed instead of raw, 28-0 the id. `data` is 8 bytes. */
export type CanFrame = { readonly canId: number; readonly data: Uint8Array };

/**
 * `time` of the first frame: 10 digits hhmmss and milliseconds. `count` as announced; encoding writes the number of frames when
 * it is absent.
 */
export type CanReport = { readonly count?: number; readonly time: string; readonly frames: readonly CanFrame[] };

const DATA_LENGTH = 8;
const FRAME_LENGTH = 4 + DATA_LENGTH;

export const t0705CanFrames = message<CanReport>({
  id: 0x0705,
  name: 'can-frames',
  direction: 'up',
  decode: (body) => {
    const reader = new ByteReader(body);
    const head = { count: reader.u16(), time: reader.digits(5) };
    const whole = new ByteReader(reader.take(Math.floor(reader.remaining / FRAME_LENGTH) * FRAME_LENGTH));
    return { ...head, frames: readToEnd(whole, () => ({ canId: whole.u32(), data: whole.take(DATA_LENGTH) })) };
  },
  encode: ({ count, time, frames }) => {
    if (time.length !== 10) throw new RangeError('time takes 10 digits');
    const writer = new ByteWriter(7 + FRAME_LENGTH * frames.length).u16(count ?? frames.length).digits(time);
    for (const { canId, data } of frames) writer.u32(canId).padded(data, DATA_LENGTH);
    return writer.finish();
  },
});
