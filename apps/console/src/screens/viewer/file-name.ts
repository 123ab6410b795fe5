// What a downloaded file of a viewer page is called: by the address, if it says something that can be a name. Pure.
import { fileNameOf, safePart } from '../../lib/file-name.ts';

export type DownloadName = {
  /** As the address gives it, '' for none. */
  readonly wished: string;
  readonly deviceId: string;
  /** Unix seconds. */
  readonly startS: number;
  readonly channel: number;
};

/** 'clip1.mp4' where the address names one, else 'A001_1700000000_ch1.mp4'. */
export const downloadName = ({ wished, deviceId, startS, channel }: DownloadName): string => {
  const given = safePart(wished.replace(/\.mp4$/i, ''));
  const parts = /[\p{L}\p{N}]/u.test(given) ? [given] : [deviceId, String(startS), `ch${channel}`];
  return fileNameOf(parts, 'mp4');
};
