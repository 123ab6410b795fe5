// The GB/T 19056 block inside 0x8700, 0x0700 and 0x8701: the driving recorder's own framing. Its contents are left raw.
import { ByteReader, ByteWriter } from './bytes.ts';
import { DecodeError } from './errors.ts';

/** `down` begins AA 75, `up` 55 7A. */
export type RecorderBlockDirection = 'up' | 'down';

/** `failed`: an error block, command FA (collecting failed) or FB (setting failed), which has no length and no data. */
export type RecorderBlock = { readonly command: number; readonly data: Uint8Array; readonly failed: boolean };

const START = { up: 0x557a, down: 0xaa75 } as const;
const COLLECT_FAILED = 0xfa;
const SET_FAILED = 0xfb;

const xor = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum ^ byte, 0);

const isFailure = (command: number): boolean => command === COLLECT_FAILED || command === SET_FAILED;

/** A whole block with its check byte; data up to 65535 bytes. Error blocks only go up. Section 18.1. */
export const encodeRecorderBlock = (
  direction: RecorderBlockDirection,
  command: number,
  data: Uint8Array,
): Uint8Array => {
  const writer = new ByteWriter(7 + data.length).u16(START[direction]).u8(command);
  if (isFailure(command)) writer.u8(0);
  else writer.u16(data.length).u8(0).raw(data);
  const block = writer.finish();
  return new ByteWriter(block.length + 1).raw(block).u8(xor(block)).finish();
};

/**
 * Reads a block of either direction: a library writes 55 7A both ways. DecodeError when the start is neither, the data is short
 * or the check byte does not agree.
 */
export const decodeRecorderBlock = (block: Uint8Array): RecorderBlock => {
  const reader = new ByteReader(block);
  const start = reader.u16();
  if (start !== START.up && start !== START.down) throw new DecodeError(0, 'no recorder block');
  const command = reader.u8();
  const failed = isFailure(command);
  const length = failed ? 0 : reader.u16();
  reader.skip(1);
  const data = reader.take(length);
  reader.skip(1);
  if (xor(block.subarray(0, reader.offset)) !== 0) throw new DecodeError(reader.offset - 1, 'check byte is wrong');
  return { command, data, failed };
};
