// The recent alarms as a list: what a push of the event socket does to it. Pure; the store is alarms.ts.
import type { EventPush } from '@outrider/contract';

export type Alarm = {
  /** The number under which the server keeps the event. */
  readonly serialno: number;
  readonly deviceId: string;
  /** A code of the event catalogue, or one it does not know. */
  readonly code: number;
  /** What the device said beside the code: 'SOS', 'Camera fault'; '' for nothing. */
  readonly note: string;
  /** UTC ms. */
  readonly atMs: number;
  /** Degrees WGS84; undefined without a fix. */
  readonly place: { readonly lat: number; readonly lng: number } | undefined;
  readonly recovered: boolean;
  /** Somebody in the vehicle asks to talk. */
  readonly call: boolean;
};

/** Newest first. `unseen`: how many came since somebody looked. */
export type AlarmList = { readonly alarms: readonly Alarm[]; readonly unseen: number };

export const noAlarms: AlarmList = { alarms: [], unseen: 0 };
/** Older ones are in the event list of the server. */
export const MOST_ALARMS = 100;

export const alarmOf = (push: EventPush): Alarm => ({
  serialno: push.serialno,
  deviceId: push.deviceid,
  code: push.appdevid,
  note: push.message,
  atMs: push.eventtimeutc,
  place: push.vehiclex === null || push.vehicley === null ? undefined : { lat: push.vehiclex, lng: push.vehicley },
  recovered: push.cmd === 'cover',
  call: push.cmd === 'call',
});

/** One push: what is not in the list comes on top; a recovery or a call marks the alarm of its number. */
export const heard = ({ alarms, unseen }: AlarmList, push: EventPush): AlarmList => {
  const alarm = alarmOf(push);
  const at = alarms.findIndex(({ serialno }) => serialno === push.serialno);
  const known = alarms[at];
  if (known === undefined)
    return { alarms: [alarm, ...alarms].slice(0, MOST_ALARMS), unseen: unseen + (push.cmd === 'cover' ? 0 : 1) };
  const marked = { ...known, recovered: known.recovered || alarm.recovered, call: known.call || alarm.call };
  return { alarms: alarms.with(at, marked), unseen };
};
