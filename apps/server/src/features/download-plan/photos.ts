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

/** From the device's yes to its picture. */
const WAIT_MS = 60_000;
const MANY = 500;
const ORDERED = 'order';

/** Of the message of a picture that the device numbered. */
const numberOf = ({ identity }: StoredFile): number | undefined => {
  const [source, number = ''] = identity.split('/');
  return source === '0x0801' && number !== '' ? Number(number) : undefined;
};

/**
 * Whether the device took it for an order that it answered with these numbers: by its own number where there is one, which tells it from what
 * somebody else ordered meanwhile, else by its cause, which tells it from what was taken by the clock. A bare picture has neither.
 */
const isAnswer = (photo: StoredFile, numbers: readonly number[]): boolean => {
  const number = numberOf(photo);
  if (numbers.length > 0 && number !== undefined) return numbers.includes(number);
  return photo.cause === ORDERED || (photo.cause === '' && photo.source === '0x0801');
};

/** Waits for the photo of this channel that the device takes for the order that is sent next; undefined where none comes. */
const expectPhoto = ({ bus, clock, files }: PhotoKit, deviceKey: number, channel: number, signal: AbortSignal) => {
  const { promise: photo, resolve } = Promise.withResolvers<StoredFile | undefined>();
  /** A photo may overtake the answer that names it. */
  const came: StoredFile[] = [];
  let numbers: readonly number[] | undefined;
  const look = (named: readonly number[] | undefined): void => {
    const own = named && came.find((each) => isAnswer(each, named));
    if (own !== undefined) resolve(own);
  };
  const stop = (): void => resolve(undefined);
  const timer = clock.after(WAIT_MS, stop);
  signal.addEventListener('abort', stop, { once: true });
  const unsubscribe = bus.subscribe('file.kept', ({ deviceKey: from, fileId, eventSerial }) => {
    if (from !== deviceKey || eventSerial !== null) return;
    void files.byId(fileId).then(
      (file) => {
        if (file?.kind !== 'photo' || file.channel !== channel || file.alarmSign !== '') return;
        came.push(file);
        look(numbers);
      },
      () => undefined,
    );
  });
  return {
    photo,
    answered(said: readonly number[]): void {
      numbers = said;
      look(numbers);
    },
    end(): void {
      timer.cancel();
      signal.removeEventListener('abort', stop);
      unsubscribe();
      stop();
    },
  };
};

/** Rejects with AppError: the device is away, refuses, or sends nothing. */
const takePhoto = async (kit: PhotoKit, fetch: PlannedFetch, channel: number, signal: AbortSignal): Promise<void> => {
  const link = kit.links.get(fetch.deviceKey);
  if (link === undefined) throw deviceOffline();
  const expected = expectPhoto(kit, fetch.deviceKey, channel, signal);
  try {
    expected.answered(await link.order('takePhotos', { channel }));
    const file = await expected.photo;
    if (file === undefined) throw new AppError('device_timeout', 'The device sent no photo.');
    await kit.files.link(file, fetch.eventSerial);
  } finally {
    expected.end();
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
