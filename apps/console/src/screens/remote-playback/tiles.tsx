// The tiles of remote playback: a channel that does not play says what is to be done, or that there is no record. While it plays also
// the map.
import { NO_RECORD } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { PlaybackStage } from '../../parts/playback/playback-stage.tsx';
import type { ActiveTile } from '../../parts/playback/use-active-tile.ts';
import { squareGrid } from '../../parts/tiles/tile-rules.ts';
import { PlaceMap } from './place-map.tsx';
import styles from './remote-playback.module.css';
import { segmentAt } from './segments.ts';
import type { Play } from './use-play.ts';
import type { RemotePlayback } from './use-remote-playback.ts';

const idleWords = (view: RemotePlayback, awaited: boolean, channel: number): string => {
  const { look, segments, list } = view;
  if (awaited) return t('Plays as soon as the recorder has closed the file');
  if (list.state !== 'done') return t('Waiting for the record list');
  if (look.atMs === undefined) return t('Choose a segment');
  return segmentAt(segments, [channel], look.atMs, look.stream) === undefined ? t(NO_RECORD) : t('Ready to play');
};

type TilesProps = { view: RemotePlayback; play: Play; awaited: boolean; phone: boolean; active: ActiveTile };

export const Tiles = ({ view, play: { group }, awaited, phone, active }: TilesProps): ReactElement => {
  const map = view.mapShown ? group : undefined;
  return (
    <PlaybackStage
      deviceId={view.deviceId}
      group={group}
      channels={view.channels}
      active={active}
      grid={(tiles) => squareGrid(tiles, phone)}
      map={map && <PlaceMap key={map.streamId} deviceId={view.deviceId} streamId={map.streamId} />}
      idle={(channel) => idleWords(view, awaited, channel)}
      label={t('Players')}
      className={styles.players}
    />
  );
};
