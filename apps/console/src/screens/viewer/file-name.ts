// What a downloaded file of a viewer page is called. Pure.

const ENDING = '.mp4';
const LONGEST = 120;

/** A name that every file system takes: no folders, no characters that one of them refuses; '' when nothing is left. */
const safe = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N} ._()@+-]/gu, '_')
    .replace(/\.mp4$/i, '')
    .replace(/^[ .]+/, '')
    .slice(0, LONGEST)
    .replace(/[ .]+$/, '');

export type DownloadName = {
  /** As the address gives it, '' for none. */
  readonly wished: string;
  readonly deviceId: string;
  /** Unix seconds. */
  readonly startS: number;
  readonly channel: number;
};

/** 'clip1.mp4' where a name is wished for, else 'A001_1700000000_ch1.mp4'. */
export const downloadName = ({ wished, deviceId, startS, channel }: DownloadName): string => {
  const given = safe(wished);
  return `${/[\p{L}\p{N}]/u.test(given) ? given : `${deviceId}_${startS}_ch${channel}`}${ENDING}`;
};
