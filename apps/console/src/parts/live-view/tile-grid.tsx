// The tiles of the channels that are on: all the room there is, nothing scrolls. Keys act on the active one.
import { useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { MapTile } from '../tiles/map-tile.tsx';
import { TileRows } from '../tiles/tile-rows.tsx';
import { liveGrid } from '../tiles/tile-rules.ts';
import { LiveTile } from '../../player/live-tile.tsx';
import type { TileHandle } from '../../player/tile-handle.ts';
import { EmptyState } from '../../ui/states.tsx';
import type { Back } from './use-back.ts';
import { useTileKeys } from './use-tile-keys.ts';
import type { LiveView } from './use-live-view.ts';
import { KeysDialog } from './keys-dialog.tsx';

type TileGridProps = { view: LiveView; phone: boolean; inDialog: boolean; back: Back; badge?: string | undefined };

/** `badge` lies over each picture. */
export const TileGrid = ({ view, phone, inDialog, back, badge }: TileGridProps): ReactElement => {
  const tiles = useRef(new Map<number, TileHandle>());
  const [help, setHelp] = useState(false);
  const { on, active, addressesOf } = view;
  useTileKeys({
    channels: view.channels,
    toggle: view.toggle,
    tile: () => (active === undefined ? undefined : tiles.current.get(active)),
    help: () => setHelp(true),
    inDialog,
  });
  useKeys({ b: back.offered ? back.begin : undefined }, { where: inDialog ? 'dialog' : 'page', repeats: false });
  const shown = on.length + (view.mapShown ? 1 : 0);
  const large = view.large && shown > 2 && !phone;
  return (
    <>
      {shown === 0 && (
        <EmptyState icon="live" title={t('No channel is switched on')}>
          {t('Choose channels above, or press their numbers.')}
        </EmptyState>
      )}
      <TileRows grid={large ? { columns: 2, rows: shown - 1 } : liveGrid(shown, phone)} large={large}>
        {addressesOf !== undefined &&
          on.map((channel) => (
            <LiveTile
              key={channel}
              deviceId={view.deviceId}
              channel={channel}
              device={view.name}
              name={view.nameOf(channel)}
              addresses={addressesOf(channel)}
              badge={badge}
              active={channel === active && on.length > 1}
              onActive={() => view.activate(channel)}
              onRemove={() => view.toggle(channel)}
              ref={(handle) => {
                if (handle !== null) tiles.current.set(channel, handle);
                return () => void tiles.current.delete(channel);
              }}
            />
          ))}
        {view.mapShown && <MapTile id={view.deviceId} />}
      </TileRows>
      {help && <KeysDialog onClose={() => setHelp(false)} />}
    </>
  );
};
