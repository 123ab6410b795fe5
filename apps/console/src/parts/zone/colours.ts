// The colours that a fence or a planned route can have, as the map draws them: strong enough on a light and on a dark ground.
import type { PlaceColour } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';

/** '' for the colour of what is selected. */
export const shadeOf = (colour: PlaceColour): string =>
  ({
    '': '',
    blue: '#2f7bf0',
    green: '#1f9d55',
    orange: '#d9650a',
    red: '#dc3545',
    purple: '#9a4fe0',
    teal: '#12929a',
  })[colour];

export const colourText = (colour: PlaceColour): string =>
  ({
    '': t('Usual'),
    blue: t('Blue'),
    green: t('Green'),
    orange: t('Orange'),
    red: t('Red'),
    purple: t('Purple'),
    teal: t('Teal'),
  })[colour];
