// Driver assistance, driver monitoring and blind spots: what only the vendor block has (calibration, geometry, sensitivity). Part of
// parameter-table.ts. Where points may lie is calibration.ts.
import { BLIND_SPOT_LIMITS, DRIVER_POINTS, WHOLE_PICTURE, type PictureLimits } from './calibration.ts';
import type { ItemControl, ParameterRow } from './parameter.ts';
import { bits, listOf, number, onOff, rowsOf, seconds, select } from './parameter-rows.ts';

const sensitivity = select([0, 'Low'], [1, 'Medium'], [2, 'High']);
const fourPoints = (limits: PictureLimits): ItemControl => ({ kind: 'points', count: DRIVER_POINTS.length, ...limits });
const speed = number(0, 100, 'km/h');
/** How long an event of the same kind is ignored. */
const ignored = seconds(100);
const ignoredDriver = seconds(600);

const adas = rowsOf('adas', 'F_rmdvrs_adas');
const collision = { part: 'Forward collision' };
const walker = { part: 'Pedestrian' };
const headway = { part: 'Headway' };
const lane = { part: 'Lane departure' };
const car = { part: 'Vehicle' };
const picture = { part: 'Camera picture' };
const assistance: readonly ParameterRow[] = [
  adas('block', onOff, 'adas_speakout', 'Warnings are spoken'),
  adas('block', speed, 'adas_fcwfrom', 'Only from this speed', collision),
  adas('block', sensitivity, 'adas_fcwsens', 'Sensitivity', collision),
  adas('block', ignored, 'adas_fcwignore', 'One alarm in', collision),
  adas('block', ignored, 'adas_pcwignore', 'One alarm in', walker),
  adas('block', speed, 'adas_hmwfrom', 'Only from this speed', headway),
  adas('block', sensitivity, 'adas_hmwsens', 'Sensitivity', headway),
  adas('block', ignored, 'adas_hmwignore', 'One alarm in', headway),
  adas('block', speed, 'adas_ldwfrom', 'Only from this speed', lane),
  adas('block', sensitivity, 'adas_ldwsens', 'Sensitivity', lane),
  adas('block', ignored, 'adas_ldwignore', 'One alarm in', lane),
  adas('block', number(300, 4500, 'mm'), 'adas_camheight', 'Camera above the road', car),
  adas('block', number(0, 4000, 'mm'), 'adas_camfront', 'Camera to the front', car),
  adas('block', number(-1500, 1500, 'mm'), 'adas_camside', 'Camera right of the middle', car),
  adas('block', number(1200, 3000, 'mm'), 'adas_carwidth', 'Width', car),
  adas('block', number(0, 1280, 'px'), 'adas_vpx', 'Vanishing point X', picture),
  adas('block', number(0, 720, 'px'), 'adas_vpy', 'Vanishing point Y', picture),
  adas('block', number(0, 720, 'px'), 'adas_bonnet', 'Bonnet line', picture),
];

/** Values of another maker's assistance, whose meaning only that maker knows. */
const motovis = rowsOf('adas', 'F_rmdvrs_motovisadas');
const dsm = rowsOf('dsm', 'F_rmdvrs_dsm');
const monitoring: readonly ParameterRow[] = [
  dsm(
    'block',
    bits(
      [
        'Camera covered',
        'Yawning',
        'Looking around',
        'Driver absent',
        'Smoking',
        'Phone call',
        'Eye mask',
        'Mouth mask',
      ],
      0xff,
    ),
    'dsm_behaviours',
    'Behaviours that are watched',
  ),
  dsm('block', sensitivity, 'dsm_sens', 'Sensitivity'),
  dsm('block', ignoredDriver, 'dsm_fatigueignore', 'One alarm in', { part: 'Fatigue' }),
  dsm('block', ignoredDriver, 'dsm_distractionignore', 'One alarm in', { part: 'Distraction' }),
  dsm('block', ignoredDriver, 'dsm_abnormalignore', 'One alarm in', { part: 'Driver abnormal' }),
  dsm('block', fourPoints(WHOLE_PICTURE), 'dsm_points', 'Corners around the driver'),
];

const bsd = rowsOf('bsd', 'F_rmdvrs_bsd');
const blindSpots: readonly ParameterRow[] = [
  bsd('block', fourPoints(BLIND_SPOT_LIMITS.left), 'bsd_left', 'Corners of the left blind spot'),
  bsd('block', fourPoints(BLIND_SPOT_LIMITS.right), 'bsd_right', 'Corners of the right blind spot'),
];

export const adasVendorParameters: readonly ParameterRow[] = [
  ...assistance,
  motovis('block', listOf(number(0, 65_535), 'Value'), 'MotovisAdas', 'Motovis ADAS'),
  ...monitoring,
  ...blindSpots,
];
