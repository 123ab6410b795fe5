// The vehicles of a page as tiles, all of them drawn from one map.
import { mapSetting } from '@outrider/contract';
import { useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../../lib/calls.ts';
import { t } from '../../../lib/i18n.ts';
import { webglSupport } from '../../../map/webgl.ts';
import type { DeviceRow } from '../columns.tsx';
import { DeviceTile } from './device-tile.tsx';
import styles from './tiles.module.css';
import { useCamera } from './use-camera.ts';

type TileBoardProps = { rows: readonly DeviceRow[]; onSelect: (id: string) => void };

export const TileBoard = ({ rows, onSelect }: TileBoardProps): ReactElement => {
  const sources = useCall(mapSetting.load, {}).data;
  const frame = useRef<HTMLDivElement>(null);
  const [support] = useState(webglSupport);
  const camera = useCamera(frame, support === 'yes' ? sources : undefined);
  return (
    <section className={styles.board} aria-label={t('Vehicles on the map')}>
      <ul className={styles.tiles}>
        {rows.map(({ id }) => (
          <DeviceTile key={id} id={id} camera={camera} onSelect={onSelect} />
        ))}
      </ul>
      <div className={styles.camera} aria-hidden="true" inert>
        <div ref={frame} />
      </div>
    </section>
  );
};
