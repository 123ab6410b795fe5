// What a downloaded file of a viewer page is called: by the address, if it says something that can be a name. Pure.
import { fileNameOf, givenFileName } from '@outrider/contract';

export type DownloadName = {
  /** As the address gives it, '' for none. */
  readonly wanted: string;
  readonly deviceId: string;
  /** Unix seconds. */
  readonly startS: number;
  readonly channel: number;
};

/** 'clip1.mp4' where the address names one, else 'A001_1700000000_ch1.mp4'. */
export const downloadName = ({ wanted, deviceId, startS, channel }: DownloadName): string => {
  const given = givenFileName(wanted, '.mp4', /\.mp4$/i);
  return given === '' ? fileNameOf([deviceId, String(startS), `ch${channel}`], 'mp4') : given;
};
