// The slots of a device, asked of it each time: nothing of them is kept here. What a device answers is never trusted.
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';

/** Sends one command of the vendor block, to devices alone that say they know it. */
export type TellDevice = (deviceKey: number, command: FaceCommand, asks?: object) => Promise<VendorReply>;
export type FaceCommand = 'list-faces' | 'write-face' | 'remove-face' | 'read-face';
export type VendorReply = { json: unknown } | { bytes: Uint8Array } | null;

const MAX_SLOTS = 10_000;
const slot = z.object({
  slot: z.number().int().min(1).max(MAX_SLOTS),
  name: z.string().max(200),
  idCard: z.string().max(200),
  md5: z.string().max(64),
  sizeBytes: z.number().int().min(0),
  atMs: z.number().min(0),
});
const slots = z.object({ capacity: z.number().int().min(0).max(MAX_SLOTS), slots: z.array(slot).max(MAX_SLOTS) });
const written = z.object({ slot: z.number().int(), md5: z.string(), atMs: z.number().min(0).optional() });
const removed = z.object({ atMs: z.number().min(0).optional() });
export type DeviceSlot = z.output<typeof slot>;
export type DeviceSlots = z.output<typeof slots>;

export type FaceWritten = { slot: number; name: string; idCard: string; photo?: { url: string; md5: string } };

/** Larger than any photo that is pushed. */
const MAX_READ_BYTES = 4_194_304;

const unreadable = (): AppError => new AppError('device_refused', 'The answer of the device cannot be read');
const read = <S extends z.ZodType>(schema: S, reply: VendorReply): z.output<S> => {
  const said = schema.safeParse(reply !== null && 'json' in reply ? reply.json : null);
  if (!said.success) throw unreadable();
  return said.data;
};

const emptySlot = (): AppError => new AppError('not_found', 'The slot is empty.');

export class FaceSlots {
  readonly #tell: TellDevice;
  readonly #nowMs: () => number;

  constructor(tell: TellDevice, nowMs: () => number) {
    this.#tell = tell;
    this.#nowMs = nowMs;
  }

  /** Rejects with device_offline, device_timeout, device_refused, or device_unsupported, as all of these. */
  async list(deviceKey: number): Promise<DeviceSlots> {
    return read(slots, await this.#tell(deviceKey, 'list-faces'));
  }

  /** Rejects with not_found where it is empty. */
  async one(deviceKey: number, number: number): Promise<DeviceSlot> {
    const found = (await this.list(deviceKey)).slots.find((each) => each.slot === number);
    if (found === undefined) throw emptySlot();
    return found;
  }

  async write(deviceKey: number, { photo, ...words }: FaceWritten): Promise<{ md5: string; atMs: number }> {
    const { md5, atMs } = read(written, await this.#tell(deviceKey, 'write-face', { ...words, ...photo }));
    return { md5, atMs: atMs ?? this.#nowMs() };
  }

  /** Gives when. */
  async remove(deviceKey: number, number: number): Promise<number> {
    const reply = await this.#tell(deviceKey, 'remove-face', { slot: number });
    return (reply === null ? undefined : read(removed, reply).atMs) ?? this.#nowMs();
  }

  /** The photo as the device has it. */
  async photo(deviceKey: number, number: number): Promise<Buffer> {
    const { sizeBytes } = await this.one(deviceKey, number);
    if (sizeBytes > MAX_READ_BYTES) throw unreadable();
    const pieces: Uint8Array[] = [];
    for (let offset = 0; offset < sizeBytes;) {
      // oxlint-disable-next-line no-await-in-loop -- each begins where the one before ended
      const reply = await this.#tell(deviceKey, 'read-face', { slot: number, offset });
      if (reply === null || !('bytes' in reply) || reply.bytes.length === 0) throw unreadable();
      pieces.push(reply.bytes);
      offset += reply.bytes.length;
    }
    return Buffer.concat(pieces);
  }
}
