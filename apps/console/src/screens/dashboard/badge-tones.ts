// From which value on something of the dashboard changes its colour: life of the SD card, use of the disk, signal, cards, the dot of a
// recording. Pure.
import type { Device } from '@outrider/contract';
import { isFast, isMoving, isOnline } from '../../live/device-state.ts';

/** Below it a card or disk should be replaced. */
const LOW_LIFE_PERCENT = 10;
/** A disk is amber from the first and red from the second. */
const FILLING_PERCENT = 85;
const FULL_PERCENT = 95;

/** A signal below the first is bad, below the second it will do. */
const BAD_SIGNAL_PERCENT = 30;
const FAIR_SIGNAL_PERCENT = 60;

type BadgeTone = 'dark' | 'info' | 'bad' | 'good';

/** Of a signal in per cent. */
export const signalTone = (percent: number): BadgeTone => {
  if (percent === 0) return 'dark';
  if (percent < BAD_SIGNAL_PERCENT) return 'bad';
  return percent < FAIR_SIGNAL_PERCENT ? 'info' : 'good';
};

/** The colour of a device's card and of its speed there, in Bootstrap's words. */
export const cardTone = (device: Device): 'danger' | 'success' | 'primary' | 'light' => {
  if (!isOnline(device)) return 'light';
  if (isFast(device)) return 'danger';
  return isMoving(device) ? 'success' : 'primary';
};

/** The dot at the icon of a device that the server records; none for one that it does not. */
export const recordDotOf = ({ recording, recording_error: fault }: Device): 'recording' | 'fault' | undefined => {
  if (!recording) return undefined;
  return fault ? 'fault' : 'recording';
};

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
