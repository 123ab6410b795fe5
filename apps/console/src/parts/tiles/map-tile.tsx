// The map among the tiles: where the device is now and the way it came while this tile was open. The map object is use-trail-map.ts.
import { mapSetting } from '@outrider/contract';
import type { Device } from '@outrider/contract';
import { useEffect, useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { stateOf } from '../../live/device-state.ts';
import { useDevice } from '../../live/hooks.ts';
import { positions } from '../../live/index.ts';
import type { Marker } from '../../map/marker.ts';
import { withPoint } from '../../map/trail.ts';
import type { TrailPoint } from '../../map/trail.ts';
import { webglSupport } from '../../map/webgl.ts';
import { EmptyState } from '../../ui/states.tsx';
import styles from './tiles.module.css';
import { type TrailMapProps, useTrailMap } from './use-trail-map.ts';

const markerOf = (device: Device, lat: number, lng: number): Marker => ({
  id: device.deviceid,
  lat,
  lng,
  heading: device.gps_info.data?.trackingAngle ?? 0,
  state: stateOf(device),
  fault: device.recording_error,
  label: '',
  timeMs: device.gps_info.time ?? 0,
});

const pointOf = (id: string): TrailPoint | undefined => {
  const position = positions.get(id);
  if (position === undefined) return undefined;
  return { lat: position.lat, lng: position.lng, speedKmh: position.speedKmh, timeMs: position.timeMs };
};

/** Every place the device was seen at since the tile opened. */
const useTrail = (id: string): readonly TrailPoint[] => {
  const [trail, setTrail] = useState<readonly TrailPoint[]>([]);
  useEffect(
    () =>
      positions.subscribe((changed) => {
        const point = changed === 'all' || changed.has(id) ? pointOf(id) : undefined;
        if (point !== undefined) setTrail((old) => withPoint(old, point));
      }),
    [id],
  );
  return trail;
};

const useMarker = (device: Device | undefined): Marker | undefined => {
  const { lat, lng } = device?.gps_info.data ?? device?.maplocation ?? {};
  return useMemo(
    () => (device === undefined || lat === undefined || lng === undefined ? undefined : markerOf(device, lat, lng)),
    [device, lat, lng],
  );
};

/** The map itself, for who brings marker and trail. */
export const MapGround = (props: TrailMapProps): ReactElement => (
  <div ref={useTrailMap(props, t('Map'))} className={styles.ground} />
);

export const MapTile = ({ id }: { id: string }): ReactElement => {
  const sources = useCall(mapSetting.load, {}).data;
  const marker = useMarker(useDevice(id));
  const trail = useTrail(id);
  const [support] = useState(webglSupport);
  const missing = marker === undefined;
  return (
    <section className={styles.mapTile} aria-label={t('Map')}>
      {support !== 'yes' && <EmptyState icon="map" title={t('This browser cannot draw a map')} />}
      {support === 'yes' && missing && <EmptyState icon="map" title={t('GPS signal not found')} />}
      {support === 'yes' && !missing && sources !== undefined && (
        <MapGround sources={sources} marker={marker} trail={trail} />
      )}
    </section>
  );
};
