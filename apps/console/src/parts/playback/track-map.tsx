// The map beside recorded video: where the vehicle was at the playing time, the way it came, and how fast it drove.
import { mapSetting } from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { useLengthUnit } from '../../lib/preferences.ts';
import { speedIn, speedUnit } from '../../lib/units.ts';
import type { Marker } from '../../map/marker.ts';
import { webglSupport } from '../../map/webgl.ts';
import type { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import { EmptyState } from '../../ui/states.tsx';
import { MapGround } from '../tiles/map-tile.tsx';
import tiles from '../tiles/tiles.module.css';
import styles from './playback.module.css';
import { useTrack } from './use-track.ts';
import type { PlaceSought } from './use-track.ts';

const MOVING_KMH = 5;

const Speed = ({ speedKmh }: { speedKmh: number }): ReactElement => {
  const unit = useLengthUnit();
  return (
    <span className={`${styles.speed} num`} data-speed="">
      {`${speedIn(speedKmh, unit)} ${speedUnit(unit)}`}
    </span>
  );
};

export const TrackMap = ({ deviceId, place, asking }: PlaceSought & { deviceId: string }): ReactElement => {
  const sources = useCall(mapSetting.load, {}).data;
  const [support] = useState(webglSupport);
  const point = place?.point;
  const marker: Marker | undefined = useMemo(
    () =>
      point && {
        id: deviceId,
        lat: point.lat,
        lng: point.lng,
        heading: point.heading,
        state: point.speedKmh > MOVING_KMH ? 'driving' : 'idle',
        fault: false,
        label: '',
        timeMs: point.timeMs,
      },
    [deviceId, point],
  );
  return (
    <section className={tiles.mapTile} aria-label={t('Map')} data-lat={point?.lat} data-lng={point?.lng}>
      {support !== 'yes' && <EmptyState icon="map" title={t('This browser cannot draw a map')} />}
      {support === 'yes' && marker === undefined && (
        <EmptyState icon="map" title={asking ? t('Looking for the position…') : t('No position at this time')} />
      )}
      {support === 'yes' && marker !== undefined && sources !== undefined && (
        <MapGround sources={sources} marker={marker} trail={place?.trail ?? []} />
      )}
      {point !== undefined && <Speed speedKmh={point.speedKmh} />}
    </section>
  );
};

/** Of what the server recorded, from the positions it stored. */
export const RecordedTrackMap = ({
  deviceId,
  group,
}: {
  deviceId: string;
  group: PlaybackGroup | undefined;
}): ReactElement => <TrackMap deviceId={deviceId} {...useTrack(deviceId, group)} />;
