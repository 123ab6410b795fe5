// The pictures of each calibration: which camera, which points and lines, in which parameters they are kept, and places to begin from. Pure.
import {
  BLIND_SPOT_CHANNELS,
  BLIND_SPOT_LIMITS,
  BLIND_SPOT_POINTS,
  CALIBRATION_PICTURE,
  DRIVER_POINTS,
  type ParameterPanel,
  type ParameterValues,
  type PicturePoint,
  pointsOf,
  pointsText,
  ROAD_CHANNEL,
  WHOLE_PICTURE,
} from '@outrider/contract';
import { t } from '../../../../lib/i18n.ts';
import type { Handle } from './handles.ts';

type Points = readonly PicturePoint[];
export type CalibrationView = {
  readonly id: 'road' | 'driver' | 'left' | 'right';
  readonly name: string;
  readonly channel: number;
  readonly handles: readonly Handle[];
  /** `area`: the points are corners. `road`: the first is where the road vanishes, the second the line of the bonnet. */
  readonly draws: 'area' | 'road';
  readonly presets: readonly { readonly name: string; readonly points: Points }[];
  /** What the device holds; where it holds none, what stands in its place. */
  readonly start: Points;
  /** The parameters that hold these points. */
  readonly valuesOf: (points: Points) => ParameterValues;
};

const { width, height } = CALIBRATION_PICTURE;
const MIDDLE_X = width / 2;
const mirrored = (points: Points): Points => points.map(([x, y]) => [width - x, y]);
const corners = (limits: Handle['limits']): Handle[] =>
  [1, 2, 3, 4].map((number) => ({ name: t('Corner {number}', { number }), shape: 'point', limits }));

const WHOLE_SEAT: Points = [
  [160, 60],
  [160, 660],
  [1120, 660],
  [1120, 60],
];
const BEHIND: Points = [
  [600, 220],
  [420, 700],
  [900, 700],
  [680, 220],
];
const BESIDE: Points = [
  [420, 320],
  [20, 700],
  [640, 700],
  [620, 320],
];
const ROADS: readonly (readonly [name: string, vanishing: PicturePoint, bonnetY: number])[] = [
  ['Car', [640, 360], 650],
  ['Bus', [640, 310], 710],
  ['Truck', [640, 290], 715],
];

/** Four corners in a text; those of `factory` where it is empty or cannot be read. */
const fourOf = (text: string, factory: Points): Points => {
  const points = pointsOf(text);
  return points?.length === factory.length ? points : factory;
};

const roadView = (values: ParameterValues): CalibrationView[] => {
  const { adas_vpx: x, adas_vpy: y, adas_bonnet: bonnetY } = values;
  if (typeof x !== 'number' || typeof y !== 'number' || typeof bonnetY !== 'number') return [];
  return [
    {
      id: 'road',
      name: t('Road'),
      channel: ROAD_CHANNEL,
      draws: 'road',
      handles: [
        { name: t('Vanishing point'), shape: 'point', limits: WHOLE_PICTURE },
        { name: t('Bonnet line'), shape: 'line', limits: { x: [MIDDLE_X, MIDDLE_X], y: [0, height] } },
      ],
      presets: ROADS.map(([name, vanishing, lineY]) => ({ name: t(name), points: [vanishing, [MIDDLE_X, lineY]] })),
      start: [
        [x, y],
        [MIDDLE_X, bonnetY],
      ],
      valuesOf: ([vanishing, bonnet]) =>
        vanishing === undefined || bonnet === undefined
          ? {}
          : { adas_vpx: vanishing[0], adas_vpy: vanishing[1], adas_bonnet: bonnet[1] },
    },
  ];
};

const driverView = ({ dsm_points: text }: ParameterValues, channel: number): CalibrationView[] =>
  typeof text === 'string'
    ? [
        {
          id: 'driver',
          name: t('Driver'),
          channel,
          draws: 'area',
          handles: corners(WHOLE_PICTURE),
          presets: [
            { name: t('Seat on the left'), points: DRIVER_POINTS },
            { name: t('Seat on the right'), points: mirrored(DRIVER_POINTS) },
            { name: t('Whole cab'), points: WHOLE_SEAT },
          ],
          start: fourOf(text, DRIVER_POINTS),
          valuesOf: (points) => ({ dsm_points: pointsText(points) }),
        },
      ]
    : [];

const sideView = (values: ParameterValues, side: 'left' | 'right'): CalibrationView[] => {
  const key = `bsd_${side}`;
  const text = values[key];
  const toSide = (points: Points): Points => (side === 'left' ? points : mirrored(points));
  return typeof text === 'string'
    ? [
        {
          id: side,
          name: side === 'left' ? t('Left blind spot') : t('Right blind spot'),
          channel: BLIND_SPOT_CHANNELS[side],
          draws: 'area',
          handles: corners(BLIND_SPOT_LIMITS[side]),
          presets: [
            { name: t('Usual'), points: BLIND_SPOT_POINTS[side] },
            { name: t('Close beside'), points: toSide(BESIDE) },
            { name: t('Far behind'), points: toSide(BEHIND) },
          ],
          start: fourOf(text, BLIND_SPOT_POINTS[side]),
          valuesOf: (points) => ({ [key]: pointsText(points) }),
        },
      ]
    : [];
};

/** As `cam_campos` says. */
const BEFORE_DRIVER = 4;
/** The camera that looks at the driver: where the device itself says so, that one. */
export const driverChannelOf = ({ cam_campos: places }: ParameterValues, otherwise: number): number => {
  const index = typeof places === 'object' ? places.indexOf(BEFORE_DRIVER) : -1;
  return index < 0 ? otherwise : index + 1;
};

/** Those that a panel has for what a device told: none where it told nothing of points. `driverChannel`: its camera of the driver. */
export const calibrationOf = (
  panel: ParameterPanel,
  values: ParameterValues,
  driverChannel: number,
): readonly CalibrationView[] => {
  switch (panel) {
    case 'adas':
      return roadView(values);
    case 'dsm':
      return driverView(values, driverChannel);
    case 'bsd':
      return [...sideView(values, 'left'), ...sideView(values, 'right')];
    default:
      return [];
  }
};
