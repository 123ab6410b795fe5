// The settings of the vendor block (vendor-block.ts): name, what it holds, its bounds, what it is from the factory and what a recorder does
// with it. Those of driver assistance and monitoring are in vendor-settings-adas.ts. docs/reference/vendor-block.md is made from it.
import { ADAS_SETTINGS } from './vendor-settings-adas.ts';

/**
 * As JSON. `of` is the type; a list has one value for each camera, or as `count` says. `factory` is that of one entry where it is a list. What
 * a recorder does not do it does not name in its answer to `hello`.
 */
export const VENDOR_SETTINGS = [
  {
    name: 'sys_tz',
    of: 'number',
    low: -43_200,
    high: 43_200,
    factory: 28_800,
    does: 'seconds east of UTC of times in the picture and in the log',
  },
  {
    name: 'sys_dst',
    of: 'text',
    most: 21,
    factory: '',
    does: 'first and last day of daylight saving, yyyy-mm-dd/yyyy-mm-dd: an hour more in the picture and in the log',
  },
  {
    name: 'sys_accoffsec',
    of: 'number',
    low: -1,
    high: 86_400,
    factory: -1,
    does: 'seconds after ignition off until the recorder goes off line; -1: never',
  },
  {
    name: 'sys_workvoltage',
    of: 'number',
    low: 0,
    high: 600,
    factory: 0,
    does: 'tenths of a volt: below it main power is low (alarm bit 7)',
  },
  {
    name: 'sys_dualsdextend',
    of: 'boolean',
    factory: false,
    does: 'the second card is written after the first: twice the room',
  },
  {
    name: 'sys_spden',
    of: 'number',
    low: 0,
    high: 1,
    factory: 0,
    does: 'speed comes from 0 satellites, 1 pulses of the vehicle',
  },
  { name: 'sys_spdparam', of: 'number', low: 1, high: 65_535, factory: 3600, does: 'pulses of a kilometre' },
  { name: 'sys_gguard', of: 'boolean', factory: false, does: 'a push while it is parked is an alarm' },
  {
    name: 'sys_temper',
    of: 'number',
    low: -500,
    high: 1500,
    factory: -300,
    does: 'tenths of a degree: colder is an alarm of its own',
  },
  {
    name: 'sys_tempul',
    of: 'number',
    low: -500,
    high: 1500,
    factory: 700,
    does: 'tenths of a degree: warmer is an alarm of its own',
  },
  {
    name: 'sys_eisp',
    of: 'number',
    low: 0,
    high: 1,
    factory: 0,
    does: 'the emergency input is active when 0 low, 1 high',
  },
  { name: 'sys_edsp', of: 'number', low: 0, high: 1, factory: 0, does: 'the door input is active when 0 low, 1 high' },
  { name: 'sys_turn', of: 'boolean', factory: true, does: 'turn signals are told in item 0x25' },
  {
    name: 'sys_livemode',
    of: 'number',
    low: 11,
    high: 81,
    factory: 11,
    does: 'what its monitor shows: how many pictures side by side (1, 2, 4, 8) times ten, and the first of their cameras',
  },
  { name: 'g_sensor_en', of: 'boolean', factory: true, does: 'pushes are measured' },
  { name: 'g_sensor_x', of: 'number', low: 0, high: 512, factory: 77, does: 'push along the vehicle that is an alarm' },
  { name: 'g_sensor_y', of: 'number', low: 0, high: 512, factory: 102, does: 'push across it' },
  { name: 'g_sensor_z', of: 'number', low: 0, high: 512, factory: 128, does: 'push upwards' },
  { name: 'enc_aig', of: 'number', low: 0, high: 100, factory: 50, does: 'volume of the microphones, per cent' },
  { name: 'enc_aog', of: 'number', low: 0, high: 100, factory: 50, does: 'volume of the loudspeaker, per cent' },
  { name: 'net_wfssid', of: 'text', most: 32, factory: '', does: 'name of the Wi-Fi network' },
  { name: 'net_wfpwd', of: 'text', most: 63, factory: '', does: 'its password' },
  {
    name: 'net_2nden',
    of: 'boolean',
    factory: false,
    does: 'a second server (parameter 0x0017) is dialled beside the first',
  },
  { name: 'net_2ndhb', of: 'number', low: 1, high: 30, factory: 30, does: 'seconds between heartbeats there' },
  { name: 'net_ftpen', of: 'boolean', factory: false, does: 'pictures are put on an FTP server' },
  { name: 'net_ftpserver', of: 'text', most: 200, factory: '', does: 'its address, host:port' },
  { name: 'net_ftplogin', of: 'text', most: 64, factory: '', does: 'user:password' },
  { name: 'net_ftpch', of: 'number', low: 0, high: 255, factory: 1, does: 'cameras, one a bit' },
  { name: 'net_ftpsec', of: 'number', low: 0, high: 86_400, factory: 60, does: 'seconds between pictures' },
  {
    name: 'net_onlinest',
    of: 'text',
    most: 8,
    factory: '00:00:00',
    does: 'from when on it is on line each day, hh:mm:ss',
  },
  { name: 'net_onlineed', of: 'text', most: 8, factory: '23:59:59', does: 'until when' },
  { name: 'cam_mirror', of: 'list of boolean', factory: false, does: 'the picture is mirrored from left to right' },
  { name: 'cam_rec', of: 'list of boolean', factory: true, does: 'the camera is recorded' },
  {
    name: 'cam_campos',
    of: 'list of number',
    low: 0,
    high: 5,
    factory: 0,
    does: 'where it looks: 0 ahead, 1 behind, 2 left, 3 right, 4 driver, 5 inside',
  },
  {
    name: 'preosd_chname',
    of: 'list of text',
    most: 12,
    factory: '',
    does: 'names of the cameras as the picture shows them',
  },
  { name: 'preosd_driver', of: 'text', most: 15, factory: '', does: 'the driver as the picture shows it; empty: none' },
  {
    name: 'preosd_region2en',
    of: 'boolean',
    factory: false,
    does: 'the driver and the names of the cameras stand in a second area',
  },
  {
    name: 'event_adasen',
    of: 'boolean',
    factory: true,
    does: 'driver assistance raises alarms (item 0x64); the server sets the bits of parameter 0xF364 instead',
  },
  {
    name: 'event_dsmen',
    of: 'boolean',
    factory: true,
    does: 'driver monitoring raises alarms (item 0x65); the server sets the bits of parameter 0xF365 instead',
  },
  {
    name: 'event_almshow',
    of: 'number',
    low: 0,
    high: 0xffff_ffff,
    factory: 0xf,
    does: 'alarms that its monitor shows, one a bit',
  },
  {
    name: 'event_almpush',
    of: 'number',
    low: 0,
    high: 0xffff_ffff,
    factory: 0xf_ffff,
    does: 'alarms that it sends, one a bit',
  },
  { name: 'event_almpri', of: 'number', low: 1, high: 6, factory: 1, does: 'how urgent they are, 1 to 6' },
  {
    name: 'event_comalmno',
    of: 'list of number',
    count: 4,
    low: 0,
    high: 8,
    factory: 0,
    does: 'the alarm behind each of four combinations; 0: none',
  },
  {
    name: 'event_comalmshow',
    of: 'number',
    low: 0,
    high: 15,
    factory: 0,
    does: 'combinations that its monitor shows, one a bit',
  },
  {
    name: 'event_comalmpri',
    of: 'list of number',
    count: 4,
    low: 1,
    high: 6,
    factory: 1,
    does: 'how urgent each is, 1 to 6',
  },
  { name: 'event_mden', of: 'list of boolean', factory: false, does: 'motion in the picture is an alarm' },
  ...ADAS_SETTINGS,
] as const;

export type VendorSetting = (typeof VENDOR_SETTINGS)[number];

type ValueOf<Type> = Type extends 'number'
  ? number
  : Type extends 'boolean'
    ? boolean
    : Type extends 'text'
      ? string
      : Type extends 'list of number'
        ? number[]
        : Type extends 'list of boolean'
          ? boolean[]
          : string[];

/** Every setting with its type. */
export type VendorSettingValues = { [S in VendorSetting as S['name']]: ValueOf<S['of']> };
