// The body of 0x8A00 and 0x0A00: an RSA public key. No device is known to use it. Section 20.
import { ByteReader, ByteWriter } from './bytes.ts';

/** `n` is 128 bytes. */
export type RsaKey = { readonly e: number; readonly n: Uint8Array };

const MODULUS_LENGTH = 128;

export const decodeRsaKey = (body: Uint8Array): RsaKey => {
  const reader = new ByteReader(body);
  return { e: reader.u32(), n: reader.take(MODULUS_LENGTH) };
};

/** RangeError unless `n` has 128 bytes. */
export const encodeRsaKey = ({ e, n }: RsaKey): Uint8Array => {
  if (n.length !== MODULUS_LENGTH) throw new RangeError(`a modulus of ${n.length} bytes`);
  return new ByteWriter(4 + MODULUS_LENGTH).u32(e).raw(n).finish();
};
