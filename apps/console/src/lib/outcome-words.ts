// What came of a request, in a word or two: 'done', or the code of its failure.
import { isErrorCode } from '@outrider/contract';
import type { ErrorCode } from '@outrider/contract';
import { t } from './i18n.ts';

const failures: Readonly<Record<ErrorCode, string>> = {
  invalid: 'Not valid',
  unauthenticated: 'Wrong password',
  forbidden: 'Not allowed',
  not_found: 'Not found',
  device_offline: 'Device offline',
  device_timeout: 'No answer',
  conflict: 'Conflict',
  device_refused: 'Refused by the device',
  device_unsupported: 'Not supported by the device',
  limit_reached: 'Limit reached',
  internal: 'Internal error',
  unavailable: 'Not available',
  expired: 'Account expired',
  disk_full: 'Disk full',
};

export const outcomeText = (result: string): string => {
  if (result === 'done') return t('Done');
  if (result === 'stored') return t('Waits for the device');
  return isErrorCode(result) ? t(failures[result]) : t('Failed');
};
