// What a vehicle's cameras see of the road, the driver and the blind spots, as their calibration lets them. What is raised of it is
// safety-rules.ts.
import type { SettingValues } from './own-settings.ts';

type Point = readonly [x: number, y: number];

/** Where the road vanishes and the driver sits, and where others overtake, in pictures of 1280 by 720. */
const ROAD: Point = [640, 360];
const FARTHEST_OFF_PX = 200;
const HEAD: Point = [620, 365];
const OVERTAKING = { left: [540, 520], right: [740, 520] } as const;

const DRIVER: readonly Point[] = [
  [434, 170],
  [434, 560],
  [805, 560],
  [805, 170],
];
const BLIND_SPOTS: Readonly<Record<'left' | 'right', readonly Point[]>> = {
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

const cornersOf = (text: string, factory: readonly Point[]): readonly Point[] => {
  const points = text.split(' ').map((point): Point => {
    const [x = NaN, y = NaN] = point.split(',').map(Number);
    return [x, y];
  });
  const read = points.length === factory.length && points.every((point) => point.every(Number.isInteger));
  return read ? points : factory;
};

/** Whether a point lies inside of the corners: a line to the right of it crosses an odd number of edges. */
const inside = ([x, y]: Point, corners: readonly Point[]): boolean =>
  corners.filter(([x1, y1], index) => {
    const [x2, y2] = corners[(index + 1) % corners.length] ?? [x1, y1];
    return y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
  }).length %
    2 ===
  1;

export const seesRoad = ({ adas_vpx: x, adas_vpy: y, adas_bonnet: bonnet }: SettingValues): boolean =>
  Math.hypot(x - ROAD[0], y - ROAD[1]) <= FARTHEST_OFF_PX && bonnet > y;

export const seesDriver = ({ dsm_points: text }: SettingValues): boolean => inside(HEAD, cornersOf(text, DRIVER));

export const seesBlindSpot = (settings: SettingValues, side: 'left' | 'right'): boolean =>
  inside(OVERTAKING[side], cornersOf(side === 'left' ? settings.bsd_left : settings.bsd_right, BLIND_SPOTS[side]));

const FACTORY_HEIGHT_MM = 1300;
const M_OF_KMH = 1 / 3.6;

/** Time to what drives ahead, 100 ms, as it is measured with this camera; `true100ms` as it is. */
export const measured100ms = (
  true100ms: number,
  speedKmh: number,
  { adas_camheight: height, adas_camfront: front }: Pick<SettingValues, 'adas_camheight' | 'adas_camfront'>,
): number => {
  const seen = (true100ms * height) / FACTORY_HEIGHT_MM;
  const ahead = speedKmh < 1 ? 0 : (front / 1000 / (speedKmh * M_OF_KMH)) * 10;
  return Math.min(255, Math.max(0, Math.round(seen - ahead)));
};
