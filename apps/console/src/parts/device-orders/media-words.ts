// What recorders keep of pictures, sounds and clips, in words: the kinds, and why each was taken.
import { type StoredMediaKind, storedMediaKinds } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';

export const mediaKindText = (kind: StoredMediaKind): string =>
  ({ photo: t('Still pictures'), sound: t('Sounds'), video: t('Clips') })[kind];
export const isMediaKind = (kind: string): kind is StoredMediaKind => storedMediaKinds.some((each) => each === kind);

/** As the standard numbers them; any other is told as it came. */
const causes: Readonly<Record<string, string>> = {
  order: 'By order',
  timed: 'By time',
  robbery: 'Robbery',
  collision: 'Collision',
  'door-open': 'Door open',
  'door-close': 'Door closed',
  'moving-off': 'Moving off',
  distance: 'By distance',
};
export const mediaCauseText = (cause: string): string => t(causes[cause] ?? cause);
