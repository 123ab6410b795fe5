// The dashboard on a phone: one card a device, drawn only where it is seen.
import type { Device } from '@outrider/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { useScaled } from '../../lib/text-scale.ts';
import { speedUnit } from '../../lib/units.ts';
import { stateOf } from '../../live/device-state.ts';
import { useDevice } from '../../live/hooks.ts';
import { DeviceGlyph } from '../../parts/device-glyph.tsx';
import { DeviceIcon } from '../../parts/device-icon.tsx';
import { stateColour, stateWord } from '../../ui/state-glyph.tsx';
import { RecordingCell, ReportCell, SignalCell, SpeedCell } from './cells.tsx';
import styles from './dashboard.module.css';
import type { DeviceRow } from './columns.tsx';

/** At the usual size of text. */
const CARD_PX = 108;
const GAP_PX = 8;

/** Voltage and temperature, as far as they are known. */
const readings = ({ voltage, temperature }: Device): string =>
  [voltage === null ? '' : `${voltage.toFixed(1)} V`, temperature === null ? '' : `${temperature.toFixed(0)} °C`]
    .filter((reading) => reading !== '')
    .join(' · ');

const Card = ({ id }: { id: string }): ReactElement | null => {
  const device = useDevice(id);
  const unit = useLengthUnit();
  if (device === undefined) return null;
  const state = stateOf(device);
  const facts = [device.vehicleid === '' ? '' : id, device.plate, device.drivername].filter((fact) => fact !== '');
  return (
    <Link
      className={styles.card}
      to={`/liveview/${encodeURIComponent(id)}`}
      style={{ borderLeftColor: stateColour[state] }}
    >
      <span className={styles.cardHead}>
        <DeviceGlyph id={id} size={18} />
        <strong>
          <bdi>{device.vehicleid || id}</bdi>
        </strong>
        <span className={styles.kind}>
          <DeviceIcon index={device.icon} size={13} />
        </span>
        <span className={styles.cardSpeed}>
          <SpeedCell id={id} /> <span className="soft">{speedUnit(unit)}</span>
        </span>
      </span>
      <span className={styles.cardFacts}>{facts.join(' · ')}</span>
      <span className={styles.cardLine}>
        <RecordingCell id={id} />
        <span className="num">{readings(device)}</span>
        <SignalCell id={id} />
      </span>
      <span className={styles.cardFoot}>
        <span style={{ color: stateColour[state] }}>{stateWord(state)}</span>
        <span>{t('{count} channels', { count: device.chn_count })}</span>
        <ReportCell id={id} />
      </span>
    </Link>
  );
};

export const DeviceCards = ({ rows }: { rows: readonly DeviceRow[] }): ReactElement => {
  const frame = useRef<HTMLDivElement>(null);
  const cardPx = useScaled(CARD_PX);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which could not follow it, is not in use
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => cardPx + GAP_PX,
    overscan: 6,
  });
  useEffect(() => virtual.measure(), [virtual, cardPx]);
  return (
    <div ref={frame} className={styles.cards}>
      <ul style={{ height: virtual.getTotalSize() }} aria-label={t('Devices')}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <li key={row.id} style={{ transform: `translateY(${start}px)`, height: cardPx }}>
              <Card id={row.id} />
            </li>
          );
        })}
      </ul>
    </div>
  );
};
