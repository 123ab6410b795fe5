// What downloaded files are called. Files on the server's disk have names of their own. Pure.
import type { DownloadFormat } from '@outrider/contract';

const ENDINGS: Readonly<Record<DownloadFormat, string>> = { mp4: '.mp4', gms: '.gms.mkv' };
const MAX_LENGTH = 120;

/** `20261121T101500Z` */
const stamp = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** `13800000101_20261121T101500Z_ch1.mp4`; the time is UTC. `channel` 0: all of them. */
export const nameOf = (file: { deviceId: string; startMs: number; channel: number; format: DownloadFormat }): string =>
  [file.deviceId, stamp(file.startMs), file.channel === 0 ? 'all' : `ch${file.channel}`].join('_') +
  ENDINGS[file.format];

/**
 * The name somebody wishes for, as it can be one: no folders, no characters that some system refuses, the right ending. `fallback`
 * where nothing is left of it.
 */
export const safeName = (wanted: string, format: DownloadFormat, fallback: string): string => {
  const ending = ENDINGS[format];
  const base = wanted
    .normalize('NFC')
    .replace(/^.*[/\\]/, '')
    .replaceAll(/[^\p{L}\p{N} ._()@+-]/gu, '_')
    .replace(/(\.gms)?\.(mp4|mkv|gms)$/i, '')
    .replace(/^[ .]+/, '')
    .slice(0, MAX_LENGTH - ending.length)
    .replace(/[ .]+$/, '');
  return /[\p{L}\p{N}]/u.test(base) ? base + ending : fallback;
};
