// The rows that only the vendor block has, for devices that say that they know it. Each has its setting in packages/jt808 vendor-settings.ts, of
// the same name, type and bounds (a test of the gateway compares them). Part of parameter-table.ts.
import type { ItemControl, ParameterControl, ParameterOption, ParameterPanel, ParameterRow } from './parameter.ts';
import { bits, eachCamera, MAX_DOUBLE, number, numbered, onOff, rowsOf, select, text } from './parameter-rows.ts';

const HALF_HOUR_S = 1800;
const HALF_DAY_S = 43_200;
const twoDigits = (value: number): string => String(value).padStart(2, '0');
const zoneName = (seconds: number): string => {
  const minutes = Math.abs(seconds) / 60;
  return `UTC${seconds < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
};
/** Nepal and some islands lie at quarters of an hour. */
const QUARTER_ZONES = [20_700, 31_500];
const zones: readonly ParameterOption[] = [
  ...Array.from({ length: (2 * HALF_DAY_S) / HALF_HOUR_S + 1 }, (_, i) => i * HALF_HOUR_S - HALF_DAY_S),
  ...QUARTER_ZONES,
]
  .toSorted((one, other) => one - other)
  .map((seconds) => [seconds, zoneName(seconds)]);

const push: ItemControl = { kind: 'slider', min: 0, max: 512, unit: '', hint: 'strong' };
const gsensor = rowsOf('gsensor', 'F_rmdvrs_gsensor');
const shock: readonly ParameterRow[] = [
  gsensor('block', onOff, 'g_sensor_en', 'Pushes are measured'),
  gsensor('block', push, 'g_sensor_x', 'Axis X'),
  gsensor('block', push, 'g_sensor_y', 'Axis Y'),
  gsensor('block', push, 'g_sensor_z', 'Axis Z'),
];

const osd = rowsOf('preosd', 'F_rmdvrs_osd');
const onScreen: readonly ParameterRow[] = [
  osd('block', eachCamera(text(12)), 'preosd_chname', 'Name of the channel'),
  osd('block', { kind: 'text', most: 15, alphanumeric: true }, 'preosd_driver', 'Driver'),
  osd('block', onOff, 'preosd_region2en', 'Second text area'),
];

const encoding = rowsOf('enc', 'F_rmdvrs_encoding');
const sound: readonly ParameterRow[] = [
  encoding('block', number(0, 100, '%'), 'enc_aig', 'Volume of the microphones'),
  encoding('block', number(0, 100, '%'), 'enc_aog', 'Volume of the loudspeaker'),
];

const degrees: ItemControl = { kind: 'temperature', min: -500, max: 1500 };
const level = select([0, 'Low'], [1, 'High']);
const signal = rowsOf('sys', 'F_rmdvrs_signals');
const speedSource = rowsOf('sys', 'F_rmdvrs_speedsource');
const temperature = rowsOf('sys', 'F_rmdvrs_temperature');
/** What its own monitor shows: each camera alone, or two, four and eight of them side by side. */
const monitorModes = [1, 2, 4, 8].flatMap((pictures) =>
  Array.from({ length: 8 / pictures }, (_, i) => {
    const [first, last] = [i * pictures + 1, (i + 1) * pictures];
    return {
      value: pictures * 10 + first,
      name: pictures === 1 ? `Camera ${first}` : `Cameras ${first}–${last}`,
      last,
    };
  }),
);
const system: readonly ParameterRow[] = [
  rowsOf('sys', 'F_rmdvrs_timezone')('block', select(...zones), 'sys_tz', 'Time zone'),
  rowsOf('sys', 'F_rmdvrs_dst')('block', { kind: 'days' }, 'sys_dst', 'Daylight saving time'),
  rowsOf('sys', 'F_rmdvrs_accoff')(
    'block',
    { kind: 'number', min: -1, max: 86_400, unit: '-1~86400 s', clamped: true },
    'sys_accoffsec',
    'On after ignition off',
  ),
  rowsOf('sys', 'F_rmdvrs_voltage')('block', number(0, 600, '0.1 V'), 'sys_workvoltage', 'Lowest supply voltage'),
  rowsOf('sys', 'F_rmdvrs_dualsd')('block', onOff, 'sys_dualsdextend', 'Both cards as one'),
  speedSource('block', select([0, 'Satellites'], [1, 'Pulses of the vehicle']), 'sys_spden', 'Source of the speed'),
  speedSource('block', number(1, 65_535), 'sys_spdparam', 'Pulses per kilometre'),
  rowsOf('sys', 'F_rmdvrs_gguard')('block', onOff, 'sys_gguard', 'Guard while parked'),
  temperature('block', degrees, 'sys_temper', 'Temperature: lower limit'),
  temperature('block', degrees, 'sys_tempul', 'Temperature: upper limit'),
  signal('block', level, 'sys_eisp', 'Emergency input: active level'),
  signal('block', level, 'sys_edsp', 'Door input: active level'),
  signal('block', onOff, 'sys_turn', 'Turn signals are told'),
  rowsOf('sys', 'F_rmdvrs_livemode')(
    'block',
    {
      kind: 'select',
      options: monitorModes.map(({ value, name }) => [value, name]),
      cameras: monitorModes.map(({ last }) => last),
    },
    'sys_livemode',
    'Pictures on the monitor',
  ),
];

const wifi = rowsOf('net', 'F_rmdvrs_wifi');
const second = rowsOf('net', 'F_rmdvrs_server2');
const ftp = rowsOf('net', 'F_rmdvrs_ftp');
const onlineHours = rowsOf('net', 'F_rmdvrs_online');
const time: ItemControl = { kind: 'time' };
const wifiPart = { part: 'Wi-Fi' };
const secondPart = { part: 'Second server' };
const ftpPart = { part: 'FTP server' };
const onlinePart = { part: 'Online' };
const network: readonly ParameterRow[] = [
  wifi('block', text(32), 'net_wfssid', 'Network name', wifiPart),
  wifi('block', text(63), 'net_wfpwd', 'Password', { ...wifiPart, secret: 'hidden' }),
  second('block', onOff, 'net_2nden', 'Used', secondPart),
  second('block', number(1, 30, 's'), 'net_2ndhb', 'Heartbeat', secondPart),
  ftp('block', onOff, 'net_ftpen', 'Used', ftpPart),
  ftp('block', text(200), 'net_ftpserver', 'Address', ftpPart),
  ftp('block', text(64), 'net_ftplogin', 'User and password', { ...ftpPart, secret: 'hidden' }),
  ftp('block', bits(numbered('Camera', 8), 0xff), 'net_ftpch', 'Cameras', ftpPart),
  ftp('block', number(0, 86_400, 's'), 'net_ftpsec', 'Interval', ftpPart),
  onlineHours('block', time, 'net_onlinest', 'From', onlinePart),
  onlineHours('block', time, 'net_onlineed', 'Until', onlinePart),
];

const camera = rowsOf('cam', 'F_rmdvrs_camera');
const cameras: readonly ParameterRow[] = [
  camera('block', eachCamera(onOff), 'cam_rec', 'Recording'),
  camera('block', eachCamera(onOff), 'cam_mirror', 'Mirrored'),
  camera(
    'block',
    eachCamera(select([0, 'Ahead'], [1, 'Behind'], [2, 'Left'], [3, 'Right'], [4, 'Driver'], [5, 'Inside'])),
    'cam_campos',
    'Position',
  ),
];

const CAMERAS_OF_ALARMS = 8;
const shown: ItemControl = {
  kind: 'bits',
  max: MAX_DOUBLE,
  names: [
    'Emergency button',
    'Over speed',
    'Collision',
    'Main power lost',
    ...numbered('Video signal lost', CAMERAS_OF_ALARMS),
    ...numbered('Motion', CAMERAS_OF_ALARMS),
  ],
  cameras: [
    0,
    0,
    0,
    0,
    ...Array.from({ length: CAMERAS_OF_ALARMS }, (_, i) => i + 1),
    ...Array.from({ length: CAMERAS_OF_ALARMS }, (_, i) => i + 1),
  ],
};
const COMBINATIONS = 4;
const priorities = select(
  [1, 'Level 1 (pri1)'],
  [2, 'Level 2 (pri2)'],
  [3, 'Level 3 (pri3)'],
  [4, 'Level 4 (pri4)'],
  [5, 'Level 5 (pri5)'],
  [6, 'Level 6 (pri6)'],
);
const combined = (of: ItemControl, unique?: true): ParameterControl => ({
  kind: 'each',
  of,
  count: COMBINATIONS,
  name: 'Combination',
  ...(unique && { unique }),
});
const combinable = select(
  [0, 'None'],
  ...[
    'Emergency button',
    'Over speed',
    'Collision',
    'Main power lost',
    'Video signal lost',
    'Motion',
    'Door',
    'Turn signal',
  ].map((name, i): ParameterOption => [i + 1, name]),
);
const alarm = rowsOf('event', 'F_rmdvrs_alarms');
const combo = rowsOf('event', 'F_rmdvrs_comboalarms');
const events: readonly ParameterRow[] = [
  alarm('block', shown, 'event_almshow', 'Alarms on the monitor'),
  alarm('block', shown, 'event_almpush', 'Alarms that are sent'),
  alarm('block', priorities, 'event_almpri', 'Priority of alarms'),
  combo('block', combined(combinable, true), 'event_comalmno', 'Combined alarms: what is combined'),
  combo(
    'block',
    bits(numbered('Combination', COMBINATIONS), 0x0f),
    'event_comalmshow',
    'Combined alarms: on the monitor',
  ),
  combo('block', combined(priorities), 'event_comalmpri', 'Combined alarms: priority'),
  rowsOf('event', 'F_rmdvrs_motion')('block', eachCamera(onOff), 'event_mden', 'Motion is an alarm'),
];

export const vendorParameters: readonly ParameterRow[] = [
  ...shock,
  ...onScreen,
  ...sound,
  ...system,
  ...network,
  ...cameras,
  ...events,
];

/** Values that belong together, set with one press. */
export type ParameterPreset = {
  readonly panel: ParameterPanel;
  readonly name: string;
  readonly values: Readonly<Record<string, number>>;
};
const pushes = (name: string, [x, y, z]: readonly [number, number, number]): ParameterPreset => ({
  panel: 'gsensor',
  name,
  values: { g_sensor_x: x, g_sensor_y: y, g_sensor_z: z },
});
export const parameterPresets: readonly ParameterPreset[] = [
  pushes('Car', [77, 102, 128]),
  pushes('Bus', [77, 77, 154]),
  pushes('Truck', [384, 384, 435]),
];
