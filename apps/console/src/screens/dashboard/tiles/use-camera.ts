// The one map behind all tiles: made when the tiles are first shown, ended with them. And the picture of one tile, kept as long as its
// vehicle stands in the middle half of it.
import type { MapSources } from '@outrider/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { t } from '../../../lib/i18n.ts';
import { systemClock } from '../../../lib/time.ts';
import type { Stop } from '../../../lib/time.ts';
import type { GroundCamera } from '../../../map/ground-camera.ts';

/** After the divider was dragged. */
const SETTLES_MS = 250;

type Loaded = { camera: GroundCamera; offsetIn: typeof import('../../../map/ground-camera.ts').offsetIn };
export type TileCamera = Loaded & {
  /** Goes up when all pictures must be taken again. */
  readonly look: number;
};

const next = (look: number): number => look + 1;

/** `frame` holds the map itself, out of sight. Undefined until its code is there. */
export const useCamera = (
  frame: RefObject<HTMLElement | null>,
  sources: MapSources | undefined,
): TileCamera | undefined => {
  const [loaded, setLoaded] = useState<Loaded>();
  const [look, setLook] = useState(0);
  useEffect(() => {
    const container = frame.current;
    if (container === null || sources === undefined) return undefined;
    let camera: GroundCamera | undefined;
    let closed = false;
    const make = async (): Promise<void> => {
      const { GroundCamera: Made, offsetIn } = await import('../../../map/ground-camera.ts');
      if (closed) return;
      camera = new Made({
        container,
        sources,
        center: sources.center,
        name: t('Map'),
        onStale: () => setLook(next),
      });
      setLoaded({ camera, offsetIn });
    };
    make().catch(() => {}); // no code or no WebGL: the tiles have no ground, and say all else
    return () => {
      closed = true;
      camera?.close();
      setLoaded(undefined);
    };
  }, [frame, sources]);
  useEffect(() => {
    const board = frame.current?.closest('section');
    if (board === null || board === undefined) return undefined;
    let stop: Stop | undefined;
    let width = board.clientWidth;
    const sizes = new ResizeObserver(() => {
      if (board.clientWidth === width) return;
      width = board.clientWidth;
      stop?.();
      stop = systemClock.after(SETTLES_MS, () => setLook(next));
    });
    sizes.observe(board);
    return () => {
      sizes.disconnect();
      stop?.();
    };
  }, [frame]);
  return useMemo(() => (loaded === undefined ? undefined : { ...loaded, look }), [loaded, look]);
};

type Place = { readonly lat: number; readonly lng: number };
/** Of the picture, from its middle to where another one is taken. */
const MIDDLE = 0.25;

/** Gives where the vehicle stands in the picture, CSS pixels from its middle; undefined while there is none. */
export const useGround = (
  id: string,
  camera: TileCamera | undefined,
  canvas: RefObject<HTMLCanvasElement | null>,
  place: Place | undefined,
): { x: number; y: number } | undefined => {
  const [taken, setTaken] = useState<{ centre: Place; look: number; width: number; height: number }>();
  const wanted = useRef<{ centre: Place; look: number }>(undefined);
  const offset =
    camera === undefined || taken === undefined || place === undefined
      ? undefined
      : camera.offsetIn(taken.centre, place, camera.camera.zoom);
  const { lat, lng } = place ?? {};
  const source = camera?.camera;
  useEffect(() => {
    wanted.current = undefined;
    return () => source?.drop(id);
  }, [id, source]);
  useEffect(() => {
    const element = canvas.current;
    if (camera === undefined || element === null || lat === undefined || lng === undefined) return;
    const { clientWidth: width, clientHeight: height } = element;
    if (width === 0 || height === 0) return;
    const centre = { lat, lng };
    const { look } = camera;
    if (wanted.current?.look === look) {
      const { x, y } = camera.offsetIn(wanted.current.centre, centre, camera.camera.zoom);
      if (Math.abs(x) <= width * MIDDLE && Math.abs(y) <= height * MIDDLE) return;
    }
    wanted.current = { centre, look };
    camera.camera.take(
      id,
      { width, height },
      {
        centre,
        canvas: element,
        taken: () => setTaken({ centre, look, width, height }),
      },
    );
  }, [id, camera, canvas, lat, lng]);
  return offset;
};
