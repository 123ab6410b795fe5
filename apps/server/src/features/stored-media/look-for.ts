// Asks a recorder what it keeps, cause by cause.
import { AppError, MAX_STORED_MEDIA, type MediaCause } from '@outrider/contract';
import type { DeviceLink, HeldMedium, StoredMediaQuestion } from '../../gateway/index.ts';

const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'device_refused' || error.code === 'device_unsupported');

/**
 * The standard asks for one cause at a time; recorders that pass over it say the same ones again, and some refuse a cause that they do not
 * know. Rejects where all are refused, and where the device falls silent: half a list would be taken for the whole.
 */
export const lookFor = async (
  link: Pick<DeviceLink, 'order'>,
  asked: Omit<StoredMediaQuestion, 'cause'>,
  causes: readonly MediaCause[],
): Promise<HeldMedium[]> => {
  const found = new Map<string, HeldMedium>();
  const refusals: unknown[] = [];
  for (const cause of causes)
    try {
      // oxlint-disable-next-line no-await-in-loop -- a link answers one question after the other
      for (const medium of await link.order('storedMedia', { ...asked, cause })) found.set(medium.identity, medium);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusals.push(error);
    }
  if (refusals.length === causes.length) throw refusals[0];
  return [...found.values()]
    .toSorted((one, other) => (other.takenMs ?? 0) - (one.takenMs ?? 0) || (other.id ?? 0) - (one.id ?? 0))
    .slice(0, MAX_STORED_MEDIA);
};
