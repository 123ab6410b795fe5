// Has the device take a photo of each channel, and puts what comes with the event.
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, deviceOffline } from '../../kernel/errors.ts';
import type { FileStore, StoredFile } from '../file-store/index.ts';
import type { PlannedFetch } from './store.ts';

export type PhotoKit = {
  bus: Bus;
  clock: Clock;
  links: LinkRegistry;
  files: Pick<FileStore, 'byId' | 'link' | 'list'>;
};

const NOTHING = (): void => undefined;

/** From the device's yes to its picture. */
const WAIT_MS = 60_000;
const MANY = 500;

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
const takePhoto = async (kit: PhotoKit, fetch: PlannedFetch, channel: number, signal: AbortSignal): Promise<void> => {
  const link = kit.links.get(fetch.deviceKey);
  if (link === undefined) throw deviceOffline();
  const { photo, end } = nextPhoto(kit, fetch.deviceKey, channel, signal);
  try {
    await link.order('takePhotos', { channel });
    const file = await photo;
    if (file === undefined) throw new AppError('device_timeout', 'The device sent no photo.');
    await kit.files.link(file, fetch.eventSerial);
  } finally {
    end();
  }
};

/** The channels of photos that the event has since this was asked for, one for each photo; what the alarm announced is not among them. */
const channelsOf = async (
  { files }: PhotoKit,
  { deviceKey, eventSerial, createdMs }: PlannedFetch,
): Promise<number[]> => {
  const found = await files.list({ deviceKey, kind: 'photo', eventSerials: [eventSerial], limit: MANY });
  return found
    .filter(({ receivedMs, alarmSign }) => receivedMs >= createdMs && alarmSign === '')
    .map(({ channel }) => channel);
};

/**
 * The channels that have a photo then. What an earlier try took is not taken again: `nth` is which photo of a channel this is for the event.
 * Rejects with AppError where one could not be taken, after all were tried.
 */
export const takePhotos = async (
  kit: PhotoKit,
  fetch: PlannedFetch,
  nth: number,
  signal: AbortSignal,
): Promise<number[]> => {
  const there = await channelsOf(kit, fetch);
  const taken: number[] = [];
  let failure: AppError | undefined;
  for (const channel of fetch.channels) {
    signal.throwIfAborted();
    try {
      // oxlint-disable-next-line no-await-in-loop -- one picture of a device after the other
      if (there.filter((each) => each === channel).length < nth) await takePhoto(kit, fetch, channel, signal);
      taken.push(channel);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // A channel without a camera: the others have theirs.
      if (error.code !== 'device_unsupported') failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return taken;
};
