// Areas and routes in recorders: what each has confirmed, what is on its way, and telling and asking it. A room with shapes to give hands
// them to `set`.
import { type AreaKind, areaKinds, type DeviceArea, deviceArea, type ListedArea } from '@outrider/contract';
import type { DeviceLink, LinkRegistry } from '../../gateway/index.ts';
import type { SeenDevice } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { deviceOffline } from '../../kernel/errors.ts';
import type { Asked, OrderDesk, OrderKind } from '../device-order/index.ts';
import {
  type AreaChange,
  type AreaOrder,
  areaOrder,
  detailOf,
  removeAreas,
  removing,
  setAreas,
  setting,
  together,
} from './area-order.ts';
import type { DeviceAreaStore, HeldArea } from './store.ts';

export type DeviceAreaKit = {
  clock: Clock;
  links: LinkRegistry;
  store: DeviceAreaStore;
  /** Takes a kind of order that waits for its device. */
  kind: (kind: OrderKind<AreaOrder>) => OrderDesk<AreaOrder>;
};
type Target = { device: Pick<SeenDevice, 'deviceKey' | 'deviceId'>; by: string };

const KEPT_MS = 30 * 86_400_000;
/** In one message: of 2011 to 2019 alike they fit in a few parts. */
const AT_ONCE = 50;
const ALL = 0;

const chunks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, i) => items.slice(i * AT_ONCE, (i + 1) * AT_ONCE));

export class DeviceAreas {
  readonly #kit: DeviceAreaKit;
  readonly #desk: OrderDesk<AreaOrder>;

  constructor(kit: DeviceAreaKit) {
    this.#kit = kit;
    this.#desk = kit.kind({
      name: 'areas',
      payload: areaOrder,
      keptMs: KEPT_MS,
      again: true, // the same area twice is one
      merge: together,
      detail: detailOf,
      send: (link, order) => this.#deliver(link, order),
    });
  }

  /** Resolves as OrderDesk.ask does; for a device that is away it waits. */
  set({ device, by }: Target, areas: readonly DeviceArea[]): Promise<Asked> {
    return this.#desk.ask({ device, userName: by, payload: setting(areas, by), kept: true });
  }

  /** Without ids all of the kind. */
  remove({ device, by }: Target, kind: AreaKind, ids: readonly number[]): Promise<Asked> {
    return this.#desk.ask({ device, userName: by, payload: removing(kind, ids, by), kept: true });
  }

  /** What the device has confirmed, and what waits for it. */
  async list(deviceKey: number): Promise<ListedArea[]> {
    const [held, waiting] = await Promise.all([this.#kit.store.of(deviceKey), this.#desk.waiting(deviceKey)]);
    const rows = new Map(held.map((row) => [`${row.kind} ${row.areaId}`, listed(row)]));
    for (const change of waiting.flatMap(({ changes }) => changes)) this.#overlay(rows, change);
    return [...rows.values()];
  }

  /** Asks the device, and keeps its answer in the place of what was known. Rejects as `DeviceLink.order` does. */
  async ask(deviceKey: number): Promise<ListedArea[]> {
    const { store, clock, links } = this.#kit;
    const link = links.get(deviceKey);
    if (link === undefined) throw deviceOffline();
    const before = new Map((await store.of(deviceKey)).map((row) => [`${row.kind} ${row.areaId}`, row]));
    for (const kind of areaKinds) {
      // oxlint-disable-next-line no-await-in-loop -- one question after the other is how a device is asked
      const said = await link.order('heldAreas', { kind });
      const areas = said.filter((area) => deviceArea.safeParse(area).success);
      const rows = areas.map((area): HeldArea => {
        const known = before.get(`${kind} ${area.id}`);
        const isSame = known !== undefined && JSON.stringify(known.area) === JSON.stringify(deviceArea.parse(area));
        return isSame ? known : { deviceKey, kind, areaId: area.id, area, setMs: clock.now(), setBy: '' };
      });
      // oxlint-disable-next-line no-await-in-loop -- as above
      await store.replace(deviceKey, kind, [...new Map(rows.map((row) => [row.areaId, row])).values()]);
    }
    return this.list(deviceKey);
  }

  #overlay(rows: Map<string, ListedArea>, { kind, id, area, by }: AreaChange): void {
    if (area !== null) {
      rows.set(`${kind} ${id}`, { area, state: 'waiting', by, time: this.#kit.clock.now() });
      return;
    }
    for (const [key, row] of rows)
      if (row.area.kind === kind && (id === ALL || row.area.id === id)) {
        if (row.state === 'waiting') rows.delete(key);
        else rows.set(key, { ...row, state: 'leaving' });
      }
  }

  /** What was confirmed is written as it is confirmed: an order that ends half way has done half. */
  async #deliver(link: DeviceLink, { changes }: AreaOrder): Promise<string> {
    const { store } = this.#kit;
    const { deviceKey } = link;
    for (const [kind, own] of Map.groupBy(changes, (change) => change.kind)) {
      const gone = own.filter(({ area }) => area === null).map(({ id }) => id);
      const ids = gone.includes(ALL) ? [[]] : chunks(gone);
      for (const some of ids) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other: a device is told one thing at a time
        await removeAreas(link, kind, some);
        // oxlint-disable-next-line no-await-in-loop -- as above
        await store.remove(deviceKey, kind, some);
      }
      // oxlint-disable-next-line no-await-in-loop -- as above
      await this.#set(link, kind, own);
    }
    return '';
  }

  async #set(link: DeviceLink, kind: AreaKind, changes: readonly AreaChange[]): Promise<void> {
    const { store, clock } = this.#kit;
    const { deviceKey } = link;
    const known = new Set((await store.of(deviceKey)).filter((row) => row.kind === kind).map((row) => row.areaId));
    const news = changes.flatMap(({ area, by }) => (area === null ? [] : [{ area, by }]));
    for (const isKnown of [true, false])
      for (const some of chunks(news.filter(({ area }) => known.has(area.id) === isKnown))) {
        // oxlint-disable-next-line no-await-in-loop -- as above
        await setAreas(
          link,
          kind,
          some.map(({ area }) => area),
          isKnown,
        );
        const rows = some.map(({ area, by }) => ({
          deviceKey,
          kind,
          areaId: area.id,
          area,
          setMs: clock.now(),
          setBy: by,
        }));
        // oxlint-disable-next-line no-await-in-loop -- as above
        await store.save(rows);
      }
  }
}

const listed = ({ area, setBy, setMs }: HeldArea): ListedArea => ({ area, state: 'held', by: setBy, time: setMs });
