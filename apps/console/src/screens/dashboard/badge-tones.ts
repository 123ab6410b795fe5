// From which value on a badge or meter of the dashboard changes its colour: life of the SD card, use of the disk. Pure.
import type { Device } from '@outrider/contract';

/** Below it a card or disk should be replaced. */
const LOW_LIFE_PERCENT = 10;
/** A disk is amber from the first and red from the second. */
const FILLING_PERCENT = 85;
const FULL_PERCENT = 95;

type BadgeTone = 'dark' | 'info' | 'bad' | 'good';

/**
 * What the SD badge shows: the lower of the two values as they are, -2 (no such card) and -1 (not told) included. Undefined when the
 * device told neither.
 */
export const sdOf = ({ smart1, smart2 }: Device): { value: number; tone: BadgeTone } | undefined => {
  const known = [smart1, smart2].filter((life) => life !== null);
  if (known.length === 0) return undefined;
  const value = Math.min(...known);
  if (value === -2) return { value, tone: 'dark' };
  if (value === -1) return { value, tone: 'info' };
  return { value, tone: value < LOW_LIFE_PERCENT ? 'bad' : 'good' };
};

/** How full a disk is in words of the style sheet; '' while there is room. */
export const diskToneOf = (usedPercent: number): 'full' | 'filling' | '' => {
  if (usedPercent >= FULL_PERCENT) return 'full';
  return usedPercent >= FILLING_PERCENT ? 'filling' : '';
};
