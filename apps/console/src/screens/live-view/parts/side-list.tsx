// The list beside the tiles: the devices that the filter box lets through; a click switches over.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { t } from '../../../lib/i18n.ts';
import { useFilter } from '../../../live/filter.ts';
import { useDevice, useDeviceIds } from '../../../live/hooks.ts';
import { DeviceGlyph } from '../../../parts/device-glyph.tsx';
import styles from '../live-view.module.css';

const ROW_HEIGHT = 44;

const Row = ({ id, current, top }: { id: string; current: boolean; top: number }): ReactElement => {
  const device = useDevice(id);
  const facts = [device?.vehicleid ? id : '', device?.drivername ?? ''].filter((fact) => fact !== '');
  return (
    <Link
      className={styles.sideRow}
      style={{ transform: `translateY(${top}px)`, height: ROW_HEIGHT }}
      to={`/liveview/${encodeURIComponent(id)}`}
      aria-current={current ? 'page' : undefined}
    >
      <DeviceGlyph id={id} />
      <span className={styles.sideNames}>
        <span>{device?.vehicleid || id}</span>
        <span className="soft">{facts.join(' · ')}</span>
      </span>
    </Link>
  );
};

export const SideList = ({ current }: { current: string }): ReactElement => {
  const { word } = useFilter();
  const ids = useDeviceIds({ mode: 'all', word });
  const frame = useRef<HTMLElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which could not follow it, is not in use
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  return (
    <nav ref={frame} className={styles.side} aria-label={t('Devices')}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const id = ids[index];
          return id === undefined ? null : <Row key={id} id={id} current={id === current} top={start} />;
        })}
      </div>
      {ids.length === 0 && <p className={styles.sideEmpty}>{t('No device matches the filter')}</p>}
    </nav>
  );
};
