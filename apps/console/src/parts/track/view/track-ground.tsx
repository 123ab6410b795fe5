// The track on the map with the gauges of the moment played; words where there is no map.
import { mapSetting } from '@outrider/contract';
import type { MapSources } from '@outrider/contract';
import { useRef } from 'react';
import type { ReactElement } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { useCall } from '../../../lib/calls.ts';
import { t } from '../../../lib/i18n.ts';
import { testId } from '../../../lib/test-id.ts';
import { mapEnabled, useSession } from '../../../live/session.ts';
import { SpeedAndHeading } from '../../device-gauges.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/states.tsx';
import styles from './track.module.css';
import type { TrackResult } from '../track-query.ts';
import { placeAt } from '../track.ts';
import type { Track } from '../track.ts';
import type { TrackPlayer } from '../track-player.ts';
import { usePickedOn } from '../use-picked.ts';
import type { Picking } from '../use-picked.ts';
import type { Tools } from '../use-tools.ts';
import { useTrackMap } from '../use-track-map.ts';
import type { PathColours } from './colour-choice.tsx';
import { InfoCard } from './info-card.tsx';

const Gauges = ({ track, player }: { track: Track; player: TrackPlayer }): ReactElement => {
  const timeMs = useStore(player.state, (s) => s.timeMs);
  const place = placeAt(track, timeMs);
  return (
    <div className={styles.gauges}>
      <SpeedAndHeading speedKmh={place?.speedInKmh} heading={place?.trackingAngle} />
    </div>
  );
};

export type TrackGroundProps = {
  tools: Tools;
  deviceId: string;
  result: TrackResult | undefined;
  colours: PathColours;
  follow: boolean;
  picking: Picking;
  nameOf: (code: number) => string;
};

const troubleTexts = (): Record<'no' | 'missing', string> => ({
  no: t('This browser cannot draw a map'),
  missing: t('The map could not be loaded'),
});

const Ground = (props: TrackGroundProps & { sources: MapSources }): ReactElement => {
  const { tools, deviceId, result, colours, follow, picking, nameOf, sources } = props;
  const container = useRef<HTMLDivElement>(null);
  const kit = { container, sources, tools, colours, onPick: picking.onPick };
  const { map, trouble, info } = useTrackMap(kit, deviceId, result, follow);
  usePickedOn(map, picking.picked);
  return (
    <>
      <div ref={container} className={styles.ground} {...testId('track-map')} />
      {trouble !== 'none' && <EmptyState icon="map" title={troubleTexts()[trouble]} />}
      {picking.picked !== undefined &&
        createPortal(
          <InfoCard
            picked={picking.picked}
            deviceId={result?.deviceId ?? deviceId}
            nameOf={nameOf}
            onClose={() => picking.pick(undefined)}
          />,
          info,
        )}
    </>
  );
};

const MapOrWords = (props: TrackGroundProps): ReactElement => {
  const enabled = useSession(mapEnabled);
  const sources = useCall(mapSetting.load, {}, { enabled });
  if (!enabled) return <EmptyState icon="map" title={t('The map is switched off')} />;
  if (sources.data !== undefined) return <Ground {...props} sources={sources.data} />;
  if (sources.error !== null) return <ErrorPanel error={sources.error} retry={() => void sources.refetch()} />;
  return <Skeleton />;
};

/** Fills its frame, which stands where it is placed. */
export const TrackGround = (props: TrackGroundProps): ReactElement => {
  const { result, tools } = props;
  return (
    <>
      <MapOrWords {...props} />
      {result !== undefined && result.track.timeMs.length > 0 && <Gauges track={result.track} player={tools.player} />}
    </>
  );
};
