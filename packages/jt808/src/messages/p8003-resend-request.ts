// 0x8003 the platform asks for missing packages again (2013 and 2019, section 7), and the body it shares with 0x0005.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readList } from '../fields.ts';
import { message } from '../message.ts';
import type { Edition } from '../message.ts';

/** `firstSerial` of package 1 of the original message; `packages` are indices from 1. The count is a byte before 2019. */
export type ResendRequest = { readonly firstSerial: number; readonly packages: readonly number[] };

export const decodeResendRequest = (body: Uint8Array, edition: Edition): ResendRequest => {
  const reader = new ByteReader(body);
  const firstSerial = reader.u16();
  const count = edition === '2019' ? reader.u16() : reader.u8();
  return { firstSerial, packages: readList(count, () => reader.u16()) };
};

export const encodeResendRequest = ({ firstSerial, packages }: ResendRequest, edition: Edition): Uint8Array => {
  const writer = new ByteWriter(4 + 2 * packages.length).u16(firstSerial);
  if (edition === '2019') writer.u16(packages.length);
  else writer.u8(packages.length);
  for (const index of packages) writer.u16(index);
  return writer.finish();
};

export const p8003ResendRequest = message<ResendRequest>({
  id: 0x8003,
  name: 'resend-request',
  direction: 'down',
  decode: decodeResendRequest,
  encode: encodeResendRequest,
});
