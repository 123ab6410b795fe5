// The firmware store: files that recorders are upgraded with. One is announced (U01), its bytes come as the body of a PUT, whole or in
// pieces, and with the last of them it stands in the store.
import { z } from 'zod';
import { call, command } from '../speak/speak.ts';
import { bodyCredentials, outcome, wireSeconds } from '../speak/wire.ts';

export const MAX_FIRMWARE_BYTES = 200 * 1024 * 1024;
/** So said by the documents (E-FW-009), which have the 'Error : ' of their dialog before it. */
export const FIRMWARE_TOO_LARGE = 'Exceeded size 200MB';

const fileName = z
  .string()
  .min(1, 'cannot be empty')
  .max(200)
  .regex(/^[^\p{Cc}/\\]+$/u, 'A file name holds no slash.');
const memo = z.string().max(500);
const firmwareId = z.string().regex(/^[0-9a-f]{32}$/);

/** `hash` is MD5, which recorders know; both in lower-case hex. */
export const firmwareItem = z.object({
  firmwareid: firmwareId,
  filename: z.string(),
  memo: z.string(),
  filesize: z.number().int(),
  hash: z.string(),
  sha256: z.string(),
  updatetime: wireSeconds,
});
export type FirmwareItem = z.output<typeof firmwareItem>;

const item: z.input<typeof firmwareItem> = {
  firmwareid: '9f86d081884c7d659a2feaa0c55ad015',
  filename: 'box-2.1.bin',
  memo: 'for the long buses',
  filesize: 5,
  hash: '5d41402abc4b2a76b9719d911017c592',
  sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  updatetime: 1_790_000_000,
};
const ticket = 'R0tq1V5cJx0b3n8bqgkq2w8k1u5dMZsB0b7Fh3yT9aE';

/** Of one part on the main channel, in base64: with what stands around it a message of 64 KB. */
export const MAX_PART_TEXT = 48 * 1024;

const uploadLetters = z.object({
  A: memo.default(''),
  B: fileName.optional(),
  C: z.number().int().min(1).max(MAX_FIRMWARE_BYTES, FIRMWARE_TOO_LARGE).optional(),
  D: z
    .string()
    .regex(/^([0-9a-f]{64})?$/i, 'A SHA-256 has 64 hexadecimal digits.')
    .default(''),
  E: z.string().max(64).optional(),
  F: z.number().int().min(0).default(0),
  G: z.base64('must be base64').max(MAX_PART_TEXT, 'A part holds at most 48 KB of base64.').default(''),
});

/** A: memo. B: file name. C: size in bytes. D: SHA-256 in hex, or '' where the sender does not know it. E: ticket. F: offset. G: bytes. */
export const u01Firmware = command({
  code: 'U01',
  right: 'level-1',
  audit: { action: 'Announce firmware', secret: { E: true, G: true }, unless: 'E' },
  input: uploadLetters,
  reply: z.object({ Z: z.string(), Y: firmwareItem.optional() }),
  batched: false,
  about:
    'Announces a firmware: memo A, file name B, size C in bytes, SHA-256 D or nothing. Answers the path Z that takes its bytes: PUT /gkserver/firmware/{ticket}, within an hour. Or they come on this channel: U01 with the ticket E, the offset F and bytes G in base64 (at most 48 KB of text) answers in Z how many are there now; with the last of them the firmware stands in the store and in Y.',
  example: {
    input: { A: item.memo, B: item.filename, C: item.filesize, D: item.sha256 },
    reply: { Z: `/gkserver/firmware/${ticket}` },
  },
});

/** Where an upload stands. `firmware` is there with the last byte. */
export const uploadState = z.object({ received: z.number().int(), firmware: firmwareItem.optional() });

export const putFirmwareBytes = call({
  method: 'PUT',
  path: '/gkserver/firmware/{ticket}',
  right: 'level-1',
  audit: { action: 'Upload firmware', secret: { ticket: true } },
  upload: { maxBytes: MAX_FIRMWARE_BYTES, tooLarge: FIRMWARE_TOO_LARGE },
  input: z.object({ ticket: z.string().max(64), offset: z.coerce.number().int().min(0).default(0) }),
  reply: uploadState,
  about:
    'The bytes of an announced firmware from the offset on (a query), as they are: application/octet-stream. One request within a minute, so a large file comes in pieces; each begins where the one before ended, and one without bytes says where that is. With the last byte the firmware is stored.',
  example: { input: { ticket, offset: 0 }, reply: { received: 5, firmware: item } },
});

export const getFwStore = call({
  method: 'GET',
  path: '/gkserver/fwstore',
  right: 'level-1',
  input: z.object({}),
  reply: z.array(firmwareItem),
  about: 'The firmware store, newest first.',
  example: { input: {}, reply: [item] },
});

export const putFwStore = call({
  method: 'PUT',
  path: '/gkserver/fwstore',
  right: 'level-1',
  audit: { action: 'Change firmware', secret: { password: true } },
  input: z.object({
    ...bodyCredentials,
    firmwareid: firmwareId,
    filename: fileName.optional(),
    memo: memo.optional(),
  }),
  reply: outcome,
  about: 'Changes the file name or the memo of a firmware.',
  example: { input: { firmwareid: item.firmwareid, memo: 'for all' }, reply: { hasError: 0, message: 'Success' } },
});

export const deleteFwStore = call({
  method: 'DELETE',
  path: '/gkserver/fwstore',
  right: 'level-1',
  audit: { action: 'Remove firmware', secret: { password: true } },
  input: z.object({ ...bodyCredentials, firmwareid: firmwareId }),
  reply: outcome,
  about: 'Removes a firmware and its file.',
  example: { input: { firmwareid: item.firmwareid }, reply: { hasError: 0, message: 'Success' } },
});
