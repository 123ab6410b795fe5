// Opens what forgets: tracks, events and rows of recordings that are older than they are kept for, and the room that they leave in the main
// database. Logs forget by themselves (kernel/storage/log-book.ts), files and recordings too. Part of app.ts.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FLEET_HISTORY_HOURS, PERFORMANCE_HOURS } from '@outrider/contract';
import type { AlarmFiles } from '../features/alarm-files/index.ts';
import type { CustomEventFeature } from '../features/custom-event/index.ts';
import type { DeviceOrderFeature } from '../features/device-order/index.ts';
import type { DataUse } from '../features/data-use/index.ts';
import type { DeviceUsage } from '../features/device-usage/index.ts';
import type { DeviceFeature } from '../features/device/index.ts';
import type { PlannedFetching } from '../features/download-plan/index.ts';
import type { EventUploads } from '../features/event-upload/index.ts';
import type { DeviceSetupFeature } from '../features/device-setup/index.ts';
import type { FleetHistoryFeature } from '../features/fleet-history/index.ts';
import type { EventReportFeature } from '../features/event-report/index.ts';
import type { EventFeature } from '../features/event/index.ts';
import type { FirmwareFeature } from '../features/firmware/index.ts';
import type { FileStore } from '../features/file-store/index.ts';
import type { PerformanceFeature } from '../features/performance/index.ts';
import type { PositionFeature } from '../features/position/index.ts';
import { type KeptDaysKit, keptDaysCalls, keptFor } from '../features/kept-days/index.ts';
import type { RecordingFeature } from '../features/recording/index.ts';
import type { StreamLog } from '../features/stream-log/index.ts';
import type { TrackStatisticsFeature } from '../features/track-statistics/index.ts';
import { startForgetting } from '../kernel/storage/forget.ts';
import type { OpenDatabase } from '../kernel/storage/db.ts';
import type { RoomKit } from './kit.ts';

export type RetentionKit = {
  opened: Pick<OpenDatabase, 'giveBack'>;
  positions: Pick<PositionFeature, 'forgetBefore' | 'countOlder'>;
  statistics: Pick<TrackStatisticsFeature, 'forgetBefore'>;
  events: Pick<EventFeature, 'forgetBefore' | 'countOlder'>;
  eventReports: Pick<EventReportFeature, 'forgetBefore'>;
  streamLog: Pick<StreamLog, 'countOlder'>;
  files: Pick<FileStore, 'protectedOf' | 'unlink'>;
  dataUse: Pick<DataUse, 'forgetBefore'>;
  usage: Pick<DeviceUsage, 'forgetBefore'>;
  orders: Pick<DeviceOrderFeature, 'forgetBefore'>;
  setup: Pick<DeviceSetupFeature, 'forgetBefore'>;
  firmware: Pick<FirmwareFeature, 'forgetBefore'>;
  customEvents: Pick<CustomEventFeature, 'forgetBefore'>;
  fetching: Pick<PlannedFetching, 'forgetBefore'>;
  alarmFiles: Pick<AlarmFiles, 'forgetBefore'>;
  uploads: Pick<EventUploads, 'forgetBefore'>;
  fleetHistory: Pick<FleetHistoryFeature, 'forgetBefore'>;
  performance: Pick<PerformanceFeature, 'forgetBefore'>;
  recordings: Pick<RecordingFeature, 'forgetRows'>;
  devices: Pick<DeviceFeature, 'withEventDays'>;
};

const DAY_MS = 86_400_000;
/** What Full View shows. */
const FLEET_HISTORY_DAYS = FLEET_HISTORY_HOURS / 24;
/** What was fetched for events stays known for so long: whether it is there says the list of events. */
const FETCH_DAYS = 90;
const HOUR_MS = 3_600_000;

type Others = Pick<
  RetentionKit,
  | 'dataUse'
  | 'usage'
  | 'orders'
  | 'setup'
  | 'firmware'
  | 'customEvents'
  | 'fetching'
  | 'alarmFiles'
  | 'uploads'
  | 'fleetHistory'
  | 'performance'
>;

/** What goes by its age alone: the metric, the words, days, and whose rows. */
const wholeRows = ({ dataUseDays, accessLogDays, customEventDays }: RoomKit['config'], others: Others) =>
  [
    ['data_use_days_forgotten_total', 'days of data use', dataUseDays, others.dataUse],
    ['link_spans_forgotten_total', 'times of links', dataUseDays, others.usage],
    ['device_orders_forgotten_total', 'orders to devices', accessLogDays, others.orders],
    ['parameter_batches_forgotten_total', 'parameters for many devices', accessLogDays, others.setup],
    ['firmware_updates_forgotten_total', 'updates of firmware', accessLogDays, others.firmware],
    // As long as their footage is protected: which of it other tasks want is asked of them.
    ['custom_events_forgotten_total', 'custom events', customEventDays, others.customEvents],
    ['planned_fetches_forgotten_total', 'what was fetched by plans', FETCH_DAYS, others.fetching],
    ['alarm_file_requests_forgotten_total', 'requests for files of alarms', FETCH_DAYS, others.alarmFiles],
    ['uploads_forgotten_total', 'uploads', FETCH_DAYS, others.uploads],
    ['fleet_minutes_forgotten_total', 'counters of the fleet', FLEET_HISTORY_DAYS, others.fleetHistory],
    ['performance_minutes_forgotten_total', 'meters of the server', PERFORMANCE_HOURS / 24, others.performance],
  ] as const;

export const openRetention = (
  { room, config, settings, clock, house }: RoomKit,
  { opened, positions, statistics, events, streamLog, files, recordings, devices, ...others }: RetentionKit,
): void => {
  const { log } = room('retention');
  const keep = (
    metric: string,
    what: string,
    days: number | (() => number),
    forget: Parameters<typeof startForgetting>[0]['forget'],
  ) => {
    const forgetting = startForgetting({ clock, log, what, days, forget });
    house.open({ metrics: () => ({ [metric]: forgetting.count() }), close: () => forgetting.close() });
    return forgetting;
  };
  const ownDays = (): number[] => [...devices.withEventDays().values()].flat();
  const keptTracks = keptFor(settings, 'gps', () => tracks.again());
  const tracks = keep('track_days_forgotten_total', 'tracks', keptTracks.days, async (beforeMs) => {
    const midnightMs = beforeMs - (beforeMs % DAY_MS); // whole days, as their sums are
    await positions.forgetBefore(midnightMs);
    return statistics.forgetBefore(midnightMs);
  });
  const keptEvents = keptFor(settings, 'events', () => [oldEvents, oldReports].forEach((each) => each.again()));
  const oldReports = keep(
    'report_files_forgotten_total',
    'report files',
    keptEvents.days,
    others.eventReports.forgetBefore,
  );
  const oldEvents = keep('events_forgotten_total', 'events', keptEvents.days, (beforeMs, goesOn) =>
    events.forgetBefore(beforeMs, files, goesOn, { deviceKeys: ownDays(), others: true }),
  );
  house.open({
    calls: keptDaysCalls({ settings, clock, count: olderOf({ positions, events, streamLog }, ownDays) }),
    close() {
      keptTracks.close();
      keptEvents.close();
    },
  });
  keep(
    'events_of_devices_forgotten_total',
    'events of devices with days of their own',
    1,
    async (_beforeMs, goesOn) => {
      let gone = 0;
      for (const [days, deviceKeys] of devices.withEventDays())
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the disk has time for the rest
        gone += await events.forgetBefore(clock.now() - days * DAY_MS, files, goesOn, { deviceKeys, others: false });
      return gone;
    },
  );
  keep('recording_rows_forgotten_total', 'rows of recordings', config.recordRowDays, (beforeMs, goesOn) =>
    recordings.forgetRows(beforeMs, goesOn),
  );
  for (const [metric, what, days, rows] of wholeRows(config, others))
    keep(metric, what, days, (beforeMs, goesOn) => rows.forgetBefore(beforeMs, goesOn));
  giveBackRoom({ room, clock, house }, opened);
};

/** What a shorter time would remove. */
const olderOf = (
  { positions, events, streamLog }: Pick<RetentionKit, 'positions' | 'events' | 'streamLog'>,
  ownDays: () => number[],
): KeptDaysKit['count'] => ({
  events: (beforeMs, most) => events.countOlder(beforeMs, most, ownDays()),
  uslogs: (beforeMs, most) => streamLog.countOlder(beforeMs, most),
  gps: (beforeMs, most) => positions.countOlder(beforeMs, most),
});

/** A few pages a turn, behind what was forgotten. */
const giveBackRoom = (
  { room, clock, house }: Pick<RoomKit, 'room' | 'clock' | 'house'>,
  opened: Pick<OpenDatabase, 'giveBack'>,
): void => {
  const { log } = room('retention');
  const state = { pages: 0, closed: false };
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    try {
      for (let given = 1; given > 0 && !state.closed;) {
        given = await opened.giveBack();
        state.pages += given;
        await nextTurn();
      }
    } catch (err) {
      log.error('room in the main database not given back', { err });
    }
    running = null;
  };
  const timer = clock.every(HOUR_MS, () => {
    running ??= run();
  });
  house.open({
    metrics: () => ({ database_pages_given_back_total: state.pages }),
    async close() {
      state.closed = true;
      timer.cancel();
      await running;
    },
  });
};
