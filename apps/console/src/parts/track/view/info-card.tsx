// What stands beside a picked place on the track: what it is, when, how fast, where; and what leads on from it.
import { getNominatimStatus, PANEL_ZOOM, postNominatimReverse } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall } from '../../../lib/calls.ts';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { formatDateTime, formatDuration } from '../../../lib/time.ts';
import { speedIn, speedUnit } from '../../../lib/units.ts';
import { useMay } from '../../../live/session.ts';
import { openOverlay } from '../../overlay-store.ts';
import { headingText } from '../../device-gauges.tsx';
import { coordinatesText } from '../../device-place.ts';
import { Button } from '../../../ui/button.tsx';
import { UNKNOWN_EVENT } from '../event-names.ts';
import styles from './track.module.css';
import { placeOfPicked } from '../use-picked.ts';
import type { Picked } from '../use-picked.ts';

/** Opens what the cameras recorded at that moment. Nothing for who may not play recordings. */
const PlayVideo = ({ deviceId, timeMs }: { deviceId: string; timeMs: number }): ReactElement | null => {
  const allowed = useMay('P_lopb');
  if (!allowed) return null;
  return (
    <Button icon="playback" onClick={() => openOverlay({ kind: 'playback', deviceId, timeMs })}>
      {t('Play video')}
    </Button>
  );
};

/** The name of the place; nothing where the server names none. */
const Address = ({ lat, lng }: { lat: number; lng: number }): ReactElement | null => {
  const named = useCall(getNominatimStatus, {}).data?.status === 0;
  const { data } = useCall(postNominatimReverse, { lat, lon: lng, zoom: PANEL_ZOOM }, { enabled: named });
  if (data === undefined || data.display_name === '') return null;
  return <p dir="auto">{data.display_name}</p>;
};

const titleOf = (picked: Picked, nameOf: (code: number) => string): string => {
  if (picked.kind === 'event') return nameOf(picked.event.appdevid);
  return picked.kind === 'stop' ? t('Parked') : t('Position');
};

const Facts = ({ picked, nameOf }: { picked: Picked; nameOf: (code: number) => string }): ReactElement => {
  const unit = useLengthUnit();
  const speed = (kmh: number): string => `${speedIn(kmh, unit)} ${speedUnit(unit)}`;
  if (picked.kind === 'stop') {
    const { startMs, endMs } = picked.stop;
    return (
      <p className="num">
        {formatDateTime(startMs)} – {formatDateTime(endMs)} ({formatDuration(endMs - startMs)})
      </p>
    );
  }
  if (picked.kind === 'point') {
    const { time, speedInKmh, trackingAngle } = picked.point;
    return (
      <p className="num">
        {formatDateTime(time)} · {speed(speedInKmh)} · {headingText(trackingAngle)}
      </p>
    );
  }
  const { eventtimeutc, speed: speedKmh, message, appdevid } = picked.event;
  return (
    <>
      <p className="num">
        {formatDateTime(eventtimeutc)} · {speed(speedKmh)}
      </p>
      {message !== '' && <p>{t(message)}</p>}
      {nameOf(appdevid) === t(UNKNOWN_EVENT) && <p className="num">{t('Event code {code}', { code: appdevid })}</p>}
    </>
  );
};

type InfoCardProps = {
  picked: Picked;
  deviceId: string;
  nameOf: (code: number) => string;
  onClose: () => void;
};

export const InfoCard = ({ picked, deviceId, nameOf, onClose }: InfoCardProps): ReactElement => {
  const place = placeOfPicked(picked);
  return (
    <section className={styles.info} aria-label={t('On the track')}>
      <div className={styles.infoHead}>
        <strong>{titleOf(picked, nameOf)}</strong>
        <Button look="bare" icon="close" aria-label={t('Close')} onClick={onClose} />
      </div>
      <Facts picked={picked} nameOf={nameOf} />
      <p className="num soft">{coordinatesText(place)}</p>
      <Address lat={place.lat} lng={place.lng} />
      <PlayVideo deviceId={deviceId} timeMs={place.timeMs} />
    </section>
  );
};
