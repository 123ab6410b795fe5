// The tiles of the channels that are on: all the room there is, nothing scrolls. Keys act on the active one. One of them may have gone back
// to what was recorded, the others stay live.
import { useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { MapTile } from '../tiles/map-tile.tsx';
import { TileRows } from '../tiles/tile-rows.tsx';
import { liveGrid } from '../tiles/tile-rules.ts';
import { LiveTile } from '../../player/live-tile.tsx';
import type { TileHandle } from '../../player/tile-handle.ts';
import { EmptyState } from '../../ui/states.tsx';
import { BackTile } from './back-tile.tsx';
import { OneFoot } from './one-foot.tsx';
import type { Back } from './use-back.ts';
import { useOneBack } from './use-one-back.ts';
import { useTileKeys } from './use-tile-keys.ts';
import type { LiveView } from './use-live-view.ts';
import { KeysDialog } from './keys-dialog.tsx';
import styles from './live-view.module.css';

type TileGridProps = { view: LiveView; phone: boolean; inDialog: boolean; back: Back; badge?: string | undefined };

/** What every tile is given, and the handles of those that are there. */
const useTiles = (view: LiveView) => {
  const handles = useRef(new Map<number, TileHandle>());
  const { on, active } = view;
  return {
    handleOf: (channel: number | undefined) => (channel === undefined ? undefined : handles.current.get(channel)),
    tileOf: (channel: number) => ({
      deviceId: view.deviceId,
      channel,
      device: view.name,
      name: view.nameOf(channel),
      active: channel === active && on.length > 1,
      onActive: () => view.activate(channel),
      onRemove: () => view.toggle(channel),
      ref: (handle: TileHandle | null) => {
        if (handle !== null) handles.current.set(channel, handle);
        return () => void handles.current.delete(channel);
      },
    }),
  };
};

const NoChannel = (): ReactElement => (
  <EmptyState icon="live" title={t('No channel is switched on')}>
    {t('Choose channels above, or press their numbers.')}
  </EmptyState>
);

/** `badge` lies over each picture. */
export const TileGrid = (props: TileGridProps): ReactElement => {
  const { view, phone, inDialog, back, badge } = props;
  const { handleOf, tileOf } = useTiles(view);
  const [help, setHelp] = useState(false);
  const { on, active, addressesOf } = view;
  const { one } = back;
  useTileKeys({
    channels: view.channels,
    toggle: view.toggle,
    tile: () => handleOf(active),
    help: () => setHelp(true),
    inDialog,
  });
  const { on: gone, played, begin, further, press } = useOneBack({ view, back, inDialog });
  const shown = on.length + (view.mapShown ? 1 : 0);
  const large = view.large && shown > 2 && !phone;
  return (
    <>
      {shown === 0 && <NoChannel />}
      <TileRows
        grid={large ? { columns: 2, rows: shown - 1 } : liveGrid(shown, phone)}
        large={large}
        className={styles.tiles ?? ''}
      >
        {addressesOf !== undefined &&
          on.map((channel) =>
            channel === one?.channel ? (
              <BackTile key={channel} {...tileOf(channel)} back={played} onLive={back.live} onFurther={further} />
            ) : (
              <LiveTile
                key={channel}
                {...tileOf(channel)}
                addresses={addressesOf(channel)}
                choices={view.choices}
                badge={badge}
                onBack={back.offered ? () => begin(channel) : undefined}
              />
            ),
          )}
        {view.mapShown && <MapTile id={view.deviceId} />}
      </TileRows>
      {one !== undefined && !one.held && (
        <OneFoot
          key={one.channel}
          view={view}
          back={back}
          one={one}
          on={gone}
          played={played}
          onFurther={further}
          onKey={press}
          inDialog={inDialog}
        />
      )}
      {help && <KeysDialog onClose={() => setHelp(false)} />}
    </>
  );
};
