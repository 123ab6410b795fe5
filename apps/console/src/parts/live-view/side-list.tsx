// The list beside the tiles: the devices that the filter box lets through; a click switches over.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n.ts';
import { useScaled } from '../../lib/text-scale.ts';
import { useFilter } from '../../live/filter.ts';
import { useDeviceIds } from '../../live/hooks.ts';
import { DeviceGlyph } from '../device-glyph.tsx';
import { DeviceNames } from '../device-names.tsx';
import styles from './live-view.module.css';

const ROW_HEIGHT = 44;

type Choose = ((id: string) => void) | undefined;

const Names = ({ id }: { id: string }): ReactElement => (
  <>
    <DeviceGlyph id={id} />
    <DeviceNames id={id} lines />
  </>
);

type RowProps = { id: string; current: boolean; top: number; screen: string; onChoose: Choose };

const Row = ({ id, current, top, screen, onChoose }: RowProps): ReactElement => {
  const height = `${ROW_HEIGHT / 16}rem`;
  const place = { className: styles.sideRow, style: { transform: `translateY(${top}px)`, height } };
  return onChoose === undefined ? (
    <Link {...place} to={`${screen}/${encodeURIComponent(id)}`} aria-current={current ? 'page' : undefined}>
      <Names id={id} />
    </Link>
  ) : (
    <button {...place} type="button" aria-current={current ? 'true' : undefined} onClick={() => onChoose(id)}>
      <Names id={id} />
    </button>
  );
};

/** At the right of every screen that has it, as the documents have it beside playback. */
type SideListProps = {
  current: string;
  /** The path a row leads below: '/splayback'. */
  screen?: string;
  /** Takes the place of going to the device's own page. */
  onChoose?: Choose;
};

export const SideList = ({ current, screen = '/liveview', onChoose }: SideListProps): ReactElement => {
  const { word, only } = useFilter();
  const ids = useDeviceIds({ mode: 'all', word, only });
  const frame = useRef<HTMLElement>(null);
  const rowHeight = useScaled(ROW_HEIGHT);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which could not follow it, is not in use
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  return (
    <nav ref={frame} className={styles.side} aria-label={t('Devices')}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const id = ids[index];
          return id === undefined ? null : (
            <Row key={id} id={id} current={id === current} top={start} screen={screen} onChoose={onChoose} />
          );
        })}
      </div>
      {ids.length === 0 && <p className={styles.sideEmpty}>{t('No device matches the filter')}</p>}
    </nav>
  );
};
