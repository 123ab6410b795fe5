// State (F7) and descriptions (F8) of the active-safety peripherals inside 0x0900. Active safety, section 9.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { DecodeError } from '../errors.ts';
import { readText8, readToEnd, writeText8 } from '../fields.ts';

/**
 * `workState` 1 working, 2 standby, 3 upgrading, 4 fault, 0x10 disconnected. `alarmBits` 0 camera, 1 main storage, 2 secondary
 * storage, 3 IR light, 4 speaker, 5 battery, 10 communication module, 11 positioning module.
 */
export type PeripheralState = { readonly id: number; readonly workState: number; readonly alarmBits: number };

/** Each text at most 32 bytes by the standard. */
export type PeripheralDescription = {
  readonly id: number;
  readonly company: string;
  readonly model: string;
  readonly hardware: string;
  readonly firmware: string;
  readonly deviceId: string;
  readonly customer: string;
};

/** Count, then id, length and content of each. Null unless that consumes `content` and every part of it exactly. */
const decodeExactly = <T>(content: Uint8Array, read: (id: number, reader: ByteReader) => T): T[] | null => {
  try {
    const reader = new ByteReader(content);
    const count = reader.u8();
    const peripherals = readToEnd(reader, () => {
      const id = reader.u8();
      const part = new ByteReader(reader.take(reader.u8()));
      const peripheral = read(id, part);
      if (part.remaining > 0) throw new DecodeError(reader.offset, 'part not consumed');
      return peripheral;
    });
    return peripherals.length === count ? peripherals : null;
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
};

/** Content of type F7, null when it is something else. */
export const decodePeripheralStates = (content: Uint8Array): PeripheralState[] | null =>
  decodeExactly(content, (id, reader) => ({ id, workState: reader.u8(), alarmBits: reader.u32() }));

/** Content of type F8, null when it is something else. */
export const decodePeripheralDescriptions = (content: Uint8Array): PeripheralDescription[] | null =>
  decodeExactly(content, (id, reader) => ({
    id,
    company: readText8(reader),
    model: readText8(reader),
    hardware: readText8(reader),
    firmware: readText8(reader),
    deviceId: readText8(reader),
    customer: readText8(reader),
  }));

const encodePart = (peripheral: PeripheralState | PeripheralDescription): Uint8Array => {
  const writer = new ByteWriter();
  if ('workState' in peripheral) return writer.u8(peripheral.workState).u32(peripheral.alarmBits).finish();
  const { company, model, hardware, firmware, deviceId, customer } = peripheral;
  for (const text of [company, model, hardware, firmware, deviceId, customer]) writeText8(writer, text);
  return writer.finish();
};

/** The inverse of both. */
export const encodePeripherals = (peripherals: readonly (PeripheralState | PeripheralDescription)[]): Uint8Array => {
  const writer = new ByteWriter().u8(peripherals.length);
  for (const peripheral of peripherals) {
    const part = encodePart(peripheral);
    writer.u8(peripheral.id).u8(part.length).raw(part);
  }
  return writer.finish();
};
