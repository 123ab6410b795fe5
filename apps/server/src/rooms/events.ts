// Opens what alarms become: events, the files devices send of them, and all kept files for people. Part of app.ts.
import { type AlarmFiles, alarmFilesFeature } from '../features/alarm-files/index.ts';
import type { CustomEventFeature } from '../features/custom-event/index.ts';
import { eventDefinitionFeature } from '../features/event-definition/index.ts';
import { type DownloadPlans, downloadPlanFeature, type PlannedFetching } from '../features/download-plan/index.ts';
import { type EventFeature, type EventKit, eventFeature } from '../features/event/index.ts';
import { fenceFeature } from '../features/fence/index.ts';
import { serveFiles } from '../features/file-store/index.ts';
import { notifyPlanFeature } from '../features/notify-plan/index.ts';
import type { Access } from '../kernel/access/access.ts';
import type { PlansKit } from '../kernel/plans.ts';
import type { HttpServer } from '../kernel/web/http-server.ts';
import type { DeviceSide } from './device-side.ts';
import type { RoomKit } from './kit.ts';
import type { Outgoing } from './outgoing.ts';

type Around = DeviceSide &
  Pick<EventKit, 'guard' | 'authenticate'> & { access: Access; http: Pick<HttpServer, 'app' | 'authenticate'> };
/** Of a group that the caller reaches. */
const membersFor =
  ({ users, groups }: RoomKit['accounts']): EventKit['membersOf'] =>
  ({ userId, level }, id) => {
    if (!groups.list().some((group) => group.id === id)) return undefined;
    if (level !== 0 && !groups.reach(users.byId(userId)?.groupIds ?? []).has(id)) return undefined;
    return (deviceKey) => groups.covers([id], deviceKey);
  };

/** What plans ask of accounts and groups. */
const plansOn = ({ users, groups }: RoomKit['accounts']): Pick<PlansKit, 'groups' | 'reaches'> => ({
  groups,
  reaches: ({ userId }, id) => groups.reach(users.byId(userId)?.groupIds ?? []).has(id),
});

type NotifyAround = Pick<DeviceSide, 'devices'> & { events: EventFeature };

/** Who is told of events. */
export const openNotifyPlans = async (
  { room, accounts, house }: RoomKit,
  { devices, events }: NotifyAround,
  { outbox, ...ways }: Outgoing,
): Promise<void> => {
  house.open(
    await notifyPlanFeature({
      ...room('notify-plan'),
      ...ways,
      kick: () => outbox.kick(),
      events,
      devices,
      ...plansOn(accounts),
      named: (deviceKey) => ({ vehicle: devices.clockOf(deviceKey)?.memo ?? '' }),
    }),
  );
};

type Events = { events: EventFeature; alarmFiles: AlarmFiles; plans: DownloadPlans };

export const openEvents = async (kit: RoomKit, around: Around): Promise<Events> => {
  const { room, config, house } = kit;
  const { access, guard, authenticate, positions, devices, files, dataUse, gateway } = around;
  const journal = positions.alarms;
  const fences = await fenceFeature({ ...room('fence'), positions, devices });
  const madeElsewhere: EventKit['madeElsewhere'] = (report) => fences.madeHere(report);
  const isOnline = (deviceKey: number): boolean => gateway.links.get(deviceKey) !== undefined;
  const membersOf = membersFor(kit.accounts);
  const definitions = house.open(await eventDefinitionFeature({ ...room('event-definition'), devices }));
  const plans = house.open(await downloadPlanFeature({ ...room('download-plan'), devices, ...plansOn(kit.accounts) }));
  const events = house.open(
    await eventFeature({
      ...room('event'),
      access,
      guard,
      authenticate,
      devices,
      journal,
      madeElsewhere,
      isOnline,
      said: (...asked) => definitions.said(...asked),
      modeFor: (...asked) => plans.modeFor(...asked),
      membersOf,
    }),
  );
  house.open(await fences.open(events.writing));
  dataUse.tellBy((deviceKey, text) => events.notify(deviceKey, text));
  const alarmFiles = house.open(
    await alarmFilesFeature({
      ...room('alarm-files'),
      enabled: config.alarmFiles,
      links: gateway.links,
      sink: files.sink,
      events,
      isRegistered: (deviceKey) => devices.isRegistered(deviceKey),
    }),
  );
  await openFiles(kit, around, { events, alarmFiles });
  return { events, alarmFiles, plans };
};

/** Files for people, and which alarm each belongs to. */
const openFiles = async (
  { room, house }: RoomKit,
  { access, devices, files, http }: Around,
  { events, alarmFiles }: Pick<Events, 'events' | 'alarmFiles'>,
): Promise<void> => {
  const idOf = (deviceKey: number): string | undefined => devices.clockOf(deviceKey)?.id;
  const serving = house.open(
    await serveFiles({
      ...room('file-store'),
      access,
      files,
      alarmsBetween: (...asked) => events.alarmsBetween(...asked),
      devices,
    }),
  );
  const filesOf: typeof serving.filesOf = (...asked) => serving.filesOf(...asked);
  house.open({ calls: alarmFiles.callsWith({ access, idOf, filesOf }) });
  serving.addRoutes(http.app, (request) => http.authenticate(request));
  events.addRoutes(http.app, (request) => http.authenticate(request));
};

type Late = {
  files: DeviceSide['files'];
  alarmFiles: AlarmFiles;
  customEvents: CustomEventFeature;
  fetching: PlannedFetching;
};

/** What the list of events asks of rooms that stand on the events themselves. */
export const listFilesOfEvents = (events: EventFeature, { files, alarmFiles, customEvents, fetching }: Late): void => {
  const filesOf = (serials: readonly number[]) => files.list({ eventSerials: serials, limit: 50 * serials.length });
  events.useSources({
    filesOf,
    requestsOf: async (serials) =>
      joined([...(await alarmFiles.progress(serials)), ...(await fetching.progress(serials))]),
    files: { of: filesOf, pathOf: async ({ id }) => pathOf(files, id) },
    refetch: {
      async files(serialno) {
        // Both where there are both: what the alarm announced, and what its plan says.
        const isPlanned = await fetching.ask(serialno);
        await alarmFiles.fetchAgain(serialno).catch((error: unknown) => {
          if (!isPlanned) throw error;
        });
      },
      task: (caller, id) => customEvents.again(caller, id),
    },
  });
};

type Progress = { serialno: number; state: string; tries: number };
/** One for each event: done when all are. */
const joined = (all: readonly Progress[]): Progress[] =>
  [...Map.groupBy(all, ({ serialno }) => serialno)].map(([serialno, parts]) => ({
    serialno,
    state: parts.every(({ state }) => state === 'done') ? 'done' : 'open',
    tries: Math.max(...parts.map(({ tries }) => tries)),
  }));

const pathOf = async (files: DeviceSide['files'], id: number): Promise<string | undefined> => {
  const file = await files.byId(id);
  return file && files.find(file);
};
