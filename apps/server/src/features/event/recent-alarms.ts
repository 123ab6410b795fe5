// The newest alarms that somebody may see, as they are stored. Looked for backwards in steps of bounded size, so that neither a quiet
// group in a loud fleet nor a long history holds up the main thread.
import { eventCodes, isCallForHelp, type KeptAlarm, MAX_RECENT_ALARMS } from '@outrider/contract';
import type { Access, Caller } from '../../kernel/access/access.ts';
import { sinceOf } from '../../kernel/access/lookback.ts';
import type { Said } from '../event-definition/index.ts';
import { type EventDevice, pushOf } from './event-push.ts';
import { momentOf } from './moment.ts';
import type { EventStore, KeptEvent } from './store.ts';

export type RecentAlarmsKit = {
  store: Pick<EventStore, 'lastSerialno' | 'ofCodes'>;
  access: Pick<Access, 'maySee'>;
  devices: { clockOf: (deviceKey: number) => EventDevice | undefined };
  said: (deviceKey: number, code: number) => Said;
};

const STEP = 1000;
const MOST_STEPS = 50;
const alarmCodes = eventCodes.filter(({ alarm }) => alarm).map(({ code }) => code);

const keptAlarmOf = (event: KeptEvent, device: EventDevice, said: Said): KeptAlarm => {
  const { cmd: _, ...kept } = pushOf('new', event, device, said);
  return { ...kept, recovered: event.recoveredMs !== null, call: isCallForHelp(event.code, event.note) };
};

/** At most as many as the contract says, newest first. */
export const recentAlarms = async (
  { store, access, devices, said }: RecentAlarmsKit,
  caller: Caller,
): Promise<KeptAlarm[]> => {
  const found: KeptAlarm[] = [];
  const sinceMs = sinceOf(caller);
  let last = await store.lastSerialno();
  for (let step = 0; step < MOST_STEPS && last > 0 && found.length < MAX_RECENT_ALARMS; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the next step is only for when this one did not find enough
    for (const event of await store.ofCodes(alarmCodes, last - STEP, last)) {
      const device = devices.clockOf(event.deviceKey);
      const seen = momentOf(event) >= sinceMs && access.maySee(caller, event.deviceKey);
      if (device !== undefined && seen) found.push(keptAlarmOf(event, device, said(event.deviceKey, event.code)));
    }
    last -= STEP;
  }
  return found.slice(0, MAX_RECENT_ALARMS);
};
