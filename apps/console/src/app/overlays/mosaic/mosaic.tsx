// The full-screen mosaic: random channels side by side over everything, until a double click, Escape or the end of full screen.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactElement, RefObject } from 'react';
import { t } from '../../../lib/i18n.ts';
import { systemClock } from '../../../lib/time.ts';
import type { Stop } from '../../../lib/time.ts';
import { readListState, useDevicesVersion } from '../../../live/hooks.ts';
import { RandomTile } from '../../../parts/tiles/random-tile.tsx';
import { mosaicGrid } from '../../../parts/tiles/tile-rules.ts';
import { useRandomAddresses } from '../../../parts/tiles/use-addresses.ts';
import { Button } from '../../../ui/button.tsx';
import type { OverlayProps } from '../../../parts/overlay-store.ts';
import styles from './mosaic.module.css';

const POINTER_SHOWN_MS = 3000;

/** A browser that refuses full screen leaves the mosaic over its page. */
const ignoreRefusal = (): void => {};

/**
 * Asks for full screen while it is mounted. The whole page goes there, not the mosaic alone: alarms are shown over it. `onLeft`: the
 * browser left full screen.
 */
const useFullScreen = (onLeft: () => void): void => {
  const left = useEffectEvent(onLeft);
  useEffect(() => {
    const change = (): void => {
      if (document.fullscreenElement === null) left();
    };
    document.addEventListener('fullscreenchange', change);
    document.documentElement.requestFullscreen?.().catch(ignoreRefusal);
    return () => {
      document.removeEventListener('fullscreenchange', change);
      if (document.fullscreenElement !== null) document.exitFullscreen().catch(ignoreRefusal);
    };
  }, []);
};

/** How many channels there are to show now, `most` at most. */
const onlineChannels = (most: number): number => {
  let count = 0;
  for (const device of readListState().onlineList) {
    if (device.registered) count += device.chmask.length;
    if (count >= most) return most;
  }
  return count;
};

/** No tile without a channel to show; but none that was there goes away again while a device is offline for a moment. */
const useTiles = (wanted: number): number => {
  useDevicesVersion();
  const now = Math.max(1, onlineChannels(wanted));
  const [tiles, setTiles] = useState(now);
  if (now > tiles) setTiles(now);
  return Math.max(now, tiles);
};

/** True for a moment after the pointer moved: a wall at rest is nothing but pictures. */
const usePointerShown = (): boolean => {
  const [shown, setShown] = useState(true);
  useEffect(() => {
    const hideSoon = (): Stop => systemClock.after(POINTER_SHOWN_MS, () => setShown(false));
    let stop = hideSoon();
    const moved = (): void => {
      setShown(true);
      stop();
      stop = hideSoon();
    };
    document.addEventListener('pointermove', moved);
    return () => {
      document.removeEventListener('pointermove', moved);
      stop();
    };
  }, []);
  return shown;
};

/**
 * The wall has the focus while it is mounted, and what stands before it in the page takes none: Tab would go on in the screen that it hides.
 * It is no modal of the browser, since toasts of alarms stand over it and are pressed there.
 */
const useFocusOn = (wall: RefObject<HTMLDialogElement | null>): void =>
  useEffect(() => {
    const before = document.activeElement;
    const hidden: Element[] = [];
    for (let each = wall.current?.previousElementSibling; each; each = each.previousElementSibling) hidden.push(each);
    for (const each of hidden) each.toggleAttribute('inert', true);
    wall.current?.focus();
    return () => {
      for (const each of hidden) each.toggleAttribute('inert', false);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [wall]);

export const MosaicOverlay = ({ streams, onClose }: OverlayProps<'mosaic'>): ReactElement => {
  const find = useRandomAddresses(streams);
  const wall = useRef<HTMLDialogElement>(null);
  const pointer = usePointerShown();
  useFullScreen(onClose);
  useFocusOn(wall);
  const tiles = useTiles(streams);
  const { columns, rows } = mosaicGrid(tiles);
  const grid = {
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and the button close as well
    <dialog
      open
      ref={wall}
      className={`${styles.wall} ${pointer ? '' : styles.atRest}`}
      style={grid}
      aria-modal="true"
      aria-label={t('Random live view, full screen')}
      tabIndex={-1}
      onDoubleClick={onClose}
      onKeyDown={(event) => {
        event.stopPropagation(); // the screen below has its own keys
        if (event.key === 'Escape') onClose();
      }}
    >
      {find !== undefined &&
        Array.from({ length: tiles }, (_, i) => (
          <RandomTile
            key={i}
            stream={i + 1}
            addresses={find(i + 1)}
            controls={false}
            active={false}
            onActive={() => {}}
          />
        ))}
      <Button className={styles.close ?? ''} icon="close" onClick={onClose}>
        {t('Close')}
      </Button>
    </dialog>
  );
};
