// Has the device take a photo of each channel, and puts what comes with the event.
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, deviceOffline } from '../../kernel/errors.ts';
import type { StoredFile } from '../file-store/index.ts';
import type { PlannedFetch } from './store.ts';

export type PhotoKit = {
  bus: Bus;
  clock: Clock;
  links: LinkRegistry;
  files: {
    byId(fileId: number): Promise<StoredFile | undefined>;
    link(file: Pick<StoredFile, 'id' | 'deviceKey'>, eventSerial: number): Promise<void>;
  };
};

const NOTHING = (): void => undefined;

/** From the device's yes to its picture. */
const WAIT_MS = 60_000;

/** The next photo of this channel that comes from the device; undefined where none does. */
const nextPhoto = ({ bus, clock, files }: PhotoKit, deviceKey: number, channel: number, signal: AbortSignal) => {
  let end: () => void = NOTHING;
  const photo = new Promise<StoredFile | undefined>((resolve) => {
    const timer = clock.after(WAIT_MS, () => resolve(undefined));
    const stop = (): void => resolve(undefined);
    signal.addEventListener('abort', stop, { once: true });
    const unsubscribe = bus.subscribe('file.kept', (kept) => {
      if (kept.deviceKey !== deviceKey) return;
      void files.byId(kept.fileId).then(
        (file) => file?.kind === 'photo' && file.channel === channel && resolve(file),
        () => undefined,
      );
    });
    end = () => {
      timer.cancel();
      signal.removeEventListener('abort', stop);
      unsubscribe();
      resolve(undefined);
    };
  });
  return { photo, end: () => end() };
};

/** Rejects with AppError: the device is away, refuses, or sends nothing. */
export const takePhotos = async (kit: PhotoKit, fetch: PlannedFetch, signal: AbortSignal): Promise<number[]> => {
  const taken: number[] = [];
  for (const channel of fetch.channels) {
    signal.throwIfAborted();
    const link = kit.links.get(fetch.deviceKey);
    if (link === undefined) throw deviceOffline();
    const { photo, end } = nextPhoto(kit, fetch.deviceKey, channel, signal);
    try {
      await link.order('takePhotos', { channel });
      const file = await photo;
      if (file === undefined) throw new AppError('device_timeout', 'The device sent no photo.');
      await kit.files.link(file, fetch.eventSerial);
      taken.push(channel);
    } catch (error) {
      // A channel without a camera: the others have theirs.
      if (!(error instanceof AppError && error.code === 'device_unsupported')) throw error;
    } finally {
      end();
    }
  }
  return taken;
};
