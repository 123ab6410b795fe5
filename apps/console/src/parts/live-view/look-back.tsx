// What happened just now, in the place of the live tiles: recorded pictures of the same channels, with the controls, keys and timeline of
// every playback, and the way back to live.
import { MAX_PLAYBACK_CHANNELS } from '@outrider/contract';
import { useEffect, useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { Button } from '../../ui/button.tsx';
import { FootageTimeline } from '../footage/footage-timeline.tsx';
import styles from '../footage/footage.module.css';
import { Source } from '../footage/source.tsx';
import { PlaybackControls } from '../playback/playback-controls.tsx';
import { PlaybackStage } from '../playback/playback-stage.tsx';
import { useActiveTile } from '../playback/use-active-tile.ts';
import { usePlaybackGroup } from '../playback/use-playback-group.ts';
import { BACK_SECONDS, usePlayKeys } from '../playback/use-play-keys.ts';
import { liveGrid } from '../tiles/tile-rules.ts';
import { KeysDialog } from './keys-dialog.tsx';
import type { Back } from './use-back.ts';
import type { LiveView } from './use-live-view.ts';
import { useTileKeys } from './use-tile-keys.ts';

/** The arrow keys with Shift. */
const SHIFT_SECONDS = 60;
const SHOWN_BEFORE_MS = 3_600_000;
const SHOWN_AFTER_MS = 5 * 60_000;

type LookBackProps = { view: LiveView; back: Back; now: NonNullable<Back['now']>; phone: boolean; inDialog: boolean };

export const LookBack = ({ view, back, now, phone, inDialog }: LookBackProps): ReactElement => {
  const { deviceId, nameOf } = view;
  const key = view.on.slice(0, MAX_PLAYBACK_CHANNELS).join('.');
  const on = useMemo(() => key.split('.').filter(Boolean).map(Number), [key]);
  const group = usePlaybackGroup(deviceId, now.startMs, on);
  const { targetMs } = now;
  useEffect(() => {
    if (group !== undefined && group.targetMs !== targetMs) group.seek(targetMs, 1);
  }, [group, targetMs]);
  const active = useActiveTile(on, true);
  const [help, setHelp] = useState(false);
  useTileKeys({ channels: view.channels, toggle: view.toggle, tile: active.tile, help: () => setHelp(true), inDialog });
  usePlayKeys({ group, shiftSeconds: SHIFT_SECONDS, pictures: true });
  useKeys({ n: back.live }, { where: inDialog ? 'dialog' : 'page', repeats: false });
  const [first] = useState(() => ({ fromMs: now.startMs - SHOWN_BEFORE_MS, toMs: now.startMs + SHOWN_AFTER_MS }));
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
      />
      <div className={styles.back}>
        <div className={styles.tools}>
          <Button look="primary" icon="live" title={`${t('Live')} (N)`} onClick={back.live}>
            {t('Live')}
          </Button>
          <Button
            title={`${t('Back 30 s')} (B)`}
            disabled={group === undefined}
            onClick={() => group?.jump(-BACK_SECONDS)}
          >
            {t('Back 30 s')}
          </Button>
          <PlaybackControls group={group} />
        </div>
        {!now.held && (
          <FootageTimeline
            deviceId={deviceId}
            on={on}
            nameOf={nameOf}
            group={group}
            first={first}
            onPlay={(ms) => group?.seek(ms, 1)}
          />
        )}
      </div>
      {help && <KeysDialog onClose={() => setHelp(false)} />}
    </>
  );
};
