// One tile of a layout: the live picture, the map, or in words why there is neither. Its head carries the handle and the remove button.
import { useDraggable, useDroppable } from '@dnd-kit/core';
import { useCallback, useState } from 'react';
import type { CSSProperties, ReactElement, ReactNode, Ref } from 'react';
import { t } from '../../../lib/i18n.ts';
import { isOnline } from '../../../live/device-state.ts';
import { useDevice } from '../../../live/hooks.ts';
import { MapTile } from '../../../parts/tiles/map-tile.tsx';
import { OfflineImage, TileFrame, TileWords } from '../../../parts/tiles/tile-frame.tsx';
import type { AddressFinder } from '../../../parts/tiles/use-addresses.ts';
import { LiveTile } from '../../../player/live-tile.tsx';
import { TileChoices } from '../../../player/tile-choices.ts';
import type { TileHandle } from '../../../player/tile-handle.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from '../tree-view.module.css';
import { useWrapNames } from '../wrap-names.ts';
import { wrapId } from '../wraps.ts';
import type { Wrap } from '../wraps.ts';

type Tile = {
  wrap: Wrap;
  tools: ReactNode;
  active: boolean;
  onActive: () => void;
  /** Undefined until it is known where the streams are. */
  find: AddressFinder | undefined;
  handle: Ref<TileHandle>;
};

const TilePicture = ({ wrap, tools, active, onActive, find, handle }: Tile): ReactElement => {
  const { deviceid } = wrap.device;
  const device = useDevice(deviceid);
  const frame = { ...useWrapNames(wrap), tools, active, onActive };
  // A link that is lost takes the player away: what comes after it is as it was.
  const [choices] = useState(() => new TileChoices());
  if (device === undefined)
    return (
      <TileFrame {...frame} state={t('not in your list')}>
        <TileWords title={t('This device is not in your list')}>
          {t('It was removed, or it belongs to another group.')}
        </TileWords>
      </TileFrame>
    );
  if (wrap.type === 'map')
    return (
      <TileFrame {...frame}>
        <MapTile id={deviceid} />
      </TileFrame>
    );
  if (!device.chmask.includes(wrap.channel))
    return (
      <TileFrame {...frame} state={t('no picture')}>
        <TileWords title={t('This device has no such channel any more')} />
      </TileFrame>
    );
  if (!isOnline(device))
    return (
      <TileFrame {...frame} state={t('Offline')}>
        <OfflineImage sinceMs={device.status_time} />
      </TileFrame>
    );
  if (find === undefined) return <TileFrame {...frame}>{t('Connecting')}</TileFrame>;
  return (
    <LiveTile
      {...frame}
      deviceId={deviceid}
      channel={wrap.channel}
      addresses={find(deviceid, wrap.channel)}
      choices={choices}
      ref={handle}
    />
  );
};

type Listeners = ReturnType<typeof useDraggable>['listeners'];

/** The handle takes the keys, the tile around it mouse and finger. */
const parted = (listeners: Listeners): { keys: NonNullable<Listeners>; pointers: NonNullable<Listeners> } => {
  const { onKeyDown, ...pointers } = listeners ?? {};
  return { keys: onKeyDown === undefined ? {} : { onKeyDown }, pointers };
};

const Tools = ({ label, grip, onRemove }: { label: string; grip: ReactNode; onRemove: () => void }): ReactElement => (
  <>
    {grip}
    <button
      type="button"
      className={styles.tileTool}
      aria-label={t('Remove {tile}', { tile: label })}
      title={t('Remove')}
      onClick={onRemove}
    >
      <Icon name="close" size={14} />
    </button>
  </>
);

type TreeTileProps = Omit<Tile, 'tools'> & { style: CSSProperties; onRemove: () => void };

/** Can be dragged onto another one. */
export const TreeTile = (props: TreeTileProps): ReactElement => {
  const { wrap, style, onRemove } = props;
  const id = wrapId(wrap);
  const { device, name } = useWrapNames(wrap);
  const label = `${device} · ${name}`;
  const { attributes, listeners, isDragging, setNodeRef, setActivatorNodeRef } = useDraggable({
    id,
    attributes: { roleDescription: t('tile that can be moved') },
  });
  const { isOver, setNodeRef: setDropRef } = useDroppable({ id });
  const setSlot = useCallback(
    (node: HTMLDivElement | null) => {
      setNodeRef(node);
      setDropRef(node);
    },
    [setNodeRef, setDropRef],
  );
  const { keys, pointers } = parted(listeners);
  const grip = (
    <button
      type="button"
      {...attributes}
      {...keys}
      ref={setActivatorNodeRef}
      className={`${styles.tileTool} ${styles.grip}`}
      aria-label={t('Move {tile}', { tile: label })}
      title={t('Drag onto another tile to swap')}
    >
      <Icon name="grip" />
    </button>
  );
  return (
    <div
      ref={setSlot}
      {...pointers}
      className={styles.slot}
      style={style}
      data-tile={id}
      data-carried={isDragging}
      data-over={isOver}
    >
      <TilePicture {...props} tools={<Tools label={label} grip={grip} onRemove={onRemove} />} />
    </div>
  );
};
