// What a device has in its slots of faces, over web.cgi: asked of the device each time, and changed there. Names stand in the body of a
// POST, never in an address.
import { z } from 'zod';
import type { Audit } from '../speak/speak.ts';
import { deviceId, wireSeconds } from '../speak/wire.ts';
import { NO_EMPTY_TEXT } from './face.ts';

export const faceTypes = ['facesummary', 'faceget', 'facedel', 'faceset'] as const;
export type FaceType = (typeof faceTypes)[number];

const MAX_SLOTS = 10_000;
const text = z.string().trim().min(1, NO_EMPTY_TEXT).max(60);
const ch = z.coerce.number().int().min(1).max(MAX_SLOTS);

export const faceSummaryQuery = z.object({ deviceid: deviceId });
export const faceSlotQuery = z.object({ deviceid: deviceId, ch });
export const faceSetQuery = z.object({ deviceid: deviceId, ch, idcard: text, name: text });

/** What changes something there: asked by POST, with a row in the access log that names no person. */
export const changingSlotPages = {
  facedel: { input: faceSlotQuery, audit: { action: 'Delete device face', secret: {}, device: 'deviceid' } },
  faceset: {
    input: faceSetQuery,
    audit: { action: 'Change device face', secret: { idcard: true, name: true }, device: 'deviceid' },
  },
} as const satisfies Record<string, { input: z.ZodType; audit: Audit }>;

/** One value for each slot of the device, from the first on: when it was written, 0 where it is deleted or was never used. */
export const faceSummary = z.array(wireSeconds).max(MAX_SLOTS);
/** The picture: pic.cgi with type faceslot, deviceid and ch. */
export const faceSlot = z.object({
  ch,
  idcard: z.string(),
  name: z.string(),
  md5: z.string(),
  updatetime: wireSeconds,
});
export type FaceSlot = z.output<typeof faceSlot>;
/** After facedel: when it was deleted. */
export const faceDeleted = z.object({ ch, updatetime: wireSeconds });
