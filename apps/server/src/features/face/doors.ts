// What is asked of faces by plain addresses: photos (pic.cgi), the one that a device fetches once, and the slots of devices (web.cgi).
import {
  AppError,
  changingSlotPages,
  faceDeleted,
  faceSetQuery,
  faceSlot,
  faceSlotQuery,
  faceSummary,
  faceSummaryQuery,
  fileNameOf,
} from '@outrider/contract';
import { z } from 'zod';
import type { Devices } from '../../kernel/access/access.ts';
import { assertMay } from '../../kernel/access/authorise.ts';
import type { CgiFile, CgiHandler } from '../../kernel/web/cgi.ts';
import { checkInput } from '../../kernel/web/schema-input.ts';
import type { SentFile } from '../../kernel/web/send-file.ts';
import { type FacePhotos, unknownPhoto } from './photos.ts';
import { pictureHead } from './picture-head.ts';
import type { PhotoAddresses } from './push.ts';
import type { DeviceSlot, FaceSlots } from './slots.ts';
import type { FaceStore, StoredPhoto } from './store.ts';

export const PHOTO_FILE = '/facephoto.cgi';
const RIGHT = 'admin';

const photoQuery = z.object({ id: z.string().max(64) });

type DoorKit = {
  store: FaceStore;
  photos: FacePhotos;
  addresses: PhotoAddresses;
  slots: FaceSlots;
  devices: Devices;
};

/** Its name says nothing of the person. */
const sentPhoto = (photos: FacePhotos, photo: StoredPhoto): SentFile => ({
  path: photos.pathOf(photo),
  bytes: photo.bytes,
  name: fileNameOf(['photo'], photo.type === 'image/png' ? 'png' : 'jpg'),
  type: photo.type,
  tag: `"${photo.sha256}"`,
  shown: true,
});

export const photoDoors = ({ store, photos, addresses, slots, devices }: DoorKit): CgiFile[] => [
  {
    path: '/pic.cgi',
    async find(query, whoAsks) {
      const caller = await whoAsks();
      assertMay(caller, RIGHT);
      if (query['type'] === 'face') {
        const photo = await store.photo(checkInput(photoQuery, query).id);
        if (photo === undefined) throw unknownPhoto();
        return sentPhoto(photos, photo);
      }
      if (query['type'] !== 'faceslot') throw new AppError('not_found', 'pic.cgi does not know this type.');
      const { deviceid, ch } = checkInput(faceSlotQuery, query);
      const bytes = await slots.photo(devices.seen(caller, deviceid).deviceKey, ch);
      const { type, ending } = pictureHead(bytes);
      const name = fileNameOf([deviceid, `face${ch}`], ending);
      return { path: '', content: bytes, bytes: bytes.length, name, type, tag: '""', shown: true };
    },
  },
  {
    path: PHOTO_FILE,
    // A device has no session: the address is the right, once.
    async find({ t: token = '' }, _caller, isLook) {
      const id = isLook ? addresses.look(token) : addresses.use(token);
      const photo = id === undefined ? undefined : await store.photo(id);
      if (photo === undefined) throw new AppError('not_found', 'This address was used already, or it is too old.');
      return sentPhoto(photos, photo);
    },
  },
];

const slotWire = ({ slot: ch, idCard, name, md5, atMs }: DeviceSlot): unknown =>
  z.encode(faceSlot, { ch, idcard: idCard, name, md5, updatetime: atMs });

export const slotPages = ({ slots, devices }: Pick<DoorKit, 'slots' | 'devices'>): CgiHandler[] => [
  {
    type: 'facesummary',
    right: RIGHT,
    posts: true,
    async run(caller, query) {
      const { deviceid } = checkInput(faceSummaryQuery, query);
      const { capacity, slots: used } = await slots.list(devices.seen(caller, deviceid).deviceKey);
      const times = new Map(used.map(({ slot, atMs }) => [slot, atMs]));
      const summary = Array.from({ length: capacity }, (_, i) => times.get(i + 1) ?? 0);
      return { json: z.encode(faceSummary, summary) };
    },
  },
  {
    type: 'faceget',
    right: RIGHT,
    posts: true,
    async run(caller, query) {
      const { deviceid, ch } = checkInput(faceSlotQuery, query);
      return { json: slotWire(await slots.one(devices.seen(caller, deviceid).deviceKey, ch)) };
    },
  },
  {
    type: 'facedel',
    right: RIGHT,
    changes: changingSlotPages.facedel,
    async run(caller, query) {
      const { deviceid, ch } = checkInput(faceSlotQuery, query);
      const updatetime = await slots.remove(devices.seen(caller, deviceid).deviceKey, ch);
      return { json: z.encode(faceDeleted, { ch, updatetime }) };
    },
  },
  {
    type: 'faceset',
    right: RIGHT,
    changes: changingSlotPages.faceset,
    async run(caller, query) {
      const { deviceid, ch, idcard: idCard, name } = checkInput(faceSetQuery, query);
      const { deviceKey } = devices.seen(caller, deviceid);
      await slots.write(deviceKey, { slot: ch, name, idCard });
      return { json: slotWire(await slots.one(deviceKey, ch)) };
    },
  },
];
