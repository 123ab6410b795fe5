// What a picture of a device is by its first bytes: a browser is shown nothing else.
import { AppError } from '../../kernel/errors.ts';

export const pictureHead = (bytes: Uint8Array): { type: string; ending: string } => {
  const [a, b, c] = bytes;
  if (a === 0xff && b === 0xd8 && c === 0xff) return { type: 'image/jpeg', ending: 'jpg' };
  if (a === 0x89 && b === 0x50 && c === 0x4e) return { type: 'image/png', ending: 'png' };
  throw new AppError('device_refused', 'What the device has in this slot is no picture.');
};
