// What can be dragged on the picture of a calibration: which handle a press takes, where it goes, which keys move it. Pure.
import { heldPoint, type PictureLimits, type PicturePoint } from '@outrider/contract';

/** `line`: goes across the picture at the height of its point, and is taken anywhere along it. */
export type Handle = { readonly name: string; readonly shape: 'point' | 'line'; readonly limits: PictureLimits };

/** As far as a press takes a handle, in pixels as they are seen. */
const GRAB_PX = 20;
const STEP_PX = 1;
const LONG_STEP_PX = 10;

const distance = ({ shape }: Handle, [x, y]: PicturePoint, [pressX, pressY]: PicturePoint): number =>
  shape === 'line' ? Math.abs(pressY - y) : Math.hypot(pressX - x, pressY - y);

/**
 * Which handle a press at a place of the picture takes: the nearest within reach, a point before a line. `scale`: how large a pixel of the
 * picture is seen.
 */
export const grabbed = (
  handles: readonly Handle[],
  points: readonly PicturePoint[],
  press: PicturePoint,
  scale = 1,
): number | undefined => {
  const reached = handles.flatMap((handle, index) => {
    const point = points[index];
    if (point === undefined) return [];
    const seenPx = distance(handle, point, press) * scale;
    return seenPx <= GRAB_PX ? [{ index, shape: handle.shape, seenPx }] : [];
  });
  const [nearest] = reached.toSorted((a, b) =>
    a.shape === b.shape ? a.seenPx - b.seenPx : a.shape === 'point' ? -1 : 1,
  );
  return nearest?.index;
};

/** The points with one of them elsewhere, as near to the wanted place as its limits let it. */
export const movedTo = (
  handles: readonly Handle[],
  points: readonly PicturePoint[],
  index: number,
  place: PicturePoint,
): readonly PicturePoint[] => {
  const limits = handles[index]?.limits;
  return limits === undefined ? points : points.with(index, heldPoint(place, limits));
};

/** How far an arrow key moves a handle; undefined for any other key. */
export const stepOfKey = (key: string, long: boolean): PicturePoint | undefined => {
  const step = long ? LONG_STEP_PX : STEP_PX;
  const steps: Record<string, PicturePoint> = {
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
    ArrowUp: [0, -step],
    ArrowDown: [0, step],
  };
  return steps[key];
};
