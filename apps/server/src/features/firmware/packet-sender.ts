// Sends files of the store in packets to devices: each read as it goes, a few devices at a time. What came of it is the update's to decide.
import { open } from 'node:fs/promises';
import type { UpdateReason } from '@outrider/contract';
import type { DeviceLink, FirmwareSending } from '../../gateway/index.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';

type Kit = { clock: Clock; log: Log; pathOf: (id: string) => string };
type Packed = { id: string; bytes: number; manufacturer: string; version: string };

/** Each holds a file open and 64 KB of it. */
const MOST = 32;
const CHUNK_BYTES = 65_536;
const TOLD_EVERY_MS = 1000;

/** Why a device has not got all of it. */
export const packetReason = (error: unknown): UpdateReason => {
  const code = error instanceof AppError ? error.code : '';
  if (code === 'device_offline' || code === 'conflict') return 'interrupted';
  if (code === 'device_unsupported') return 'unsupported';
  return code === 'device_refused' ? 'refused' : 'download';
};

export class PacketSender {
  readonly #kit: Kit;
  readonly #running = new Set<FirmwareSending>();
  readonly #ends = new Set<Promise<void>>();

  constructor(kit: Kit) {
    this.#kit = kit;
  }

  get count(): number {
    return this.#running.size;
  }

  /** Throws `limit_reached`, `conflict` or `invalid`. `told`: how far it is, about each second. */
  async send(link: DeviceLink, file: Packed, told: (percent: number) => void): Promise<FirmwareSending> {
    if (this.#running.size >= MOST) throw new AppError('limit_reached', 'Too many are sent firmware.');
    const { clock, log, pathOf } = this.#kit;
    const opened = await open(pathOf(file.id), 'r');
    let chunk = { from: 0, bytes: new Uint8Array(0) };
    /** One after the other: what is read ahead is the next 64 KB. */
    const read = async (offset: number, length: number): Promise<Uint8Array> => {
      if (offset < chunk.from || offset + length > chunk.from + chunk.bytes.length) {
        const buffer = new Uint8Array(CHUNK_BYTES);
        const { bytesRead } = await opened.read(buffer, 0, CHUNK_BYTES, offset);
        chunk = { from: offset, bytes: buffer.subarray(0, bytesRead) };
      }
      return chunk.bytes.subarray(offset - chunk.from, offset - chunk.from + length);
    };
    let sending: FirmwareSending;
    try {
      sending = link.sendFirmware({ ...file, read });
    } catch (error) {
      await opened.close();
      throw error;
    }
    this.#running.add(sending);
    const timer = clock.every(TOLD_EVERY_MS, () => told(sending.percent));
    const over = async (): Promise<void> => {
      timer.cancel();
      this.#running.delete(sending);
      await opened.close();
    };
    const ended = sending.ended.then(over, over).catch((err: unknown) => log.error('firmware not closed', { err }));
    this.#ends.add(ended);
    void ended.finally(() => this.#ends.delete(ended));
    return sending;
  }

  async close(): Promise<void> {
    for (const sending of this.#running) sending.cancel();
    await Promise.all(this.#ends);
  }
}
