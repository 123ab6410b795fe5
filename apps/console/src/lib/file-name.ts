// Names of files that the console saves: the rule is the contract's, moments in them are the browser's. Pure.
import { momentOf } from './local-moment.ts';

export { fileNameOf } from '@outrider/contract';

const two = (n: number): string => String(n).padStart(2, '0');

/** Day and time of a moment in the browser's zone, as names of files carry them: ['20260301', '140231']. */
export const stampOf = (ms: number): readonly [day: string, time: string] => {
  const { day, hour, minute, second } = momentOf(ms);
  return [day.replaceAll('-', ''), `${two(hour)}${two(minute)}${two(second)}`];
};
