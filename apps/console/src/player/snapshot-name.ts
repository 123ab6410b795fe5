// File names of saved pictures: device, time and channel, as all downloads are named. Pure.
import { formatDay, formatTime } from '../lib/time.ts';

/** 'TRK-101_20260301-140231_ch2.png'; characters that file systems refuse become '-', empty parts are left out. */
export const snapshotName = (device: string, ms: number, channel: number, extension: string): string => {
  const time = `${formatDay(ms).replaceAll('-', '')}-${formatTime(ms).replaceAll(':', '')}`;
  const parts = [device, time, `ch${channel}`].filter((part) => part !== '');
  return `${parts.join('_').replaceAll(/[\\/:*?"<>|\s]+/g, '-')}.${extension}`;
};
