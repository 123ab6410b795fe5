// Which zone the times of a list, a table or a chart are of: said once, beside its head or its tools.
import type { ReactElement } from 'react';
import { t } from '../lib/i18n.ts';
import { localZone, systemClock } from '../lib/time.ts';

export const ZoneNote = (): ReactElement => (
  <small className="soft">{t('Times in {zone}', { zone: localZone(systemClock.now()) })}</small>
);
