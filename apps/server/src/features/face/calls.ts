// Calls and commands of faces: lines from the contract to the list, its photos and the push.
import {
  deleteFacePhotos,
  deleteFaces,
  type FacePhoto,
  type InputOf,
  postFacePhotos,
  postFaces,
  putFacePhotoBytes,
  putFacePush,
  putFaces,
  u02FacePhoto,
} from '@outrider/contract';
import type { Devices } from '../../kernel/access/access.ts';
import { answer, type CommandHandler } from '../../kernel/channel/channel.ts';
import { AppError } from '../../kernel/errors.ts';
import { noBytes, bytesOfBase64 } from '../../kernel/storage/uploads.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { type FacePhotos, unknownFace, unknownPhoto } from './photos.ts';
import type { FacePush } from './push.ts';
import { type Faces, faceWire } from './service.ts';
import type { FaceStore, StoredPhoto } from './store.ts';

type Kit = { faces: Faces; photos: FacePhotos; store: FaceStore; push: FacePush; devices: Devices };

const SUCCESS = { hasError: 0, message: 'Success' } as const;

const photoWire = ({ id, faceId }: StoredPhoto): FacePhoto => ({ photoid: id, faceid: faceId });

export const faceCalls = ({ faces, photos, store, push, devices }: Kit): CallHandler[] => [
  handle(postFaces, async () => (await faces.list()).map(faceWire)),
  handle(putFaces, async ({ userName }, saved) => [faceWire(await faces.save(saved, userName))]),
  handle(deleteFaces, async (_caller, { faceid }) => {
    if (!(await photos.removeFace(faceid))) throw unknownFace();
    return SUCCESS;
  }),
  handle(postFacePhotos, async (_caller, { faceid }) => (await store.photos(faceid)).map(photoWire)),
  handle(deleteFacePhotos, async (_caller, { photoid }) => {
    if (!(await photos.remove(photoid))) throw unknownPhoto();
    return SUCCESS;
  }),
  handle(putFacePhotoBytes, async ({ userId }, { ticket, offset }, { bytes }) => {
    const { received, kept } = await photos.uploads.take(ticket, userId, offset, bytes ?? noBytes());
    return { received, ...(kept && { photo: photoWire(kept) }) };
  }),
  handle(putFacePush, async (caller, { faceid, deviceid }) => {
    const { deviceKey } = devices.seen(caller, deviceid);
    const face = await faces.one(faceid);
    const [photo] = await store.photos(faceid);
    if (photo === undefined) throw new AppError('conflict', 'This face has no photo.');
    return { hasError: 0 as const, message: 'set OK', ch: await push.run(deviceKey, face, photo) };
  }),
];

/** Gives the path that takes the bytes. */
const announce = async (
  { photos, store }: Pick<Kit, 'photos' | 'store'>,
  userId: number,
  { A: faceId, B: extension, C: bytes, D: sha256 }: InputOf<typeof u02FacePhoto>,
): Promise<string> => {
  if (faceId === undefined || extension === undefined || bytes === undefined) {
    const missing = faceId === undefined ? 'A' : extension === undefined ? 'B' : 'C';
    throw new AppError('invalid', `${missing}: is missing`);
  }
  if ((await store.find(faceId)) === undefined) throw unknownFace();
  const ticket = photos.uploads.announce({ faceId }, { userId, bytes, sha256 });
  return putFacePhotoBytes.path.replace('{ticket}', ticket);
};

export const faceCommands = (kit: Pick<Kit, 'photos' | 'store'>): CommandHandler[] => [
  answer(u02FacePhoto, async ({ caller }, input) => {
    if (input.E === undefined) return { Z: await announce(kit, caller.userId, input) };
    const { received, kept } = await kit.photos.uploads.take(input.E, caller.userId, input.F, bytesOfBase64(input.G));
    return { Z: `${received}`, ...(kept && { Y: photoWire(kept) }) };
  }),
];
