// Fences and planned routes as people save them: what is stored, and what watches by it from then on.
import { type Corridor, corridorOf, MAX_ROUTE_M, RESET_ROUTE, ROUTE_TOO_LARGE, routeLengthM } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Edit, NEVER_CHANGED, saveVersioned, type Version } from '../../kernel/storage/version.ts';
import type { EventWriting, News } from '../event/index.ts';
import type { StoredFence, StoredRoute, ZoneName, ZoneStore } from './store.ts';
import type { WatchDesk } from './watch-desk.ts';
import { circleShape, corridorShape } from './zone-shape.ts';
import { type Zone, type ZoneWatch, keyOfZone } from './zone-watch.ts';

export type ZonesKit = { clock: Clock; store: ZoneStore; watch: ZoneWatch };

type Kept<Row> = Omit<Row, keyof Version | 'sinceId'>;
export type FenceValues = Kept<StoredFence>;
export type RouteValues = Kept<StoredRoute>;
type Saving = {
  edit: Edit;
  /** Whom it watches, rising, by whom it watched before. */
  devices: (before: readonly number[]) => readonly number[];
  present: (row: never, devices: readonly number[]) => Record<string, unknown>;
};

export const emptyFence = (slot: number): StoredFence => ({
  ...NEVER_CHANGED,
  slot,
  enabled: false,
  title: '',
  lat: 0,
  lng: 0,
  radiusM: 0,
  triggerIn: false,
  triggerOut: false,
  colour: '',
  sinceId: 0,
});
export const emptyRoute = (slot: number): StoredRoute => ({
  ...NEVER_CHANGED,
  slot,
  enabled: false,
  title: '',
  latlngs: [],
  lat: 0,
  lng: 0,
  width: 0,
  height: 0,
  accuracy: 0,
  data: new Uint8Array(0),
  colour: '',
  sinceId: 0,
});
export const isFree = ({ lat, lng }: Pick<StoredFence, 'lat' | 'lng'>): boolean => lat === 0 && lng === 0;

const isSameList = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((each, i) => each === b[i]);
const isSameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** Throws AppError invalid where it is no corridor of these places. */
const assertDrawn = (given: Corridor & Pick<StoredRoute, 'latlngs'>): void => {
  if (given.latlngs.length < 2) throw new AppError('invalid', 'A route has at least two points.');
  const corridor = corridorOf(given.latlngs);
  if (routeLengthM(given.latlngs) > MAX_ROUTE_M || corridor === undefined)
    throw new AppError('invalid', `${ROUTE_TOO_LARGE}, ${RESET_ROUTE}`);
  for (const name of ['lat', 'lng', 'width', 'height', 'accuracy'] as const)
    if (Math.abs(corridor[name] - given[name]) > 1e-9)
      throw new AppError('invalid', `${name}: the corridor of these latlngs has ${corridor[name]}.`);
  if (!isSameBytes(corridor.data, given.data))
    throw new AppError('invalid', 'data: this is not the corridor of these latlngs.');
};

/** What is watched of all zones, read from the store. */
export class Zones {
  readonly watch: ZoneWatch;
  readonly #kit: ZonesKit;
  /** The places of planned routes, by slot: what recorders have is compared with them. */
  readonly places = new Map<number, StoredRoute['latlngs']>();
  readonly fences = new Map<number, StoredFence>();
  readonly #versions = new Map<string, number>();
  #isBehind = false;

  constructor(kit: ZonesKit) {
    this.#kit = kit;
    this.watch = kit.watch;
  }

  /** What is stored could not be read last: what is watched may be older. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Zones with another version than in memory, and all that is known of devices. */
  async read(): Promise<void> {
    const { store, watch } = this.#kit;
    this.#isBehind = true;
    for (const fence of await store.fences())
      if (this.#isNew({ kind: 'fence', slot: fence.slot }, fence)) await this.#watchFence(fence);
    for (const { slot, ...row } of await store.routes()) {
      if (!this.#isNew({ kind: 'route', slot }, row)) continue;
      const route = await store.route(slot);
      if (route !== undefined) await this.#watchRoute(route);
    }
    watch.restore(await store.states(), await store.seen());
    this.#isBehind = false;
  }

  /** As it is stored now. */
  async watchSlot({ kind, slot }: ZoneName): Promise<void> {
    const { store } = this.#kit;
    const wasBehind = this.#isBehind;
    this.#isBehind = true;
    if (kind === 'fence') await this.#watchFence((await store.fence(slot)) ?? emptyFence(slot));
    else await this.#watchRoute((await store.route(slot)) ?? emptyRoute(slot));
    this.#isBehind = wasBehind;
  }

  async #watchFence(fence: StoredFence): Promise<void> {
    const name = { kind: 'fence', slot: fence.slot } as const;
    const isOn = fence.enabled && !isFree(fence);
    await this.#set({ ...name, ...fence, isOn, shape: () => circleShape(fence) });
    if (isOn) this.fences.set(fence.slot, fence);
    else this.fences.delete(fence.slot);
    this.#versions.set(keyOfZone(name), fence.updatedMs); // last: one that failed is read again
  }

  async #watchRoute(route: StoredRoute): Promise<void> {
    const name = { kind: 'route', slot: route.slot } as const;
    const isOn = route.enabled && !isFree(route);
    const triggers = { triggerIn: true, triggerOut: true };
    await this.#set({ ...name, ...route, ...triggers, isOn, shape: () => corridorShape(route) });
    if (isOn) this.places.set(route.slot, route.latlngs);
    else this.places.delete(route.slot);
    this.#versions.set(keyOfZone(name), route.updatedMs);
  }

  #isNew(name: ZoneName, { updatedMs }: Version): boolean {
    return this.#versions.get(keyOfZone(name)) !== updatedMs;
  }

  async #set(zone: Omit<Zone, 'devices' | 'shape'> & { isOn: boolean; shape: () => Zone['shape'] }): Promise<void> {
    const { kind, slot, title, triggerIn, triggerOut, sinceId, isOn, shape } = zone;
    const devices = isOn ? await this.#kit.store.devicesOf({ kind, slot }) : [];
    if (devices.length === 0) this.watch.remove({ kind, slot }, { forget: true });
    else
      this.watch.set({
        kind,
        slot,
        title,
        triggerIn,
        triggerOut,
        sinceId,
        devices: Uint32Array.from(devices),
        shape: shape(),
      });
  }
}

export class ZoneEditor {
  readonly #kit: ZonesKit & { desk: WatchDesk; writing: EventWriting; zones: Zones };

  constructor(kit: ZonesKit & { desk: WatchDesk; writing: EventWriting; zones: Zones }) {
    this.#kit = kit;
  }

  /** Gives the new version. Throws ChangedError. */
  saveFence(
    values: FenceValues,
    {
      edit,
      devices,
      present,
    }: Saving & { present: (row: StoredFence, devices: readonly number[]) => Record<string, unknown> },
  ): Promise<Version> {
    const { store, zones } = this.#kit;
    const name = { kind: 'fence', slot: values.slot } as const;
    const isSame = (old: StoredFence): boolean =>
      (['enabled', 'lat', 'lng', 'radiusM'] as const).every((field) => old[field] === values[field]);
    return this.#save(
      name,
      { edit, devices },
      {
        read: async () => (await store.fence(values.slot)) ?? emptyFence(values.slot),
        present,
        isSame,
        write: (kept, save, more) => store.saveFence({ ...values, ...kept }, save, more),
        watch: () => zones.watchSlot(name),
      },
    );
  }

  /** Gives the new version. Throws ChangedError, and AppError invalid for a corridor that is not the one of its places. */
  async saveRoute(
    values: RouteValues,
    {
      edit,
      devices,
      present,
    }: Saving & { present: (row: StoredRoute, devices: readonly number[]) => Record<string, unknown> },
  ): Promise<Version> {
    const { store, zones } = this.#kit;
    if (!isFree(values)) assertDrawn(values);
    const name = { kind: 'route', slot: values.slot } as const;
    return this.#save(
      name,
      { edit, devices },
      {
        read: async () => (await store.route(values.slot)) ?? emptyRoute(values.slot),
        present,
        isSame: (old: StoredRoute) =>
          old.enabled === values.enabled &&
          (['lat', 'lng', 'width', 'height', 'accuracy'] as const).every((field) => old[field] === values[field]) &&
          isSameBytes(old.data, values.data),
        write: (kept, save, more) => store.saveRoute({ ...values, ...kept }, save, more),
        watch: () => zones.watchSlot(name),
      },
    );
  }

  /** Behind what came before; where the zone is another one now, who is inside is no longer known, and its alarms are over. */
  #save<Row extends Version & { sinceId: number }>(
    name: ZoneName,
    { edit, devices: devicesAfter }: Pick<Saving, 'edit' | 'devices'>,
    slot: {
      read: () => Promise<Row>;
      present: (row: Row, devices: readonly number[]) => Record<string, unknown>;
      isSame: (old: Row) => boolean;
      write: (
        kept: Version & { sinceId: number },
        save: { beforeMs: number; devices: readonly number[]; forgetStates: boolean },
        more: Parameters<ZoneStore['saveFence']>[2],
      ) => Promise<boolean>;
      watch: () => Promise<void>;
    },
  ): Promise<Version> {
    const { store, watch, desk, clock, writing } = this.#kit;
    return desk.change(async (sinceId) => {
      let before: Row | undefined;
      let devicesBefore: readonly number[] = [];
      const news: News[] = [];
      const version = await saveVersioned({
        edit,
        nowMs: clock.now(),
        read: async () => {
          before = await slot.read();
          devicesBefore = await store.devicesOf(name);
          return { version: before, present: slot.present(before, devicesBefore) };
        },
        write: async (next, { updatedMs: beforeMs }) => {
          const devices = devicesAfter(devicesBefore);
          const isSame = before !== undefined && slot.isSame(before) && isSameList(devicesBefore, devices);
          const kept = { ...next, sinceId: isSame ? (before?.sinceId ?? sinceId) : sinceId };
          return slot.write(kept, { beforeMs, devices, forgetStates: !isSame }, async (database) => {
            if (isSame) return;
            const { recovered } = writing.within(database);
            for (const serialno of watch.openOf(name)) {
              const event = await recovered(serialno, clock.now());
              if (event !== undefined) news.push({ cmd: 'cover', event });
            }
          });
        },
      });
      await slot.watch();
      for (const each of news) writing.announce(each);
      return version;
    });
  }
}
