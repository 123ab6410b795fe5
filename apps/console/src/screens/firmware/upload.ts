// Puts a file into the firmware store: announced, then sent in pieces, each where the one before ended.
import { putFirmwareBytes, u01Firmware } from '@outrider/contract';
import { sendBytes } from '../../lib/send.ts';
import { live } from '../../live/index.ts';

/** One request has a minute at the server. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** Missing on plain http: the server then has nothing to compare its own hash with. */
const hashOf = async (file: File): Promise<string> => {
  if (!globalThis.isSecureContext) return '';
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** `sent` hears how much of it is there. Throws AppError. */
export const uploadFirmware = async (file: File, memo: string, sent: (bytes: number) => void): Promise<void> => {
  const announced = { A: memo, B: file.name, C: file.size, D: await hashOf(file), F: 0, G: '' };
  const { Z } = await live().connection.ask(u01Firmware, announced);
  const ticket = Z.split('/').at(-1) ?? '';
  for (let at = 0; at < file.size;) {
    // oxlint-disable-next-line no-await-in-loop -- one piece behind the other
    const { received } = await sendBytes(putFirmwareBytes, { ticket, offset: at }, file.slice(at, at + PIECE_BYTES));
    at = received;
    sent(at);
  }
};
