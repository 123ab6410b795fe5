// One vehicle as a tile: its name and speed over the ground it stands on. A press selects it.
import { useRef } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { speedIn, speedUnit } from '../../../lib/units.ts';
import { deviceName, otherNames } from '../../../live/device-name.ts';
import { ringOf, stateOf } from '../../../live/device-state.ts';
import { useDevice } from '../../../live/hooks.ts';
import { placeOf, shownSpeed } from '../../../parts/device-place.ts';
import { LiveText } from '../../../ui/live-text.tsx';
import { StateGlyph } from '../../../ui/state-glyph.tsx';
import { KindIcon, NoGps } from '../cells.tsx';
import styles from './tiles.module.css';
import { useGround } from './use-camera.ts';
import type { TileCamera } from './use-camera.ts';

type DeviceTileProps = { id: string; camera: TileCamera | undefined; onSelect: (id: string) => void };

export const DeviceTile = ({ id, camera, onSelect }: DeviceTileProps): ReactElement | null => {
  const device = useDevice(id);
  const unit = useLengthUnit();
  const canvas = useRef<HTMLCanvasElement>(null);
  const place = device === undefined ? undefined : placeOf(device);
  const offset = useGround(id, camera, canvas, place);
  if (device === undefined) return null;
  const speed = shownSpeed(device);
  const name = deviceName(id, device);
  return (
    <li className={styles.tile} data-device={id}>
      <button type="button" title={otherNames(id, device)} onClick={() => onSelect(id)}>
        <span className={styles.head}>
          <KindIcon device={device} />
          <bdi className={styles.name}>{name}</bdi>
          {speed !== undefined && (
            <span className={styles.speed}>
              <LiveText text={`${speedIn(speed, unit)} ${speedUnit(unit)}`} />
            </span>
          )}
        </span>
        <span className={styles.ground}>
          <canvas ref={canvas} aria-hidden="true" />
          {place !== undefined && (
            <span
              className={styles.marker}
              style={{ transform: `translate(${Math.round(offset?.x ?? 0)}px, ${Math.round(offset?.y ?? 0)}px)` }}
            >
              <StateGlyph
                kind={stateOf(device)}
                ring={ringOf(device)}
                heading={device.gps_info.data?.trackingAngle}
                size={22}
              />
            </span>
          )}
          {(place === undefined || place.manual) && (
            <span className={styles.noFix}>
              <NoGps device={device} />
            </span>
          )}
        </span>
        <span className="visually-hidden">{t('Show the details')}</span>
      </button>
    </li>
  );
};
