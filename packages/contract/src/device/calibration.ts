// Points on the pictures of cameras that watch the road, the driver and the blind spots: where they may lie, where they lie at first, and how
// they are written. Which parameters hold them is parameter-adas.ts.

/** In pixels of a picture of 1280 by 720, whatever size the camera has, from its upper left corner. */
export type PicturePoint = readonly [x: number, y: number];
export type PictureLimits = {
  readonly x: readonly [from: number, to: number];
  readonly y: readonly [from: number, to: number];
};

export const CALIBRATION_PICTURE = { width: 1280, height: 720 } as const;
export const WHOLE_PICTURE: PictureLimits = { x: [0, 1280], y: [0, 720] };
/** How far the blind spots on both sides may be dragged. */
export const BLIND_SPOT_LIMITS: Readonly<Record<'left' | 'right', PictureLimits>> = {
  left: { x: [10, 960], y: [50, 710] },
  right: { x: [320, 1270], y: [50, 710] },
};
/** The driver's place, of a device that has none yet. */
export const DRIVER_POINTS: readonly PicturePoint[] = [
  [434, 170],
  [434, 560],
  [805, 560],
  [805, 170],
];
/** Beside the vehicle and behind it, of a device that has none yet. */
export const BLIND_SPOT_POINTS: Readonly<Record<'left' | 'right', readonly PicturePoint[]>> = {
  left: [
    [560, 260],
    [200, 660],
    [820, 660],
    [700, 260],
  ],
  right: [
    [720, 260],
    [1080, 660],
    [460, 660],
    [580, 260],
  ],
};
/** The camera of the road, and those of the blind spots. */
export const ROAD_CHANNEL = 1;
export const BLIND_SPOT_CHANNELS = { left: 3, right: 4 } as const;

const held = (value: number, [from, to]: readonly [number, number]): number =>
  Math.min(to, Math.max(from, Math.round(value)));

/** The nearest point inside of the limits, in whole pixels. */
export const heldPoint = ([x, y]: PicturePoint, limits: PictureLimits): PicturePoint => [
  held(x, limits.x),
  held(y, limits.y),
];

/** '434,170 434,560': in a text, as parameters hold them. */
export const pointsText = (points: readonly PicturePoint[]): string => points.map(([x, y]) => `${x},${y}`).join(' ');

/** Undefined for a text that is no list of points. */
export const pointsOf = (text: string): PicturePoint[] | undefined => {
  if (text === '') return [];
  if (!/^\d{1,4},\d{1,4}( \d{1,4},\d{1,4})*$/.test(text)) return undefined;
  return text.split(' ').map((point) => {
    const [x = 0, y = 0] = point.split(',').map(Number);
    return [x, y];
  });
};
