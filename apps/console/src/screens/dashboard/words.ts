// What the dashboard says of a device in words.
import { t } from '../../lib/i18n.ts';
import type { recordingOf } from './device-values.ts';

export const recordingWord = (state: ReturnType<typeof recordingOf>, errors: number): string => {
  switch (state) {
    case 'recording':
      return t('Recording');
    case 'fault':
      return errors > 0 ? t('Fault ({number})', { number: errors }) : t('Fault');
    case 'not':
      return t('Not recording');
    default:
      return '';
  }
};
