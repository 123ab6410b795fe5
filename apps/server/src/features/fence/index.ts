// The door of fences and planned routes: saving them, and the events of who goes in, out or off.
import type { Caller, Devices } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import { createDeviceAreaStore } from '../device-area/index.ts';
import type { EventWriting } from '../event/index.ts';
import type { AlarmReport, PositionFeature } from '../position/index.ts';
import { fenceCalls, routeCalls } from './calls.ts';
import { madeHere, mayBeOurs } from './same-area.ts';
import { ZoneEditor, Zones } from './service.ts';
import { createZoneStore } from './store.ts';
import { WatchDesk } from './watch-desk.ts';
import { ZoneWatch } from './zone-watch.ts';

export type FenceKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  /** What was written to the database outlasts a power cut. */
  synced: () => Promise<void>;
  positions: Pick<PositionFeature, 'journal' | 'last'>;
  devices: Devices & {
    sighted(caller: Caller): { key: number; id: string }[];
    isRegistered(deviceKey: number): boolean;
  };
};

export type FenceFeature = {
  calls: CallHandler[];
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  metrics(): Record<string, number>;
  reload(): Promise<void>;
  close(): Promise<void>;
};

export type FenceOpening = {
  /** Of what a report says of alarms: what this room makes events of by itself. */
  madeHere(report: AlarmReport): Promise<ReadonlySet<string>>;
  open(writing: EventWriting): Promise<FenceFeature>;
};

const NONE: ReadonlySet<string> = new Set();

/** In two steps: events ask from their first report on what is made here, and here is nothing to be made without events. */
export const fenceFeature = async (kit: FenceKit): Promise<FenceOpening> => {
  const { db, clock, positions, devices } = kit;
  const store = createZoneStore(db);
  const areas = createDeviceAreaStore(db);
  const watch = new ZoneWatch();
  const zones = new Zones({ clock, store, watch });
  await zones.read();
  return {
    async madeHere(report) {
      if (!mayBeOurs(report)) return NONE;
      const slots = (kind: 'fence' | 'route') => [...watch.of(report.deviceKey, kind)].map(({ slot }) => slot);
      const fences = slots('fence').flatMap((slot) => zones.fences.get(slot) ?? []);
      const routes = slots('route').map((slot) => zones.places.get(slot) ?? []);
      if (fences.length === 0 && routes.length === 0) return NONE;
      const held = await areas.of(report.deviceKey);
      return madeHere(
        report,
        held.map(({ area }) => area),
        { fences, routes },
      );
    },
    async open(writing) {
      for (const { deviceKey, position, usable } of positions.last()) if (usable) watch.sawNewest(deviceKey, position);
      const readAgain = (): Promise<void> => zones.read();
      const isRegistered = (deviceKey: number): boolean => devices.isRegistered(deviceKey);
      const desk = new WatchDesk({
        ...kit,
        store,
        watch,
        journal: positions.journal,
        writing,
        isRegistered,
        readAgain,
        isBehind: () => zones.isBehind,
      });
      await desk.start();
      const unsubscribe = kit.bus.subscribe('device.zone', ({ deviceKey }) => watch.forgetNewest(deviceKey));
      const editor = new ZoneEditor({ clock, store, watch, desk, writing, zones });
      return {
        calls: [...fenceCalls({ store, editor, devices }), ...routeCalls({ store, editor, devices })],
        forgetDevices: (deviceKeys) =>
          desk.run(async () => {
            await store.removeDevices(deviceKeys);
            watch.forgetDevices(deviceKeys);
          }),
        metrics: () => ({
          zones_watched: watch.size,
          zones_compared_total: watch.compared,
          zone_events_total: desk.stored,
        }),
        reload: () => desk.run(readAgain),
        close: () => {
          unsubscribe();
          return desk.close();
        },
      };
    },
  };
};
