// The one table of device parameters. Codec, form, checks, raw list and reference page read it; a row that is added here is in all of them.
// What the standards have no id for is in parameter-vendor.ts: settings of the vendor block, for devices that say that they know it.
import {
  isStandardRow,
  isVendorRow,
  type ParameterOption,
  type ParameterPanel,
  type ParameterRow,
  parameterPanels,
  type StandardRow,
  type VendorRow,
} from './parameter.ts';
import {
  bits,
  DAY_S,
  fieldsOf,
  MAX_DOUBLE,
  MAX_WORD,
  metres,
  minutes,
  number,
  numbered,
  onOff,
  plate,
  rowsOf,
  seconds,
  select,
  text,
} from './parameter-rows.ts';
import { adasParameters, bsdParameters, dsmParameters, tyresParameters } from './parameter-safety.ts';
import { adasVendorParameters } from './parameter-adas.ts';
import { vendorParameters } from './parameter-vendor.ts';

/** Bits of an alarm report, section 13.2. */
const alarmBits = bits([
  'Emergency button',
  'Over speed',
  'Fatigue driving',
  'Danger warning',
  'GNSS module fault',
  'GNSS antenna open',
  'GNSS antenna short',
  'Main power low',
  'Main power lost',
  'Display fault',
  'Speech fault',
  'Camera fault',
  'Transport card fault',
  'Overspeed warning',
  'Fatigue warning',
  'Forbidden driving period',
  'Tyre pressure warning',
  'Right turn blind spot',
  'Driving time of the day exceeded',
  'Parked too long',
  'Area entered or left',
  'Route entered or left',
  'Time on a segment',
  'Off the route',
  'Speed sensor fault',
  'Fuel abnormal',
  'Vehicle stolen',
  'Illegal ignition',
  'Illegal movement',
  'Collision warning',
  'Rollover warning',
  'Illegal door opening',
]);

const onVehicle = rowsOf('general', 'F_rmdvrs_osd');
const general: readonly ParameterRow[] = [
  onVehicle([0x0080, 'D'], number(0, MAX_DOUBLE, '0.1 km'), 'general_odometer', 'Odometer'),
  onVehicle([0x0081, 'W'], number(0, MAX_WORD), 'general_province', 'Province number'),
  onVehicle([0x0082, 'W'], number(0, MAX_WORD), 'general_city', 'City number'),
  onVehicle(
    [0x0084, 'B'],
    select([0, 'No plate'], [1, 'Blue'], [2, 'Yellow'], [3, 'Black'], [4, 'White'], [5, 'Green'], [9, 'Other']),
    'general_platecolor',
    'Plate colour',
  ),
  rowsOf('general', 'F_rmdvrs_camera')([0x0070, 'D'], number(1, 10), 'general_quality', 'Picture quality (1 is best)'),
];

const av = fieldsOf(0x0075, [21, 21]);
const osd = rowsOf('preosd', 'F_rmdvrs_osd');
const onScreen: readonly ParameterRow[] = [
  osd([0x0083, 'STR'], plate, 'preosd_plate', 'Plate'),
  osd(av(18, 'W', 1), onOff, 'preosd_pl_en', 'Plate on the picture'),
  osd(av(18, 'W', 0), onOff, 'preosd_time', 'Date and time on the picture'),
  osd(av(18, 'W', 2), onOff, 'preosd_channel', 'Channel on the picture'),
  osd(av(18, 'W', 3), onOff, 'preosd_position', 'Position on the picture'),
  osd(av(18, 'W', 5), onOff, 'preosd_speed', 'Speed on the picture'),
  osd(av(18, 'W', 4), onOff, 'preosd_recspeed', 'Speed of the recorder on the picture'),
  osd(av(18, 'W', 6), onOff, 'preosd_driving', 'Driving time on the picture'),
];

const standardSizes: readonly ParameterOption[] = [
  [0, 'QCIF'],
  [1, 'CIF'],
  [2, 'WCIF'],
  [3, 'D1'],
  [4, 'WD1'],
  [5, '720P'],
  [6, '1080P'],
];
/** 360P and VGA are no sizes of JT/T 1078: 100 and 101 are of its numbers for vendors. */
const subSizes: readonly ParameterOption[] = [
  [1, 'CIF'],
  [100, '360P'],
  [101, 'VGA'],
  [5, '720P'],
];
const rateModes = select([0, 'Constant'], [1, 'Variable'], [2, 'Average']);
const encoding = rowsOf('enc', 'F_rmdvrs_encoding');
const main = { part: 'Main stream' };
const sub = { part: 'Sub-stream' };
const streams: readonly ParameterRow[] = [
  encoding(av(10, 'B'), select(...standardSizes), 'enc_size', 'Resolution', main),
  encoding(av(13, 'B'), number(1, 120, 'fps'), 'enc_fps', 'Frame rate', main),
  encoding(av(14, 'D'), number(1, 100_000, 'kbps'), 'enc_bit', 'Bit rate', main),
  encoding(av(9, 'B'), rateModes, 'enc_mode', 'Bit rate mode', main),
  encoding(av(11, 'W'), number(1, 1000), 'enc_key', 'Pictures between key pictures', main),
  encoding(av(1, 'B'), select(...subSizes), 'enc_sres', 'Resolution', sub),
  encoding(av(4, 'B'), number(1, 15, '1~15'), 'enc_sfps', 'Frame rate', sub),
  encoding(av(5, 'D'), number(16, 1024, '32~1024 kbps'), 'enc_sbit', 'Bit rate', sub),
  encoding(av(0, 'B'), rateModes, 'enc_smode', 'Bit rate mode', sub),
  encoding(av(2, 'W'), number(1, 1000), 'enc_skey', 'Pictures between key pictures', sub),
  encoding(av(20, 'B'), onOff, 'enc_reca', 'Sound', {}),
];
const alarmRecording = fieldsOf(0x0079, [3, 3]);
const special = { part: 'Special alarm recording' };
const recording: readonly ParameterRow[] = [
  encoding(alarmRecording(0, 'B'), number(1, 99, '%'), 'enc_alarmshare', 'Share of the storage', {
    ...special,
    factory: 20,
  }),
  encoding(alarmRecording(1, 'B'), number(1, 255, 'min'), 'enc_alarmlong', 'Longest recording', {
    ...special,
    factory: 5,
  }),
  encoding(alarmRecording(2, 'B'), number(0, 255, 'min'), 'enc_alarmbefore', 'Marked before the alarm', {
    ...special,
    factory: 1,
  }),
];

const alarms = rowsOf('sys', 'F_rmdvrs_alarms');
const system: readonly ParameterRow[] = [
  rowsOf('sys', 'F_rmdvrs_speedlimit')([0x0055, 'D'], number(0, 255, 'km/h'), 'sys_spdlimit', 'Speed limit'),
  rowsOf('sys', 'F_rmdvrs_osperiod')([0x0056, 'D'], seconds(DAY_S), 'sys_osperiod', 'Overspeed period'),
  rowsOf('sys', 'F_rmdvrs_speedlimit')(
    [0x005b, 'W'],
    number(0, MAX_WORD, '0.1 km/h'),
    'sys_spdwarn',
    'Warning before the speed limit',
  ),
  rowsOf('sys', 'F_rmdvrs_idleperiod')([0x005a, 'D'], seconds(), 'sys_idleperiod', 'Longest stop'),
  alarms([0x0057, 'D'], seconds(), 'sys_driving', 'Longest drive without a rest'),
  alarms([0x0058, 'D'], seconds(DAY_S), 'sys_drivingday', 'Longest driving time of a day'),
  alarms([0x0059, 'D'], seconds(DAY_S), 'sys_rest', 'Shortest rest'),
  alarms([0x005c, 'W'], seconds(MAX_WORD), 'sys_fatiguewarn', 'Warning before fatigue'),
  alarms([0x005d, 'W'], number(0, MAX_WORD), 'sys_collision', 'Collision: time and acceleration'),
  alarms([0x005e, 'W'], number(0, 180, '°'), 'sys_rollover', 'Rollover angle', { factory: 30 }),
  alarms([0x0031, 'W'], metres(MAX_WORD), 'sys_moveradius', 'Radius of illegal movement'),
  alarms({ id: 0x0032, wire: 'HM', at: 0, bytes: [4, 4] }, minutes, 'sys_forbidst', 'Forbidden to drive from'),
  alarms({ id: 0x0032, wire: 'HM', at: 2, bytes: [4, 4] }, minutes, 'sys_forbided', 'Forbidden to drive until'),
];

const network = rowsOf('net', 'F_rmdvrs_network');
const server = rowsOf('net', 'F_rmdvrs_server');
const server2 = rowsOf('net', 'F_rmdvrs_server2');
const heartbeat = rowsOf('net', 'F_rmdvrs_heartbeat');
const port = number(0, MAX_WORD);
const first = { part: 'Server' };
const second = { part: 'Second server' };
const HIDDEN = { secret: 'hidden' } as const;
const net: readonly ParameterRow[] = [
  heartbeat([0x0001, 'D'], { kind: 'slider', min: 1, max: 30, unit: 's' }, 'net_hbsec', 'Heartbeat'),
  server([0x0013, 'STR'], text(200), 'net_server', 'Address', first),
  server([0x0018, 'D'], port, 'net_port', 'TCP port', first),
  server([0x0019, 'D'], port, 'net_udpport', 'UDP port', first),
  server([0x0010, 'STR'], text(64), 'net_apn', 'APN', first),
  server([0x0011, 'STR'], text(64), 'net_user', 'Dial-up user', { ...first, secret: 'unlogged' }),
  server([0x0012, 'STR'], text(64), 'net_pass', 'Dial-up password', { ...first, ...HIDDEN }),
  server2([0x0017, 'STR'], text(200), 'net_2ndserver', 'Address', second),
  server2([0x0014, 'STR'], text(64), 'net_2ndapn', 'APN', second),
  server2([0x0015, 'STR'], text(64), 'net_2nduser', 'Dial-up user', { ...second, secret: 'unlogged' }),
  server2([0x0016, 'STR'], text(64), 'net_2ndpass', 'Dial-up password', { ...second, ...HIDDEN }),
  network([0x0002, 'D'], seconds(3600), 'net_tcpwait', 'Wait for an answer over TCP'),
  network([0x0003, 'D'], number(0, 255), 'net_tcpagain', 'Repeats over TCP'),
  network([0x0004, 'D'], seconds(3600), 'net_udpwait', 'Wait for an answer over UDP'),
  network([0x0005, 'D'], number(0, 255), 'net_udpagain', 'Repeats over UDP'),
];

const report = rowsOf('reports', 'F_rmdvrs_network');
const reports: readonly ParameterRow[] = [
  report([0x0020, 'D'], select([0, 'By time'], [1, 'By distance'], [2, 'By both']), 'report_by', 'Reports come'),
  report(
    [0x0021, 'D'],
    select([0, 'By ignition'], [1, 'By driver and ignition']),
    'report_plan',
    'Which interval counts goes',
  ),
  report([0x0029, 'D'], seconds(DAY_S), 'report_interval', 'Interval'),
  report([0x0027, 'D'], seconds(DAY_S), 'report_asleep', 'Interval asleep'),
  report([0x0028, 'D'], seconds(DAY_S), 'report_emergency', 'Interval in an emergency'),
  report([0x0022, 'D'], seconds(DAY_S), 'report_nodriver', 'Interval without a driver'),
  report([0x002c, 'D'], metres(), 'report_distance', 'Distance'),
  report([0x002e, 'D'], metres(), 'report_distanceasleep', 'Distance asleep'),
  report([0x002f, 'D'], metres(), 'report_distanceemergency', 'Distance in an emergency'),
  report([0x002d, 'D'], metres(), 'report_distancenodriver', 'Distance without a driver'),
  report([0x0030, 'D'], number(0, 179, '°'), 'report_angle', 'Angle of a turn'),
];

const event = rowsOf('event', 'F_rmdvrs_alarms');
const events: readonly ParameterRow[] = [
  event([0x0050, 'D'], alarmBits, 'event_mask', 'Alarms that are held back'),
  event([0x0054, 'D'], alarmBits, 'event_key', 'Alarms repeated until answered'),
  event([0x0052, 'D'], alarmBits, 'event_photo', 'Alarms that take a photo'),
  event([0x0053, 'D'], alarmBits, 'event_photostore', 'Alarms whose photo stays on the device'),
  event([0x0051, 'D'], alarmBits, 'event_sms', 'Alarms that send a text message'),
  event(
    [0x007a, 'D'],
    bits([
      'Video signal lost',
      'Camera covered',
      'Storage fault',
      'Other video fault',
      'Overcrowded',
      'Abnormal driving',
      'Alarm recordings full',
    ]),
    'event_videomask',
    'Video alarms that are held back',
  ),
];

const camera = rowsOf('cam', 'F_rmdvrs_camera');
const photoOf = bits([...numbered('Camera', 5), '', '', '', ...numbered('Upload of camera', 5)]);
const cam: readonly ParameterRow[] = [
  camera([0x0071, 'D'], number(0, 255), 'cam_brightness', 'Brightness'),
  camera([0x0072, 'D'], number(0, 127), 'cam_contrast', 'Contrast'),
  camera([0x0073, 'D'], number(0, 127), 'cam_saturation', 'Saturation'),
  camera([0x0074, 'D'], number(0, 255), 'cam_chroma', 'Chroma'),
  camera([0x0064, 'D'], photoOf, 'cam_timedphotos', 'Photos by time'),
  camera([0x0065, 'D'], photoOf, 'cam_distancephotos', 'Photos by distance'),
];

const sleepField = fieldsOf(0x007c, [20, 20]);
const sleepRow = rowsOf('sleep', 'F_rmdvrs_accoff');
const BYTE = 0xff;
const sleep: readonly ParameterRow[] = [
  sleepRow(sleepField(0, 'B'), bits(['By condition', 'By time', 'By hand'], BYTE), 'sleep_mode', 'Wakes up'),
  sleepRow(
    sleepField(1, 'B'),
    bits(['Emergency button', 'Collision or rollover', 'Door opened'], BYTE),
    'sleep_condition',
    'Conditions',
  ),
  sleepRow(
    sleepField(2, 'B'),
    bits(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'], BYTE),
    'sleep_days',
    'Days',
  ),
  sleepRow(sleepField(3, 'B'), bits(numbered('Period', 4), BYTE), 'sleep_periods', 'Periods'),
  ...[1, 2, 3, 4].flatMap((period) => [
    sleepRow(sleepField(period * 4, 'BCD'), minutes, `sleep_wake${period}`, 'Wakes at', { part: `Period ${period}` }),
    sleepRow(sleepField(period * 4 + 2, 'BCD'), minutes, `sleep_sleep${period}`, 'Sleeps at', {
      part: `Period ${period}`,
    }),
  ]),
];

const phoneRow = rowsOf('phone', 'F_rmdvrs_network');
const PRIVATE = { secret: 'unlogged' } as const;
const phone: readonly ParameterRow[] = [
  phoneRow([0x0040, 'STR'], text(32), 'phone_platform', 'Number of the platform', PRIVATE),
  phoneRow([0x0041, 'STR'], text(32), 'phone_reset', 'Number that restarts the device', PRIVATE),
  phoneRow([0x0042, 'STR'], text(32), 'phone_factory', 'Number that restores the device', PRIVATE),
  phoneRow([0x0043, 'STR'], text(32), 'phone_sms', 'Text messages of the platform', PRIVATE),
  phoneRow([0x0044, 'STR'], text(32), 'phone_alarmsms', 'Text messages of alarms go to', PRIVATE),
  phoneRow([0x0048, 'STR'], text(32), 'phone_listen', 'Number that listens in', PRIVATE),
  phoneRow([0x0049, 'STR'], text(32), 'phone_privileged', 'Text messages that may set the device', PRIVATE),
  phoneRow([0x0045, 'D'], select([0, 'Always'], [1, 'With ignition on']), 'phone_answer', 'Answers by itself'),
  phoneRow([0x0046, 'D'], seconds(), 'phone_longest', 'Longest call'),
  phoneRow([0x0047, 'D'], seconds(), 'phone_month', 'Longest calls of a month'),
];

const gnssRow = rowsOf('gnss', 'F_rmdvrs_network');
const canRow = rowsOf('gnss', 'F_rmdvrs_signals');
const gnss: readonly ParameterRow[] = [
  gnssRow([0x0090, 'B'], bits(['GPS', 'BeiDou', 'GLONASS', 'Galileo'], BYTE), 'gnss_systems', 'Satellite systems'),
  gnssRow(
    [0x0091, 'B'],
    select([0, '4800'], [1, '9600'], [2, '19200'], [3, '38400'], [4, '57600'], [5, '115200']),
    'gnss_baud',
    'Baud rate of the receiver',
  ),
  gnssRow(
    [0x0092, 'B'],
    select([0, '500 ms'], [1, '1 s'], [2, '2 s'], [3, '3 s'], [4, '4 s']),
    'gnss_rate',
    'Output of the receiver',
  ),
  gnssRow([0x0093, 'D'], seconds(DAY_S), 'gnss_collect', 'Collects every', { factory: 1 }),
  gnssRow(
    [0x0094, 'B'],
    select(
      [0, 'Off'],
      [1, 'By time'],
      [2, 'By distance'],
      [11, 'By time, gathered'],
      [12, 'By distance, gathered'],
      [13, 'By number'],
    ),
    'gnss_upload',
    'Sends what it collected',
  ),
  gnssRow([0x0095, 'D'], number(0, MAX_DOUBLE), 'gnss_uploadafter', 'after so many seconds, metres or items'),
  canRow([0x0100, 'D'], number(0, MAX_DOUBLE, 'ms'), 'can_1collect', 'Collects every', { part: 'CAN 1' }),
  canRow([0x0101, 'W'], seconds(MAX_WORD), 'can_1upload', 'Sends every', { part: 'CAN 1' }),
  canRow([0x0102, 'D'], number(0, MAX_DOUBLE, 'ms'), 'can_2collect', 'Collects every', { part: 'CAN 2' }),
  canRow([0x0103, 'W'], seconds(MAX_WORD), 'can_2upload', 'Sends every', { part: 'CAN 2' }),
];

const standard: readonly ParameterRow[] = [
  ...general,
  ...onScreen,
  ...streams,
  ...recording,
  ...system,
  ...net,
  ...reports,
  ...events,
  ...adasParameters,
  ...dsmParameters,
  ...bsdParameters,
  ...tyresParameters,
  ...cam,
  ...sleep,
  ...phone,
  ...gnss,
];
const all = [...standard, ...vendorParameters, ...adasVendorParameters];

/** What is part of one thing stands together, where the first of it stood. */
const joined = (rows: readonly ParameterRow[]): ParameterRow[] =>
  rows.flatMap((row, index) => {
    if (row.part === undefined) return [row];
    const same = rows.filter(({ part }) => part === row.part);
    return rows.indexOf(same[0] ?? row) === index ? same : [];
  });

/** In the order of the panels; in each what the standards have comes first. */
export const parameterTable: readonly ParameterRow[] = parameterPanels.flatMap((panel) =>
  joined(all.filter((row) => row.panel === panel)),
);

const byKey: ReadonlyMap<string, ParameterRow> = new Map(parameterTable.map((row) => [row.key, row]));
const byId: ReadonlyMap<number, readonly StandardRow[]> = Map.groupBy(
  parameterTable.filter(isStandardRow),
  ({ place }) => place.id,
);

export const parameterOf = (key: string): ParameterRow | undefined => byKey.get(key);
/** What lies in one parameter of the wire: one row for a whole value, several for fields. */
export const parametersOfId = (id: number): readonly StandardRow[] => byId.get(id) ?? [];
/** What lies in the vendor block. */
export const vendorRows: readonly VendorRow[] = parameterTable.filter(isVendorRow);
export const parametersOfPanel = (panel: ParameterPanel): readonly ParameterRow[] =>
  parameterTable.filter((row) => row.panel === panel);

/** The English key of each panel's name. */
export const parameterPanelNames: Readonly<Record<(typeof parameterPanels)[number], string>> = {
  general: 'General',
  gsensor: 'G-sensor',
  preosd: 'Text on the picture',
  enc: 'Streams and recording',
  sys: 'System',
  net: 'Network',
  reports: 'Position reports',
  event: 'Events and alarms',
  adas: 'Driver assistance',
  dsm: 'Driver monitoring',
  bsd: 'Blind spots',
  tyres: 'Tyres',
  cam: 'Camera',
  sleep: 'Sleep and waking up',
  phone: 'Phone and text messages',
  gnss: 'Satellites and CAN',
};
