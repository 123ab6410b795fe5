// What downloaded footage is called; the rule is the contract's. Pure.
import { type DownloadFormat, fileNameOf, fileStamp, givenFileName } from '@outrider/contract';

const ENDINGS: Readonly<Record<DownloadFormat, string>> = { mp4: 'mp4', gms: 'gms.mkv' };
const ANY_ENDING = /(\.gms)?\.(mp4|mkv|gms)$/i;

/** `13800000101_20261121T101500Z_ch1.mp4`; the time is UTC. `channel` 0: all of them. */
export const nameOf = (file: { deviceId: string; startMs: number; channel: number; format: DownloadFormat }): string =>
  fileNameOf(
    [file.deviceId, fileStamp(file.startMs), file.channel === 0 ? 'all' : `ch${file.channel}`],
    ENDINGS[file.format],
  );

/** The name somebody asks for, with the ending of the format; `fallback` where nothing of it can be a name. */
export const safeName = (wanted: string, format: DownloadFormat, fallback: string): string =>
  givenFileName(wanted, `.${ENDINGS[format]}`, ANY_ENDING) || fallback;
