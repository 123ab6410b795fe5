// The door of the history of the fleet: counts its states each minute, keeps them for a day and answers with them and those of now.
import {
  countMember,
  emptyCounters,
  FLEET_HISTORY_HOURS,
  type FleetCounters,
  type FleetHistory,
  type FleetMember,
  DRIVING_ABOVE_KMH,
  postFleetHistory,
} from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { forgetInSteps } from '../../kernel/storage/forget.ts';
import type { Log } from '../../kernel/log.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { createFleetHistoryStore, type FleetMinute } from './store.ts';

export type FleetHistoryKit = {
  db: Database;
  clock: Clock;
  log: Log;
  /** Every device there is, as it stands now. */
  members: () => Iterable<FleetMember>;
};

export type FleetHistoryFeature = {
  calls: CallHandler[];
  /** Forgets the minutes before a moment (UTC ms); gives how many. */
  forgetBefore(beforeMs: number, goesOn: () => boolean): Promise<number>;
  close(): Promise<void>;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** One row of how the fleet stands. What a new device does is none of it, as in the counters of the status line: only that it is online. */
const rowOf = (members: Iterable<FleetMember>, minuteMs: number): FleetMinute => {
  const counters: FleetCounters = emptyCounters();
  let [sumKmh, topKmh] = [0, 0];
  for (const member of members) {
    if (!member.registered) {
      if (member.online) counters.fresh += 1;
      continue;
    }
    countMember(counters, member);
    if (!member.online || member.speedKmh <= DRIVING_ABOVE_KMH) continue;
    sumKmh += member.speedKmh;
    topKmh = Math.max(topKmh, member.speedKmh);
  }
  const { all: registered, online, driving, overSpeed, recording, fresh } = counters;
  return {
    minuteMs,
    registered,
    online: online + fresh,
    driving,
    overSpeed,
    recording,
    fresh,
    averageKmh: driving === 0 ? null : Math.round(sumKmh / driving),
    topKmh: driving === 0 ? null : Math.round(topKmh),
  };
};

const historyOf = (rows: readonly FleetMinute[]): FleetHistory => ({
  time: rows.map(({ minuteMs }) => Math.floor(minuteMs / 1000)),
  all: rows.map(({ registered }) => registered),
  online: rows.map(({ online }) => online),
  offline: rows.map(({ registered, online, fresh }) => registered - online + fresh),
  driving: rows.map(({ driving }) => driving),
  idle: rows.map(({ online, fresh, driving }) => Math.max(0, online - fresh - driving)), // rows of an earlier version hold new ones
  overSpeed: rows.map(({ overSpeed }) => overSpeed),
  recording: rows.map(({ recording }) => recording),
  fresh: rows.map(({ fresh }) => fresh),
  averageSpeed: rows.map(({ averageKmh }) => averageKmh),
  topSpeed: rows.map(({ topKmh }) => topKmh),
});

/** A row is written each minute: a server that is killed loses at most the one that runs. */
export const fleetHistoryFeature = ({ db, clock, log, members }: FleetHistoryKit): FleetHistoryFeature => {
  const store = createFleetHistoryStore(db);
  let failing = false;
  let writing: Promise<void> | null = null;
  const write = async (minute: FleetMinute): Promise<void> => {
    try {
      await store.save(minute);
      failing = false;
    } catch (err) {
      if (!failing) log.error('counters of the fleet not stored, that minute is missing', { err });
      failing = true;
    }
    writing = null;
  };
  const timer = clock.every(MINUTE_MS, () => {
    const nowMs = clock.now();
    writing ??= write(rowOf(members(), nowMs - (nowMs % MINUTE_MS))); // behind a disk that hangs none wait
  });
  return {
    calls: [
      handle(postFleetHistory, async () => {
        const nowMs = clock.now();
        const past = await store.since(nowMs - FLEET_HISTORY_HOURS * HOUR_MS);
        // A clock that was set back leaves minutes that are still to come.
        return historyOf([...past.filter(({ minuteMs }) => minuteMs < nowMs), rowOf(members(), nowMs)]);
      }),
    ],
    forgetBefore: (beforeMs, goesOn) => forgetInSteps(clock, (limit) => store.forget(beforeMs, limit), goesOn),
    close: async () => {
      timer.cancel();
      await writing;
    },
  };
};
