// The tiles of the layout in a grid of twelve columns, and what carries one onto another.
import { DndContext, DragOverlay } from '@dnd-kit/core';
import type { Announcements, DragEndEvent } from '@dnd-kit/core';
import { useRef, useState } from 'react';
import type { CSSProperties, ReactElement, Ref } from 'react';
import { usePhone } from '../../../lib/device-kind.ts';
import { t } from '../../../lib/i18n.ts';
import { testId } from '../../../lib/test-id.ts';
import { useTileKeys } from '../../../parts/live-view/use-tile-keys.ts';
import { tileSpan } from '../../../parts/tiles/tile-rules.ts';
import { useAddressFinder } from '../../../parts/tiles/use-addresses.ts';
import type { TileHandle } from '../../../player/tile-handle.ts';
import { EmptyState } from '../../../ui/states.tsx';
import styles from '../tree-view.module.css';
import type { TreeView } from '../use-tree-view.ts';
import { wrapLabel } from '../wrap-names.ts';
import { MAX_TILES, wrapId } from '../wraps.ts';
import type { Wrap } from '../wraps.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { tileUnder, useSwapSensors } from './swap-sensors.ts';
import { TreeTile } from './tree-tile.tsx';

const COLUMNS = 12;

/** One tile of ten columns stands in the middle. */
const placeOf = (tiles: number): CSSProperties => {
  const span = tileSpan(tiles);
  return { gridColumn: tiles === 1 ? `${(COLUMNS - span) / 2 + 1} / span ${span}` : `span ${span}` };
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of styles know no variables
const spanOf = (tiles: number): CSSProperties => ({ '--span': tileSpan(tiles) }) as CSSProperties;

/** What screen readers are told while a tile is carried. */
const announcements = (wraps: readonly Wrap[]): Announcements => {
  const label = (id: string | number): string => {
    const wrap = wraps.find((each) => wrapId(each) === id);
    return wrap === undefined ? '' : wrapLabel(wrap);
  };
  return {
    onDragStart: ({ active }) => t('Picked up {tile}', { tile: label(active.id) }),
    onDragOver: ({ active, over }) => {
      if (over === null) return undefined;
      // Over its own place it is as when it was picked up; that comes first, and must not be drowned by the second sentence.
      return over.id === active.id
        ? t('Picked up {tile}', { tile: label(active.id) })
        : t('Over {tile}', { tile: label(over.id) });
    },
    onDragEnd: ({ active, over }) =>
      over === null || over.id === active.id
        ? t('{tile} stays where it is', { tile: label(active.id) })
        : t('{tile} and {other} have changed places', { tile: label(active.id), other: label(over.id) }),
    onDragCancel: ({ active }) => t('{tile} stays where it is', { tile: label(active.id) }),
  };
};

const NoTiles = ({ limit }: { limit: number }): ReactElement =>
  limit === 0 ? (
    <EmptyState icon="live" title={t('Your account may not show pictures here')} />
  ) : (
    <EmptyState icon="live" title={t('This layout has no tiles yet')}>
      {t('Open a device in the tree and click its channels. They stay in the layout.')}
    </EmptyState>
  );

/** Keys of the tiles; the dialog that tells them. */
const useTileHandles = (active: string | undefined) => {
  const handles = useRef(new Map<string, TileHandle>());
  const [help, setHelp] = useState(false);
  useTileKeys({
    tile: () => (active === undefined ? undefined : handles.current.get(active)),
    help: () => setHelp(true),
  });
  /** Takes the handle of a tile until the tile goes. */
  const hold = (id: string, handle: TileHandle | null): (() => void) => {
    if (handle !== null) handles.current.set(id, handle);
    return () => void handles.current.delete(id);
  };
  return { hold, help, closeHelp: () => setHelp(false) };
};

export const TileArea = ({ view, ref }: { view: TreeView; ref: Ref<HTMLDivElement> }): ReactElement => {
  const { wraps, active } = view;
  const phone = usePhone();
  const find = useAddressFinder(MAX_TILES);
  const { hold, help, closeHelp } = useTileHandles(active);
  const [carried, setCarried] = useState<Wrap>();
  const columns = phone ? 1 : COLUMNS / tileSpan(wraps.length);
  const sensors = useSwapSensors(wraps.map(wrapId), Math.max(1, Math.floor(columns)));
  const drop = ({ active: one, over }: DragEndEvent): void => {
    setCarried(undefined);
    if (over !== null && over.id !== one.id) view.swap(String(one.id), String(over.id));
  };
  return (
    <div ref={ref} className={styles.area} {...testId('tile-area')}>
      <DndContext
        sensors={sensors}
        collisionDetection={tileUnder}
        accessibility={{
          announcements: announcements(wraps),
          screenReaderInstructions: {
            draggable: t('Press space to pick up the tile, arrow keys to carry it, space to swap, escape to cancel.'),
          },
        }}
        onDragStart={({ active: one }) => setCarried(wraps.find((wrap) => wrapId(wrap) === one.id))}
        onDragEnd={drop}
        onDragCancel={() => setCarried(undefined)}
      >
        {wraps.length === 0 && <NoTiles limit={view.limit} />}
        <div className={styles.stage}>
          <div className={styles.grid} style={spanOf(wraps.length)}>
            {wraps.map((wrap) => {
              const id = wrapId(wrap);
              return (
                <TreeTile
                  key={id}
                  wrap={wrap}
                  style={phone ? {} : placeOf(wraps.length)}
                  active={id === active && wraps.length > 1}
                  onActive={() => view.activate(id)}
                  onRemove={() => view.remove(id)}
                  find={find}
                  handle={(handle) => hold(id, handle)}
                />
              );
            })}
          </div>
        </div>
        <DragOverlay dropAnimation={null} className={styles.overlay ?? ''}>
          {carried !== undefined && <div className={styles.ghost}>{wrapLabel(carried)}</div>}
        </DragOverlay>
      </DndContext>
      {help && <KeysDialog onClose={closeHelp} />}
    </div>
  );
};
