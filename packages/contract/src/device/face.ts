// Faces of drivers: the list that the server keeps with its photos, how a photo is sent, and how a face is pushed to a device. Names and
// photos stand in bodies only, never in an address. What a device has in its slots is face-slot.ts.
import { z } from 'zod';
import { call, command } from '../speak/speak.ts';
import { bodyCredentials, deviceId, outcome, wireSeconds } from '../speak/wire.ts';
import { seenUpdatetime } from '../speak/version.ts';
import { MAX_PART_TEXT } from './firmware.ts';

export const MAX_FACES = 5000;
export const MAX_PHOTOS_OF_FACE = 8;
export const MAX_PHOTO_BYTES = 2_097_152;
/** So said by the documents (E-FACE-020, -021), which have 'Error : ' before both. */
export const PHOTO_TOO_LARGE = 'Exceeded size 2MB';
export const PHOTO_WRONG_TYPE = 'Incorrect file type';
export const photoExtensions = ['jpeg', 'jpg', 'png'] as const;
export const NO_EMPTY_TEXT = 'cannot be empty';

const MAX_TEXT = 60;
const faceId = z.number().int().positive();
/** 128 random bits: who does not know it does not guess it. */
const photoId = z.string().regex(/^[0-9a-f]{32}$/);
const line = z
  .string()
  .max(MAX_TEXT)
  .overwrite((text) => text.replaceAll(/\s+/g, ' ').trim());
const needed = line.pipe(z.string().min(1, NO_EMPTY_TEXT));
const memo = z.string().max(500);

/** `unit` is shown as Group, `idcard` as Identify. */
export const face = z.object({
  faceid: faceId,
  unit: z.string(),
  idcard: z.string(),
  name: z.string(),
  contact: z.string(),
  memo: z.string(),
  updatetime: wireSeconds,
});
export type Face = z.output<typeof face>;
export const facePhoto = z.object({ photoid: photoId, faceid: faceId });
export type FacePhoto = z.output<typeof facePhoto>;

const example: z.input<typeof face> = {
  faceid: 1,
  unit: 'North',
  idcard: 'A123456789',
  name: 'Wang',
  contact: '0912 000 000',
  memo: '',
  updatetime: 1_790_000_000,
};
const photoExample = { photoid: '9f86d081884c7d659a2feaa0c55ad015', faceid: 1 };
const ticket = 'R0tq1V5cJx0b3n8bqgkq2w8k1u5dMZsB0b7Fh3yT9aE';
const person = { unit: true, idcard: true, name: true, contact: true, memo: true, password: true } as const;

export const postFaces = call({
  method: 'POST',
  path: '/gkserver/faces',
  right: 'admin',
  audit: 'reads',
  input: z.object(bodyCredentials),
  reply: z.array(face),
  about: 'The faces that the server keeps, by group and number.',
  example: { input: {}, reply: [example] },
});

export const putFaces = call({
  method: 'PUT',
  path: '/gkserver/faces',
  right: 'admin',
  audit: { action: 'Save face', secret: person },
  input: z.object({
    ...bodyCredentials,
    faceid: faceId.optional(),
    unit: needed.optional(),
    idcard: needed.optional(),
    name: line.optional(),
    contact: line.optional(),
    memo: memo.optional(),
    ...seenUpdatetime,
  }),
  reply: z.array(face),
  about: `Without \`faceid\` adds a face, at most ${MAX_FACES}; left out, its group and identity are 'New' and a number. With it changes the fields that are given. Answers a list with the one record. Group and identity cannot be empty.`,
  example: { input: { unit: 'North', idcard: 'A123456789', name: 'Wang' }, reply: [example] },
});

export const deleteFaces = call({
  method: 'DELETE',
  path: '/gkserver/faces',
  right: 'admin',
  audit: { action: 'Remove face', secret: { password: true } },
  input: z.object({ ...bodyCredentials, faceid: faceId }),
  reply: outcome,
  about:
    'Removes a face with its photos, whose files are gone from the disk when this answers. Devices keep what was pushed to them.',
  example: { input: { faceid: 1 }, reply: { hasError: 0, message: 'Success' } },
});

export const postFacePhotos = call({
  method: 'POST',
  path: '/gkserver/facephotos',
  right: 'admin',
  audit: 'reads',
  input: z.object({ ...bodyCredentials, faceid: faceId.optional() }),
  reply: z.array(facePhoto),
  about:
    'The photos of all faces, or of one, the newest of each first. The picture: pic.cgi with type face and id the photo id, on the stream port.',
  example: { input: {}, reply: [photoExample] },
});

export const deleteFacePhotos = call({
  method: 'DELETE',
  path: '/gkserver/facephotos',
  right: 'admin',
  audit: { action: 'Remove face photo', secret: { password: true } },
  input: z.object({ ...bodyCredentials, photoid: photoId }),
  reply: outcome,
  about: 'Removes a photo; its file is gone from the disk when this answers.',
  example: { input: { photoid: photoExample.photoid }, reply: { hasError: 0, message: 'Success' } },
});

const extension = z
  .string()
  .toLowerCase()
  .refine((text) => photoExtensions.some((known) => known === text), PHOTO_WRONG_TYPE);

export const u02FacePhoto = command({
  code: 'U02',
  right: 'admin',
  audit: { action: 'Announce face photo', secret: { E: true, G: true }, unless: 'E' },
  input: z.object({
    A: faceId.optional(),
    B: extension.optional(),
    C: z.number().int().min(1).max(MAX_PHOTO_BYTES, PHOTO_TOO_LARGE).optional(),
    D: z
      .string()
      .regex(/^([0-9a-f]{64})?$/i, 'A SHA-256 has 64 hexadecimal digits.')
      .default(''),
    E: z.string().max(64).optional(),
    F: z.number().int().min(0).default(0),
    G: z.base64('must be base64').max(MAX_PART_TEXT, 'A part holds at most 48 KB of base64.').default(''),
  }),
  reply: z.object({ Z: z.string(), Y: facePhoto.optional() }),
  batched: false,
  about: `Announces a photo of face A: its extension B (${photoExtensions.join(', ')}), size C in bytes, SHA-256 D or nothing. Answers the path Z that takes its bytes: PUT /gkserver/facephoto/{ticket}, within an hour. Or they come on this channel: U02 with the ticket E, the offset F and bytes G in base64 (at most 48 KB of text) answers in Z how many are there now. With the last of them the photo is decoded: what is no picture is refused and kept nowhere; else it is Y.`,
  example: { input: { A: 1, B: 'png', C: 68 }, reply: { Z: `/gkserver/facephoto/${ticket}` } },
});

export const putFacePhotoBytes = call({
  method: 'PUT',
  path: '/gkserver/facephoto/{ticket}',
  right: 'admin',
  audit: { action: 'Upload face photo', secret: { ticket: true } },
  upload: { maxBytes: MAX_PHOTO_BYTES, tooLarge: PHOTO_TOO_LARGE },
  input: z.object({ ticket: z.string().max(64), offset: z.coerce.number().int().min(0).default(0) }),
  reply: z.object({ received: z.number().int(), photo: facePhoto.optional() }),
  about:
    'The bytes of an announced photo from the offset on (a query), as they are: application/octet-stream. With the last byte it is decoded and stored.',
  example: { input: { ticket, offset: 0 }, reply: { received: 68, photo: photoExample } },
});

export const putFacePush = call({
  method: 'PUT',
  path: '/gkserver/facepush',
  right: 'admin',
  audit: { action: 'Push face to device', secret: { password: true }, device: 'deviceid' },
  input: z.object({ ...bodyCredentials, faceid: faceId, deviceid: deviceId }),
  reply: z.object({ ...outcome.shape, ch: z.number().int() }),
  about:
    'Has a device take a face with its newest photo: into the slot of the same identity, else into the first free one, which `ch` says. The device fetches the photo from an address that is good once, for ten minutes, and says that it has it. Only for devices that know the vendor block.',
  example: {
    input: { faceid: 1, deviceid: '13800000101' },
    reply: { hasError: 0, message: 'set OK', ch: 1 },
  },
});
