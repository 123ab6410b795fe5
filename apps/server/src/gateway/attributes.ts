// What a device is (0x8107): asked once per link, whichever room wants to know first, and told to all of them. A device is another one only
// after a restart, which is another link.
import { AppError } from '@outrider/contract';
import type { DeviceLink } from './link.ts';
import type { DeviceAttributes } from './orders.ts';

type Asked = { answer: Promise<DeviceAttributes>; isOpen: boolean };

const asked = new WeakMap<DeviceLink, Asked>();

/** Asks now. Who asks while the question is under way gets the same answer. Rejects as `DeviceLink.order` does. */
export const askAttributesAgain = (link: DeviceLink): Promise<DeviceAttributes> => {
  const before = asked.get(link);
  if (before?.isOpen === true) return before.answer;
  const now: Asked = { answer: link.order('attributes', {}), isOpen: true };
  asked.set(link, now);
  now.answer.then(
    () => (now.isOpen = false),
    (error: unknown) => {
      now.isOpen = false;
      // A device that was silent, or left, may answer the next time; one that refused says the same again.
      const isSaid =
        error instanceof AppError && (error.code === 'device_refused' || error.code === 'device_unsupported');
      if (!isSaid && asked.get(link) === now) asked.delete(link);
    },
  );
  return now.answer;
};

/** What it has said on this link; asked where nobody has yet. */
export const askAttributes = (link: DeviceLink): Promise<DeviceAttributes> =>
  asked.get(link)?.answer ?? askAttributesAgain(link);
