// What was found: device, range, top speed, and what the track adds up to.
import { OVER_SPEED_KMH, postTrips } from '@outrider/contract';
import type { DrivingStatistics } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall } from '../../../lib/calls.ts';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { formatDateTime, formatDuration, systemClock } from '../../../lib/time.ts';
import { lengthText, speedIn, speedUnit } from '../../../lib/units.ts';
import { useMay } from '../../../live/session.ts';
import { useDeviceTitle } from '../../device-names.tsx';
import { Fact } from '../../../ui/fact.tsx';
import styles from './track.module.css';
import type { TrackResult } from '../track-query.ts';
import { countOf } from '../track.ts';

/** While the track grows its sums are asked for again this often. */
const SUMS_AGAIN_MS = 30_000;

const useSums = ({ deviceId, span: { startMs, endMs } }: TrackResult) => {
  const enabled = useMay(postTrips.right);
  const input = { deviceid: deviceId, start: startMs, end: endMs, overspeed: OVER_SPEED_KMH };
  const growing = endMs >= systemClock.now();
  return useCall(postTrips, input, { enabled, ...(growing && { refetchMs: SUMS_AGAIN_MS }) });
};

/** Of the server's cleaned track. */
const Sums = ({ distance, drivingtime, idletime, parkedtime, overspeedcount }: DrivingStatistics): ReactElement => {
  const unit = useLengthUnit();
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
  const { data, error } = useSums(result);
  const title = useDeviceTitle(deviceId);
  return (
    <section className={styles.summary} aria-label={t('Track')}>
      <dl>
        <Fact name={t('Device')}>
          <bdi>{title}</bdi>
        </Fact>
        <Fact name={t('From')}>{formatDateTime(span.startMs)}</Fact>
        <Fact name={t('Until')}>{formatDateTime(span.endMs)}</Fact>
        <Fact name={t('Positions')}>{countOf(track)}</Fact>
        <Fact name={t('Top speed')}>{`${speedIn(maxSpeed, unit)} ${speedUnit(unit)}`}</Fact>
        {data !== undefined && 'statistics' in data && <Sums {...data.statistics} />}
      </dl>
      {error !== null && (
        <p className={styles.problem} role="alert">
          {t('Distance and times cannot be told: {reason}', { reason: t(error.message) })}
        </p>
      )}
      {cut && (
        <p className={styles.problem} role="alert">
          {t('This is too much for one view: the last days are left out. Choose fewer days.')}
        </p>
      )}
    </section>
  );
};
