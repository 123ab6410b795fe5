// 0x0A00: the RSA public key of the terminal. Section 20.
import { message } from '../message.ts';
import { decodeRsaKey, encodeRsaKey } from '../rsa-key.ts';
import type { RsaKey } from '../rsa-key.ts';

export const t0a00TerminalRsaKey = message<RsaKey>({
  id: 0x0a00,
  name: 'terminal-rsa-key',
  direction: 'up',
  decode: decodeRsaKey,
  encode: encodeRsaKey,
});
