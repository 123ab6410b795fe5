// The one ordered table of rights. Its order is the order of the 0/1 flags in the Q02 answer; rows are only ever appended.

/** Rights in wire order: pages, features, then the per-setting rights of the local and the remote device editor. */
export const rights = [
  'P_dash',
  'P_tree',
  'P_live',
  'P_gppb',
  'P_lopb',
  'P_repb',
  'F_gps',
  'F_addcd',
  'F_lmdvrs',
  'F_rmdvrs',
  'F_event',
  'F_ptz',
  'F_talk',
  'F_event_report',
  'F_api_full',
  'F_lmdvrs_wakeup',
  'F_lmdvrs_mcu',
  'F_lmdvrs_carbox',
  'F_lmdvrs_textdevice',
  'F_lmdvrs_channel',
  'F_lmdvrs_icon',
  'F_lmdvrs_recdays',
  'F_lmdvrs_chnames',
  'F_lmdvrs_format',
  'F_lmdvrs_reboot',
  'F_lmdvrs_deleterecord',
  'F_lmdvrs_restore',
  'F_lmdvrs_syslog',
  'F_rmdvrs_osd',
  'F_rmdvrs_speedlimit',
  'F_rmdvrs_temperature',
  'F_rmdvrs_timezone',
  'F_rmdvrs_network',
  'F_rmdvrs_camera',
  'F_rmdvrs_encoding',
  'F_rmdvrs_alarms',
  'F_rmdvrs_adas',
  'F_rmdvrs_dsm',
  'F_lmdvrs_gpstzenable',
  'F_lmdvrs_extid',
  'F_lmdvrs_driver',
  'F_lmdvrs_vehicleid',
  'F_lmdvrs_plate',
  'F_lmdvrs_maplocation',
  'F_lmdvrs_streamtype',
  'F_lmdvrs_chmask',
  'F_lmdvrs_videolossinterval',
  'F_lmdvrs_recenable',
  'F_lmdvrs_recplan',
  'F_lmdvrs_recaudio',
  'F_lmdvrs_chsort',
  'F_lmdvrs_talkch',
  'F_lmdvrs_netlimit',
  'F_lmdvrs_maxnetflow',
  'F_lmdvrs_eventdays',
  'F_lmdvrs_clockzone',
  'F_lmdvrs_deleteall',
  'F_rmdvrs_gsensor',
  'F_rmdvrs_dst',
  'F_rmdvrs_accoff',
  'F_rmdvrs_voltage',
  'F_rmdvrs_dualsd',
  'F_rmdvrs_speedsource',
  'F_rmdvrs_gguard',
  'F_rmdvrs_osperiod',
  'F_rmdvrs_idleperiod',
  'F_rmdvrs_signals',
  'F_rmdvrs_livemode',
  'F_rmdvrs_heartbeat',
  'F_rmdvrs_wifi',
  'F_rmdvrs_server',
  'F_rmdvrs_server2',
  'F_rmdvrs_ftp',
  'F_rmdvrs_online',
  'F_rmdvrs_comboalarms',
  'F_rmdvrs_motion',
  'F_rmdvrs_motovisadas',
  'F_rmdvrs_bsd',
  'F_rmdvrs_raw',
] as const;

export type Right = (typeof rights)[number];

/**
 * What a call or command asks of its caller: nothing, a sign-in, a level of at most 1 or 2, level 0, one right of the table, either of
 * two (tracks belong to the map and to GPS playback, and a deployment without the map keeps the latter), or both of two.
 */
export type Requirement =
  | 'public'
  | 'signed-in'
  | 'level-1'
  | 'level-2'
  | 'admin'
  | Right
  | 'F_gps or P_gppb'
  | 'F_lmdvrs_deleteall and F_lmdvrs_deleterecord';

/** Reads the flag string of the Q02 answer; characters past its end read 0, unknown further ones are ignored. */
export const parseRights = (flags: string): ReadonlySet<Right> => new Set(rights.filter((_, i) => flags[i] === '1'));

/** Writes the flag string in table order. */
export const formatRights = (granted: ReadonlySet<Right>): string =>
  rights.map((r) => (granted.has(r) ? '1' : '0')).join('');

/** Account levels: 0 administrator, 1 and 2 lower, 3 most restricted; ids above 3 act like 3 apart from their flags. */
export type Level = number;
