// What happened just now, in the place of all live tiles: recorded pictures of the same channels, with the controls, keys and timeline of
// every playback, and the way back to live. One tile alone is back-tile.tsx.
import { MAX_PLAYBACK_CHANNELS } from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useKeys } from '../../lib/use-keys.ts';
import { Source } from '../footage/source.tsx';
import { PlaybackStage } from '../playback/playback-stage.tsx';
import { useActiveTile } from '../playback/use-active-tile.ts';
import { usePlaybackGroup } from '../playback/use-playback-group.ts';
import { BACK_SECONDS, usePlayKeys } from '../playback/use-play-keys.ts';
import { liveGrid } from '../tiles/tile-rules.ts';
import { BackFoot } from './back-foot.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import type { Back, BackMoment } from './use-back.ts';
import type { LiveView } from './use-live-view.ts';
import { useTarget } from './use-tile-back.ts';
import { useTileKeys } from './use-tile-keys.ts';
import styles from './live-view.module.css';

/** The arrow keys with Shift. */
export const SHIFT_SECONDS = 60;

type LookBackProps = { view: LiveView; back: Back; now: BackMoment; phone: boolean; inDialog: boolean };

export const LookBack = ({ view, back, now, phone, inDialog }: LookBackProps): ReactElement => {
  const { deviceId, nameOf } = view;
  const key = view.on.slice(0, MAX_PLAYBACK_CHANNELS).join('.');
  const on = useMemo(() => key.split('.').filter(Boolean).map(Number), [key]);
  const group = usePlaybackGroup(deviceId, now.startMs, on);
  const { targetMs } = now;
  useTarget(group, targetMs);
  const active = useActiveTile(on, true);
  const [help, setHelp] = useState(false);
  useTileKeys({ channels: view.channels, toggle: view.toggle, tile: active.tile, help: () => setHelp(true), inDialog });
  usePlayKeys({ group, shiftSeconds: SHIFT_SECONDS, pictures: true, inDialog });
  useKeys({ n: back.live }, { where: inDialog ? 'dialog' : 'page', repeats: false });
  const channels = { device: view.name, all: view.channels, on, multi: true, nameOf, pressed: () => undefined };
  return (
    <>
      <Source deviceId={deviceId} on={on} group={group} atMs={targetMs} />
      <PlaybackStage
        deviceId={deviceId}
        group={group}
        channels={channels}
        active={active}
        grid={(tiles) => liveGrid(tiles, phone)}
        map={undefined}
        className={styles.tiles}
      />
      <BackFoot
        view={view}
        moment={now}
        on={on}
        group={group}
        onLive={back.live}
        onFurther={() => group?.jump(-BACK_SECONDS)}
        onPlay={(ms) => group?.seek(ms, 1)}
      />
      {help && <KeysDialog onClose={() => setHelp(false)} />}
    </>
  );
};
