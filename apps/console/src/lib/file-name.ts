// How files are called that the console saves. One rule for all of them: parts that say what is inside, joined by underscores. Pure.
import { plainText } from '@outrider/contract';
import { momentOf } from './local-moment.ts';

/** Longer names are refused by some file systems. */
const LONGEST = 120;

/** A part of a name that every file system takes: what one of them refuses becomes an underscore; '' when nothing is left. */
export const safePart = (part: string): string =>
  plainText(
    part
      .normalize('NFC')
      // oxlint-disable-next-line no-control-regex -- they are among what a file name must not have
      .replaceAll(/[\u0000-\u001F<>:"/\\|?*]/g, '_'),
  )
    .replaceAll(/^[. ]+|[. ]+$/g, '')
    .slice(0, LONGEST)
    .replace(/[. ]+$/, '');

/** 'TRK-104_20260301_ch2.mp4': empty parts drop out. */
export const fileNameOf = (parts: readonly string[], ending: string): string =>
  `${parts
    .map(safePart)
    .filter((part) => part !== '')
    .join('_')}.${ending}`;

const two = (n: number): string => String(n).padStart(2, '0');

/** Day and time of a moment in the browser's zone, as names of files carry them: ['20260301', '140231']. */
export const stampOf = (ms: number): readonly [day: string, time: string] => {
  const { day, hour, minute, second } = momentOf(ms);
  return [day.replaceAll('-', ''), `${two(hour)}${two(minute)}${two(second)}`];
};
