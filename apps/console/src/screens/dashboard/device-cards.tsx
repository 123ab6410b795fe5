// The dashboard on a phone: one card a device, drawn only where it is seen. A press selects one and shows what can be done with it.
import type { Device } from '@outrider/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { useScaled } from '../../lib/text-scale.ts';
import { speedUnit } from '../../lib/units.ts';
import { deviceName, otherNames } from '../../live/device-name.ts';
import { stateOf } from '../../live/device-state.ts';
import { useDevice } from '../../live/hooks.ts';
import { useMay } from '../../live/session.ts';
import { DeviceGlyph } from '../../parts/device-glyph.tsx';
import { placeOf } from '../../parts/device-place.ts';
import { Button } from '../../ui/button.tsx';
import { stateColour, stateWord } from '../../ui/state-glyph.tsx';
import { cardTone } from './badge-tones.ts';
import { KindIcon, NoGps, PlaceCell, RecordingCell, ReportCell, SignalCell, SpeedCell } from './cells.tsx';
import styles from './device-cards.module.css';
import type { DeviceRow } from './columns.tsx';

/** At the usual size of text; a selected card has a line of buttons. */
const CARD_PX = 112;
const ACTIONS_PX = 52;
const GAP_PX = 8;

const Actions = ({ device, onDetails }: { device: Device; onDetails: (id: string) => void }): ReactElement => {
  const navigate = useNavigate();
  const mayWatch = useMay('P_live');
  const mayPlay = useMay('P_lopb');
  const id = encodeURIComponent(device.deviceid);
  return (
    <div className={styles.actions}>
      {mayWatch && device.status !== 0 && (
        <Button look="primary" icon="live" onClick={() => void navigate(`/liveview/${id}`)}>
          {t('LiveView')}
        </Button>
      )}
      {mayPlay && (
        <Button icon="playback" onClick={() => void navigate(`/splayback/${id}`)}>
          {t('PlayBack')}
        </Button>
      )}
      <Button icon="info" onClick={() => onDetails(device.deviceid)}>
        {t('Details')}
      </Button>
    </div>
  );
};

const Facts = ({ id, device }: { id: string; device: Device }): ReactElement => {
  const unit = useLengthUnit();
  const state = stateOf(device);
  const place = placeOf(device);
  return (
    <>
      <span className={styles.head}>
        <DeviceGlyph id={id} size={18} />
        <strong>
          <bdi>{deviceName(id, device)}</bdi>
        </strong>
        <KindIcon device={device} />
        <span className={styles.speed} data-speed="">
          <SpeedCell id={id} /> <span className="soft">{speedUnit(unit)}</span>
        </span>
      </span>
      <span className={styles.facts}>{otherNames(id, device)}</span>
      <span className={styles.line}>
        <RecordingCell id={id} />
        <span className={styles.where}>
          {place === undefined || place.manual ? <NoGps device={device} /> : <PlaceCell id={id} />}
        </span>
        <SignalCell id={id} />
      </span>
      <span className={styles.line}>
        <span style={{ color: stateColour[state] }}>{stateWord(state)}</span>
        <span>{t('{count} channels', { count: device.chn_count })}</span>
        <ReportCell id={id} />
      </span>
    </>
  );
};

type Acts = { onSelect: (id: string | undefined) => void; onDetails: (id: string) => void };
type CardProps = Acts & { id: string; selected: boolean };

const Card = ({ id, selected, onSelect, onDetails }: CardProps): ReactElement | null => {
  const device = useDevice(id);
  if (device === undefined) return null;
  return (
    <div className={`${styles.card} ${styles[cardTone(device)]}`} data-tone={cardTone(device)}>
      <button
        type="button"
        className={styles.press}
        aria-expanded={selected}
        onClick={() => onSelect(selected ? undefined : id)}
      >
        <Facts id={id} device={device} />
      </button>
      {selected && <Actions device={device} onDetails={onDetails} />}
    </div>
  );
};

type DeviceCardsProps = Acts & { rows: readonly DeviceRow[]; selected: string | undefined };

export const DeviceCards = ({ rows, selected, onSelect, onDetails }: DeviceCardsProps): ReactElement => {
  const frame = useRef<HTMLDivElement>(null);
  const cardPx = useScaled(CARD_PX);
  const actionsPx = useScaled(ACTIONS_PX);
  const heightAt = (index: number): number => cardPx + (rows[index]?.id === selected ? actionsPx : 0);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which could not follow it, is not in use
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => heightAt(index) + GAP_PX,
    overscan: 6,
  });
  useEffect(() => virtual.measure(), [virtual, cardPx, actionsPx, selected, rows]);
  return (
    <div ref={frame} className={styles.cards}>
      <ul style={{ height: virtual.getTotalSize() }} aria-label={t('Devices')}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <li
              key={row.id}
              data-device={row.id}
              style={{ transform: `translateY(${start}px)`, height: heightAt(index) }}
            >
              <Card id={row.id} selected={row.id === selected} onSelect={onSelect} onDetails={onDetails} />
            </li>
          );
        })}
      </ul>
    </div>
  );
};
