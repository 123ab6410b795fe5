// What a downloaded file is called. Pure.
import { momentOf } from '../../lib/local-moment.ts';
import type { DownloadWish } from './download.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** 'TRK-104_20260301_140231_ch2_60s.mp4', local time; without a channel for all of them. */
export const fileNameOf = ({ deviceId, startMs, channel, seconds, format }: DownloadWish): string => {
  const { day, hour, minute, second } = momentOf(startMs);
  const at = `${day.replaceAll('-', '')}_${two(hour)}${two(minute)}${two(second)}`;
  const parts = [deviceId, at, channel === 0 ? '' : `ch${channel}`, `${seconds}s`];
  return `${parts.filter((part) => part !== '').join('_')}.${format ?? 'mp4'}`;
};
