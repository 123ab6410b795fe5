// Sizes of disks in words. The server says megabytes.
import { t } from '../../lib/i18n.ts';

const STEP = 1024;
const MINUTES = 60;

/** With four decimals: a disk that fills slowly is seen to fill. */
export const gigabytes = (megabytes: number): string => `${(megabytes / STEP).toFixed(4)} GB`;
/** What may be used at most; 0 is no limit. */
export const fullSize = (megabytes: number): string => (megabytes === 0 ? t('undefined') : gigabytes(megabytes));

export const perMinute = (megabytes: number): string => `${megabytes.toFixed(2)} MB/min`;
export const perHour = (megabytesPerMinute: number): string =>
  `${((megabytesPerMinute * MINUTES) / STEP).toFixed(4)} GB/h`;
