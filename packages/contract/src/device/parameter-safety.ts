// The rows of active safety: driver assistance, driver monitoring, blind spots, tyres. Section 10 of the extension. Part of parameter-table.ts.
import type { ItemControl, ParameterPlace, ParameterRow } from './parameter.ts';
import { fieldsOf, MAX_DOUBLE, MAX_WORD, metres, number, rowsOf, seconds, select } from './parameter-rows.ts';

const pairs = (names: readonly string[]): string[] => names.flatMap((name) => [`${name} 1`, `${name} 2`]);
const levels = (names: readonly string[]): ItemControl => ({ kind: 'bits', names, max: MAX_DOUBLE, levels: true });
/** The standard goes to 220; driver assistance is set from 0 to 100. */
const LEVEL_KMH = { assistance: 100, driver: 220 } as const;
const tenths = (min: number, max: number): ItemControl => number(min, max, '0.1 s');
/** Level speed, video, photos and their spacing stand behind each other for each kind of alarm. */
type Field = (at: number, wire: ParameterPlace['wire']) => ParameterPlace;
type MakeRow = ReturnType<typeof rowsOf>;
type Alarm = { row: MakeRow; at: Field; mostKmh: number };
const alarmRows = ({ row, at, mostKmh }: Alarm, from: number, key: string, part: string): ParameterRow[] => [
  row(at(from, 'B'), number(0, mostKmh, 'km/h'), `${key}speed`, 'Level speed', { part, factory: 50 }),
  row(at(from + 1, 'B'), seconds(60), `${key}video`, 'Video before and after', { part, factory: 5 }),
  row(at(from + 2, 'B'), number(0, 10), `${key}photos`, 'Photos', { part, factory: 3 }),
  row(at(from + 3, 'B'), tenths(1, 10), `${key}spacing`, 'Time between photos', { part, factory: 2 }),
];
const photoSizes = select(
  [1, '352x288'],
  [2, '704x288'],
  [3, '704x576'],
  [4, '640x480'],
  [5, '1280x720'],
  [6, '1920x1080'],
);
const videoSizes = select([1, 'CIF'], [2, 'HD1'], [3, 'D1'], [4, 'WD1'], [5, 'VGA'], [6, '720P'], [7, '1080P']);
/** What both camera units begin with, section 10.1. */
const cameraHead = (row: MakeRow, at: Field, key: string, photoS: readonly [number, number]): ParameterRow[] => [
  row(at(0, 'B'), number(0, 60, 'km/h'), `${key}_speed`, 'Alarms from this speed', { factory: 30 }),
  row(at(1, 'B'), number(0, 8), `${key}_volume`, 'Volume', { factory: 6 }),
  row(
    at(2, 'B'),
    select([0, 'Off'], [1, 'By time'], [2, 'By distance'], [3, 'By driver card']),
    `${key}_photoby`,
    'Photos by themselves',
    { factory: 0 },
  ),
  row(at(3, 'W'), number(photoS[0], photoS[1], 's'), `${key}_photosec`, 'Photo interval'),
  row(at(5, 'W'), metres(60_000), `${key}_photometre`, 'Photo distance', { factory: 200 }),
  row(at(7, 'B'), number(1, 10), `${key}_photocount`, 'Photos at a time', { factory: 3 }),
  row(at(8, 'B'), tenths(1, 5), `${key}_photospacing`, 'Time between photos', { factory: 2 }),
  row(at(9, 'B'), photoSizes, `${key}_photosize`, 'Photo resolution'),
  row(at(10, 'B'), videoSizes, `${key}_videosize`, 'Video resolution'),
];

const adasField = fieldsOf(0xf364, [52, 255]);
const adasRow = rowsOf('adas', 'F_rmdvrs_adas');
const assistance = { row: adasRow, at: adasField, mostKmh: LEVEL_KMH.assistance };
const collision = { part: 'Forward collision' };
const walker = { part: 'Pedestrian' };
const headway = { part: 'Headway' };
const changing = { part: 'Frequent lane change' };
const obstacle = { part: 'Obstacle' };
export const adasParameters: readonly ParameterRow[] = [
  adasRow(
    adasField(11, 'D'),
    levels([
      ...pairs(['Obstacle', 'Frequent lane change', 'Lane departure', 'Forward collision', 'Pedestrian', 'Headway']),
      '',
      '',
      '',
      '',
      'Road sign limit',
    ]),
    'event_adasen',
    'Alarms of the driver assistance',
  ),
  ...cameraHead(adasRow, adasField, 'adas', [0, 3600]),
  adasRow(adasField(35, 'B'), tenths(10, 50), 'adas_fcwtime', 'Time to the collision', { ...collision, factory: 27 }),
  ...alarmRows(assistance, 36, 'adas_fcw', 'Forward collision'),
  adasRow(adasField(40, 'B'), tenths(10, 50), 'adas_pcwtime', 'Time to the collision', { ...walker, factory: 30 }),
  adasRow(adasField(41, 'B'), number(7, 100, 'km/h'), 'adas_pcwspeed', 'Only below this speed', {
    ...walker,
    factory: 50,
  }),
  adasRow(adasField(45, 'B'), tenths(10, 50), 'adas_headway', 'Time to the vehicle ahead', { ...headway, factory: 10 }),
  ...alarmRows(assistance, 46, 'adas_headway', 'Headway'),
  ...alarmRows(assistance, 31, 'adas_lane', 'Lane departure'),
  adasRow(adasField(25, 'B'), number(30, 120, 's'), 'adas_changewindow', 'Within', { ...changing, factory: 60 }),
  adasRow(adasField(26, 'B'), number(3, 10), 'adas_changecount', 'Lane changes', { ...changing, factory: 5 }),
  ...alarmRows(assistance, 27, 'adas_change', 'Frequent lane change'),
  adasRow(adasField(20, 'B'), tenths(10, 50), 'adas_obstacledistance', 'Time to the obstacle', {
    ...obstacle,
    factory: 30,
  }),
  ...alarmRows(assistance, 21, 'adas_obstacle', 'Obstacle'),
];

const dsmField = fieldsOf(0xf365, [49, 255]);
const dsmRow = rowsOf('dsm', 'F_rmdvrs_dsm');
const monitoring = { row: dsmRow, at: dsmField, mostKmh: LEVEL_KMH.driver };
export const dsmParameters: readonly ParameterRow[] = [
  dsmRow(
    dsmField(11, 'D'),
    levels(pairs(['Fatigue', 'Phone', 'Smoking', 'Distraction', 'Driver abnormal'])),
    'event_dsmen',
    'Alarms of the driver monitoring',
  ),
  ...cameraHead(dsmRow, dsmField, 'dsm', [60, 60_000]),
  ...alarmRows(monitoring, 26, 'dsm_fatigue', 'Fatigue'),
  dsmRow(dsmField(21, 'W'), seconds(3600), 'dsm_phoneinterval', 'One alarm in', { part: 'Phone', factory: 120 }),
  ...alarmRows(monitoring, 30, 'dsm_phone', 'Phone'),
  dsmRow(dsmField(19, 'W'), seconds(3600), 'dsm_smokinginterval', 'One alarm in', { part: 'Smoking', factory: 180 }),
  ...alarmRows(monitoring, 34, 'dsm_smoking', 'Smoking'),
  ...alarmRows(monitoring, 38, 'dsm_distraction', 'Distraction'),
  ...alarmRows(monitoring, 42, 'dsm_abnormal', 'Driver abnormal'),
  dsmRow(
    dsmField(46, 'B'),
    select([0, 'Off'], [1, 'By time'], [2, 'By distance'], [3, 'By driver card']),
    'dsm_identify',
    'Driver recognition',
    { factory: 1 },
  ),
  dsmRow({ id: 0x007b, wire: 'B', at: 0, bytes: [2, 2] }, number(0, 255), 'dsm_capacity', 'Passenger capacity'),
  dsmRow({ id: 0x007b, wire: 'B', at: 1, bytes: [2, 2] }, number(0, 255), 'dsm_threshold', 'Fatigue threshold'),
];

const bsdField = fieldsOf(0xf367, [2, 2]);
const bsdRow = rowsOf('bsd', 'F_rmdvrs_bsd');
export const bsdParameters: readonly ParameterRow[] = [
  bsdRow(bsdField(0, 'B'), number(1, 10, 's'), 'bsd_rear', 'Behind: time to the collision', { factory: 2 }),
  bsdRow(bsdField(1, 'B'), number(1, 10, 's'), 'bsd_side', 'Behind at the side: time to the collision', {
    factory: 2,
  }),
];

const tyreField = fieldsOf(0xf366, [36, 36]);
const tyre = rowsOf('tyres', 'F_rmdvrs_alarms');
const percent = number(0, 100, '%');
const pressure = number(0, MAX_WORD - 1);
export const tyresParameters: readonly ParameterRow[] = [
  tyre(
    tyreField(12, 'W'),
    select([0, 'kg/cm²'], [1, 'bar'], [2, 'kPa'], [3, 'psi']),
    'tyre_unit',
    'Unit of the pressure',
    {
      factory: 3,
    },
  ),
  tyre(tyreField(14, 'W'), pressure, 'tyre_normal', 'Normal pressure', { factory: 140 }),
  tyre(tyreField(20, 'W'), pressure, 'tyre_low', 'Low pressure', { factory: 110 }),
  tyre(tyreField(22, 'W'), pressure, 'tyre_high', 'High pressure', { factory: 189 }),
  tyre(tyreField(16, 'W'), percent, 'tyre_imbalance', 'Difference of the tyres', { factory: 20 }),
  tyre(tyreField(18, 'W'), percent, 'tyre_leak', 'Slow leak', { factory: 5 }),
  tyre(tyreField(24, 'W'), number(0, 200, '°C'), 'tyre_hot', 'Hot from', { factory: 80 }),
  tyre(tyreField(26, 'W'), percent, 'tyre_battery', 'Low battery of a sensor', { factory: 10 }),
  tyre(tyreField(28, 'W'), seconds(3600), 'tyre_interval', 'Report interval of the tyres', { factory: 60 }),
];
