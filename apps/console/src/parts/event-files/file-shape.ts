// What a page can do with a file of a device, by its content, and what the file is called beside its picture.
import type { DeviceFile } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';

export type FileShape = 'picture' | 'clip' | 'sound' | 'file';

export const shapeOf = ({ type }: Pick<DeviceFile, 'type'>): FileShape => {
  if (type.startsWith('image/')) return 'picture';
  if (type.startsWith('video/')) return 'clip';
  return type.startsWith('audio/') ? 'sound' : 'file';
};

/** 'Picture · ch2'; without a channel the word alone. */
export const labelOf = (file: Pick<DeviceFile, 'type' | 'channel'>): string => {
  const word = { picture: t('Picture'), clip: t('Clip'), sound: t('Sound'), file: t('File') }[shapeOf(file)];
  return file.channel === 0 ? word : `${word} · ch${file.channel}`;
};
