// The info window at a selected marker: who it is, what it does, how old that is. Drawn into an element the map places.
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { speedIn, speedUnit } from '../../../lib/units.ts';
import { stateOf } from '../../../live/device-state.ts';
import { useDevice } from '../../../live/hooks.ts';
import { DeviceGlyph } from '../../../parts/device-glyph.tsx';
import { placeOf, shownSpeed } from '../../../parts/device-place.ts';
import { PlaceName } from '../../../parts/place-name/place-name.tsx';
import { Button } from '../../../ui/button.tsx';
import { Age } from '../../../ui/live-text.tsx';
import { stateWord } from '../../../ui/state-glyph.tsx';
import { labelOf } from '../map-marks.ts';
import type { LabelKind } from '../map-marks.ts';
import styles from '../map.module.css';
import { LiveLink } from './live-link.tsx';

type InfoCardProps = { id: string; label: LabelKind; onClose: () => void };

export const InfoCard = ({ id, label, onClose }: InfoCardProps): ReactElement | null => {
  const device = useDevice(id);
  const unit = useLengthUnit();
  if (device === undefined) return null;
  const speed = shownSpeed(device);
  const manual = placeOf(device)?.manual === true;
  const { time } = device.gps_info;
  return (
    <section className={styles.info} aria-label={t('Vehicle on the map')}>
      <DeviceGlyph id={id} size={20} />
      <div className={styles.infoText}>
        <strong>{labelOf(device, label)}</strong>
        <span className="soft">
          {stateWord(stateOf(device))}
          {speed !== undefined && <span className="num"> · {`${speedIn(speed, unit)} ${speedUnit(unit)}`}</span>}
          {time !== null && (
            <>
              {' · '}
              <Age timeMs={time} />
            </>
          )}
        </span>
        <PlaceName device={device} className={styles.infoPlace} />
        {manual && <em className="soft">{t('GPS signal not found')}</em>}
      </div>
      <LiveLink id={id} />
      <Button look="bare" icon="close" aria-label={t('Close')} onClick={onClose} />
    </section>
  );
};
