// The door of faces: the list with its photos, pushing them to devices, and what devices have in their slots.
import type { Devices } from '../../kernel/access/access.ts';
import type { CommandHandler } from '../../kernel/channel/channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { CgiFile, CgiHandler } from '../../kernel/web/cgi.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import { faceCalls, faceCommands } from './calls.ts';
import { PHOTO_FILE, photoDoors, slotPages } from './doors.ts';
import { FacePhotos } from './photos.ts';
import { FacePush, PhotoAddresses } from './push.ts';
import { Faces } from './service.ts';
import { FaceSlots, type TellDevice } from './slots.ts';
import { createFaceStore } from './store.ts';

export type { TellDevice } from './slots.ts';

type Kit = {
  db: Database;
  clock: Clock;
  log: Log;
  dataFolder: string;
  synced: () => Promise<void>;
  devices: Devices;
  tell: TellDevice;
  /** This server as a device dials it: scheme, host and port of what serves files. */
  originFor: (deviceKey: number) => string;
};

export type FaceFeature = {
  calls: CallHandler[];
  commands: CommandHandler[];
  cgi: CgiHandler[];
  fileDoors: CgiFile[];
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

export const faceFeature = async (kit: Kit): Promise<FaceFeature> => {
  const { clock, devices, tell, originFor } = kit;
  const store = createFaceStore(kit.db);
  const photos = await FacePhotos.open({ ...kit, store });
  const faces = new Faces(store, clock);
  const slots = new FaceSlots(tell, () => clock.now());
  const addresses = new PhotoAddresses(clock);
  const push = new FacePush({
    slots,
    addresses,
    urlFor: (deviceKey, token) => `${originFor(deviceKey)}${PHOTO_FILE}?t=${token}`,
  });
  return {
    calls: faceCalls({ faces, photos, store, push, devices }),
    commands: faceCommands({ photos, store }),
    cgi: slotPages({ slots, devices }),
    fileDoors: photoDoors({ store, photos, addresses, slots, devices }),
    metrics: () => ({ face_photo_uploads: photos.uploads.count, face_photo_addresses: addresses.count }),
    close: () => photos.close(),
  };
};
