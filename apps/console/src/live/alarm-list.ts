// The recent alarms as a list: what a push of the event socket does to it. Pure; the store is alarms.ts.
import { type EventPush, type KeptAlarm, PLAIN_COLOUR } from '@outrider/contract';

export type Alarm = {
  /** The number under which the server keeps the event. */
  readonly serialno: number;
  readonly deviceId: string;
  /** A code of the event catalogue, or one it does not know. */
  readonly code: number;
  /** From the profile of its device: notify '' where nobody defined a text, colour '' where nobody chose one. */
  readonly name: string;
  readonly notify: string;
  readonly colour: string;
  /** What the device said beside the code: 'SOS', 'Camera fault'; '' for nothing. */
  readonly note: string;
  /** UTC ms. */
  readonly atMs: number;
  /** Degrees WGS84; undefined without a fix. */
  readonly place: { readonly lat: number; readonly lng: number } | undefined;
  readonly recovered: boolean;
  /** Somebody in the vehicle asks to talk. */
  readonly call: boolean;
  /** A call that a plan asks for rings so long. */
  readonly ringMs?: number;
  /** It was counted as unseen, then or now; one that is only known from what the server keeps was not. */
  readonly told: boolean;
};

/** Newest first. `unseen`: how many came since somebody looked. */
export type AlarmList = { readonly alarms: readonly Alarm[]; readonly unseen: number };

export const noAlarms: AlarmList = { alarms: [], unseen: 0 };
/** Older ones are in the event list of the server. */
export const MOST_ALARMS = 100;

const saidOf = (push: Omit<EventPush, 'cmd'>): Omit<Alarm, 'recovered' | 'call' | 'told'> => ({
  serialno: push.serialno,
  deviceId: push.deviceid,
  code: push.appdevid,
  name: push.eventname,
  notify: push.notifytext,
  colour: push.notifycolor === PLAIN_COLOUR ? '' : push.notifycolor,
  note: push.message,
  atMs: push.eventtimeutc,
  place: push.vehiclex === null || push.vehicley === null ? undefined : { lat: push.vehiclex, lng: push.vehicley },
});

export const alarmOf = (push: EventPush): Alarm => ({
  ...saidOf(push),
  recovered: push.cmd === 'cover',
  call: push.cmd === 'call',
  ...(push.calltime !== undefined && { ringMs: push.calltime * 1000 }),
  told: true,
});

export const keptAlarmOf = (kept: KeptAlarm): Alarm => ({
  ...saidOf(kept),
  recovered: kept.recovered,
  call: kept.call,
  told: false,
});

/** The number of the newest one; 0 for none. */
export const newestOf = ({ alarms }: Pick<AlarmList, 'alarms'>): number =>
  Math.max(0, ...alarms.map(({ serialno }) => serialno));

/**
 * The list with what the server keeps, newest first. `seenUpTo`: the number of the newest one that somebody looked at in this browser,
 * undefined where nobody ever did: then all that is kept counts as seen.
 */
export const withKept = (
  { alarms, unseen }: AlarmList,
  kept: readonly Alarm[],
  seenUpTo: number | undefined,
): AlarmList => {
  const known = new Map(alarms.map((alarm) => [alarm.serialno, alarm]));
  const missing = kept
    .filter(({ serialno }) => !known.has(serialno))
    .map((alarm) => ({ ...alarm, told: seenUpTo !== undefined && alarm.serialno > seenUpTo }));
  for (const alarm of kept) {
    const heardOf = known.get(alarm.serialno);
    if (heardOf !== undefined)
      known.set(alarm.serialno, {
        ...heardOf,
        recovered: heardOf.recovered || alarm.recovered,
        call: heardOf.call || alarm.call,
      });
  }
  const all = [...known.values(), ...missing].toSorted((a, b) => b.serialno - a.serialno).slice(0, MOST_ALARMS);
  return { alarms: all, unseen: unseen + missing.filter(({ told }) => told).length };
};

/** One push: what is not in the list comes on top; a recovery or a call marks the alarm of its number. */
export const heard = ({ alarms, unseen }: AlarmList, push: EventPush): AlarmList => {
  const alarm = alarmOf(push);
  const at = alarms.findIndex(({ serialno }) => serialno === push.serialno);
  const known = alarms[at];
  if (known === undefined)
    return { alarms: [alarm, ...alarms].slice(0, MOST_ALARMS), unseen: unseen + (push.cmd === 'cover' ? 0 : 1) };
  const marked = {
    ...known,
    recovered: known.recovered || alarm.recovered,
    call: known.call || alarm.call,
    told: known.told || push.cmd === 'new',
  };
  // The server may have answered with it before it announced it.
  return { alarms: alarms.with(at, marked), unseen: unseen + (marked.told && !known.told ? 1 : 0) };
};
