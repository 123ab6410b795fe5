// 0x8A00: the RSA public key of the platform. Section 20.
import { message } from '../message.ts';
import { decodeRsaKey, encodeRsaKey } from '../rsa-key.ts';
import type { RsaKey } from '../rsa-key.ts';

export const p8a00PlatformRsaKey = message<RsaKey>({
  id: 0x8a00,
  name: 'platform-rsa-key',
  direction: 'down',
  decode: decodeRsaKey,
  encode: encodeRsaKey,
});
