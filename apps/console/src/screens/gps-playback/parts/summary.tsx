// What was found: device, range, top speed, and what the track adds up to.
import { postTrips } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall } from '../../../lib/calls.ts';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { formatDateTime, formatDuration } from '../../../lib/time.ts';
import { lengthText, speedIn, speedUnit } from '../../../lib/units.ts';
import { useMay } from '../../../live/session.ts';
import { Fact } from '../../../ui/fact.tsx';
import styles from '../gps-playback.module.css';
import type { TrackResult } from '../track-query.ts';
import { countOf } from '../track/track.ts';

/** Of the server's cleaned track; nothing where it cannot be had. */
const Sums = ({ deviceId, span }: TrackResult): ReactElement | null => {
  const allowed = useMay(postTrips.right);
  const unit = useLengthUnit();
  const input = { deviceid: deviceId, start: span.startMs, end: span.endMs, overspeed: 100 };
  const { data } = useCall(postTrips, input, { enabled: allowed });
  if (data === undefined || 'hasError' in data) return null;
  const { distance, drivingtime, idletime, parkedtime, overspeedcount } = data.statistics;
  return (
    <>
      <Fact name={t('Distance')}>{lengthText(distance / 1000, unit)}</Fact>
      <Fact name={t('Driving time')}>{formatDuration(drivingtime * 1000)}</Fact>
      <Fact name={t('Idling')}>{formatDuration(idletime * 1000)}</Fact>
      <Fact name={t('Parking time')}>{formatDuration(parkedtime * 1000)}</Fact>
      <Fact name={t('Over speed')}>{overspeedcount}</Fact>
    </>
  );
};

export const Summary = ({ result }: { result: TrackResult }): ReactElement => {
  const unit = useLengthUnit();
  const { deviceId, span, track, maxSpeed, cut } = result;
  return (
    <section className={styles.summary} aria-label={t('Track')}>
      <dl>
        <Fact name={t('Device')}>{deviceId}</Fact>
        <Fact name={t('From')}>{formatDateTime(span.startMs)}</Fact>
        <Fact name={t('Until')}>{formatDateTime(span.endMs)}</Fact>
        <Fact name={t('Positions')}>{countOf(track)}</Fact>
        <Fact name={t('Top speed')}>{`${speedIn(maxSpeed, unit)} ${speedUnit(unit)}`}</Fact>
        <Sums {...result} />
      </dl>
      {cut && (
        <p className={styles.problem} role="alert">
          {t('This is too much for one view: the last days are left out. Choose fewer days.')}
        </p>
      )}
    </section>
  );
};
