// What is asked of the slots of a device, by web.cgi. The values go in the body, not in the address.
import { faceDeleted, faceSlot, type FaceSlot, faceSummary, type FaceType } from '@outrider/contract';
import { postPath } from '../../lib/send.ts';

const ask = <T>(type: FaceType, fields: Record<string, unknown>, decode: (body: unknown) => T): Promise<T> =>
  postPath(`/web.cgi?type=${type}`, fields, decode);

export type SlotKey = { readonly deviceid: string; readonly ch: number };

/** When each slot was written, UTC ms; 0: it is empty. */
export const loadSummary = (deviceid: string): Promise<number[]> =>
  ask('facesummary', { deviceid }, (body) => faceSummary.parse(body));
export const loadSlot = (slot: SlotKey): Promise<FaceSlot> => ask('faceget', slot, (body) => faceSlot.parse(body));
/** When it was deleted. */
export const deleteSlot = async (slot: SlotKey): Promise<number> =>
  (await ask('facedel', slot, (body) => faceDeleted.parse(body))).updatetime;
export const setSlot = (slot: SlotKey, words: { idcard: string; name: string }): Promise<FaceSlot> =>
  ask('faceset', { ...slot, ...words }, (body) => faceSlot.parse(body));
