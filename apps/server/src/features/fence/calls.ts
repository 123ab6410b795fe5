// Lines from the calls of fences and planned routes to what saves them.
import {
  type Fence,
  getFence,
  getFenceList,
  getTrack,
  getTrackList,
  MAX_FENCES,
  MAX_ROUTES,
  putFence,
  putTrack,
} from '@outrider/contract';
import type { Caller, Devices } from '../../kernel/access/access.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { emptyFence, emptyRoute, isFree, type ZoneEditor } from './service.ts';
import type { StoredFence, StoredRoute, ZoneName, ZoneStore } from './store.ts';

export type FenceCallsKit = {
  store: ZoneStore;
  editor: ZoneEditor;
  /** `sighted`: those that lists show to the caller, registered or not. */
  devices: Devices & { sighted(caller: Caller): { key: number; id: string }[] };
};

const SAVED = 'Save Success';

/** Those that are there, and the first number that is free. */
const withFree = <Row extends { slot: number }>(
  rows: readonly Row[],
  most: number,
  empty: (slot: number) => Row,
): Row[] => {
  const taken = new Set(rows.map(({ slot }) => slot));
  for (let slot = 1; slot <= most; slot += 1)
    if (!taken.has(slot)) return [...rows, empty(slot)].toSorted((a, b) => a.slot - b.slot);
  return [...rows];
};

/** Rising keys; throws for one that the caller does not see. */
const keysOf = (devices: Devices, caller: Caller, ids: readonly string[]): number[] =>
  [...new Set(ids.map((id) => devices.seen(caller, id).deviceKey))].toSorted((a, b) => a - b);

const fenceOf = (row: StoredFence, ids: string[]): Fence => ({
  enable: row.enabled,
  title: row.title,
  lat: row.lat,
  lng: row.lng,
  radius: row.radiusM,
  trigger_in: row.triggerIn,
  trigger_out: row.triggerOut,
  devices: ids,
  colour: row.colour,
  updatetime: row.updatedMs,
});

const routeOf = (row: StoredRoute, ids: string[]) => ({
  enable: row.enabled,
  title: row.title,
  latlngs: [...row.latlngs],
  devices: ids,
  lat: row.lat,
  lng: row.lng,
  width: row.width,
  height: row.height,
  accuracy: row.accuracy,
  data: row.data,
  colour: row.colour,
  updatetime: row.updatedMs,
});

/** Which of these devices the caller sees, by id. */
const sight = ({ devices, store }: FenceCallsKit) => {
  const idsOf = (caller: Caller, keys: readonly number[]): string[] => {
    const known = new Map(devices.sighted(caller).map(({ key, id }) => [key, id]));
    return keys.flatMap((key) => known.get(key) ?? []);
  };
  return {
    idsOf,
    /** Those that the caller chose, rising, and of those before the ones that no list shows to the caller. */
    chosen: (caller: Caller, ids: readonly string[]) => {
      const seen = keysOf(devices, caller, ids);
      return (before: readonly number[]): number[] => {
        const sighted = new Set(devices.sighted(caller).map(({ key }) => key));
        return [...new Set([...seen, ...before.filter((key) => !sighted.has(key))])].toSorted((a, b) => a - b);
      };
    },
    idsIn: async (caller: Caller, name: ZoneName): Promise<string[]> => idsOf(caller, await store.devicesOf(name)),
  };
};

export const fenceCalls = (kit: FenceCallsKit): CallHandler[] => {
  const { store, editor } = kit;
  const { idsOf, idsIn, chosen } = sight(kit);
  return [
    handle(getFenceList, async () => {
      const rows = withFree(
        (await store.fences()).filter((row) => !isFree(row)),
        MAX_FENCES,
        emptyFence,
      );
      const counts = await store.deviceCounts('fence');
      return rows.map(({ slot: index, enabled: enable, title, lat, lng, radiusM: radius, colour, updatedMs }) => ({
        index,
        enable,
        title,
        lat,
        lng,
        radius,
        colour,
        devicecount: counts.get(index) ?? 0,
        updatetime: updatedMs,
      }));
    }),
    handle(getFence, async (caller, { index }) => {
      const row = (await store.fence(index)) ?? emptyFence(index);
      return fenceOf(row, await idsIn(caller, { kind: 'fence', slot: index }));
    }),
    handle(putFence, async (caller, input, { note }) => {
      const { index: slot, enable: enabled, title, trigger_in: triggerIn, trigger_out: triggerOut, updatetime } = input;
      const old = (await store.fence(slot)) ?? emptyFence(slot);
      note?.({
        before: { title: old.title, lat: old.lat, lng: old.lng, radius: old.radiusM, enable: old.enabled ? 1 : 0 },
      });
      const isCleared = isFree(input);
      const { lat, lng, radius: radiusM, colour = old.colour } = input;
      const values = { slot, enabled, title, lat, lng, radiusM, triggerIn, triggerOut, colour };
      const { updatedMs } = await editor.saveFence(isCleared ? emptyFence(slot) : values, {
        edit: { by: caller.userName, seenMs: seenOf(updatetime, old) },
        devices: isCleared ? () => [] : chosen(caller, input.devices),
        present: (row, keys) => ({ ...putFencePresent(fenceOf(row, idsOf(caller, keys))), index: slot }),
      });
      return { hasError: 0 as const, message: SAVED, updatetime: updatedMs };
    }),
  ];
};

export const routeCalls = (kit: FenceCallsKit): CallHandler[] => {
  const { store, editor } = kit;
  const { idsOf, idsIn, chosen } = sight(kit);
  return [
    handle(getTrackList, async () => {
      const all = await store.routes();
      const rows = withFree<Omit<StoredRoute, 'data'>>(
        all.filter((row) => !isFree(row)),
        MAX_ROUTES,
        emptyRoute,
      );
      const counts = await store.deviceCounts('route');
      return rows.map(({ slot: index, enabled: enable, title, latlngs, colour, updatedMs }) => ({
        index,
        enable,
        title,
        colour,
        latlngs: [...latlngs],
        devicecount: counts.get(index) ?? 0,
        updatetime: updatedMs,
      }));
    }),
    handle(getTrack, async (caller, { index }) => {
      const row = (await store.route(index)) ?? emptyRoute(index);
      return routeOf(row, await idsIn(caller, { kind: 'route', slot: index }));
    }),
    handle(putTrack, async (caller, input, { note }) => {
      const {
        index: slot,
        enable: enabled,
        updatetime,
        username: _name,
        password: _word,
        devices: ids,
        ...given
      } = input;
      const old = (await store.route(slot)) ?? emptyRoute(slot);
      note?.({ before: { title: old.title, latlngs: old.latlngs, enable: old.enabled ? 1 : 0 } });
      const isCleared = given.latlngs.length === 0;
      const values = { ...given, slot, enabled, data: Uint8Array.from(given.data), colour: given.colour ?? old.colour };
      const { updatedMs } = await editor.saveRoute(isCleared ? emptyRoute(slot) : values, {
        edit: { by: caller.userName, seenMs: seenOf(updatetime, old) },
        devices: isCleared ? () => [] : chosen(caller, ids),
        present: (row, keys) => {
          const { data: _bytes, updatetime: _time, enable, ...rest } = routeOf(row, idsOf(caller, keys));
          return { ...rest, enable: enable ? 1 : 0, index: slot };
        },
      });
      return { hasError: 0 as const, message: SAVED, updatetime: updatedMs };
    }),
  ];
};

/** Who saw a free slot saves into one. */
const seenOf = (updatetime: number | undefined, old: StoredFence | StoredRoute): number | undefined =>
  updatetime === 0 && isFree(old) ? old.updatedMs : updatetime;

const putFencePresent = ({ enable, trigger_in: comesIn, trigger_out: goesOut, updatetime: _time, ...rest }: Fence) => ({
  ...rest,
  enable: enable ? 1 : 0,
  trigger_in: comesIn ? 1 : 0,
  trigger_out: goesOut ? 1 : 0,
});
