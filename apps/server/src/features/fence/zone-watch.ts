// All zones that watch somebody, and what is known of every device in them: a portion of fixes in, what it changes out. In memory; what is
// stored of it is watch-desk.ts.
import type { Pace } from '../../kernel/work/pace.ts';
import type { JournalFixes } from '../position/index.ts';
import { ZoneGrid } from './zone-grid.ts';
import type { ZoneShape } from './zone-shape.ts';
import { type Crossing, firstSeen, isHeld, isOutside, OUTSIDE, stepZone, type ZoneFix } from './zone-state.ts';
import type { DeviceZone, ZoneName } from './store.ts';

export type Zone = ZoneName & {
  title: string;
  shape: ZoneShape;
  /** Keys of devices, rising. */
  devices: Uint32Array;
  triggerIn: boolean;
  triggerOut: boolean;
  sinceId: number;
};

export type ZoneCrossing = { zone: Zone; deviceKey: number; crossing: Crossing };
/** `rows`: the newest state of each device and zone that changed; `seen`: devices to be noted as looked at. */
export type Changes = { rows: Iterable<Kept>; seen: readonly number[]; crossings: readonly ZoneCrossing[] };

/** What is known of a device in a zone, the object itself: `openSerialno` is set when the event has its number. */
export type Kept = DeviceZone;

const CLOCK_SLACK_MS = 60_000;
/** A clock that is ahead makes nothing late when it is set right. */
const notAhead = (timeMs: number, receivedMs: number): number => Math.min(timeMs, receivedMs + CLOCK_SLACK_MS);

export const keyOfZone = ({ kind, slot }: ZoneName): string => `${kind} ${slot}`;

const includes = (devices: Uint32Array, deviceKey: number): boolean => {
  let [low, high] = [0, devices.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = devices[middle] ?? 0;
    if (there === deviceKey) return true;
    if (there < deviceKey) low = middle + 1;
    else high = middle;
  }
  return false;
};

export class ZoneWatch {
  /** How often a place was compared with a zone: what an evaluation costs. */
  compared = 0;
  readonly #zones = new Map<string, Zone>();
  readonly #grid = new ZoneGrid<Zone>();
  /** In how many zones each device is watched. */
  readonly #watched = new Map<number, number>();
  readonly #kept = new Map<number, Map<string, Kept>>();
  readonly #held = new Map<number, Set<string>>();
  readonly #seen = new Map<number, number>();
  readonly #newest = new Map<number, number>();
  #lastChangeId = 0;

  get size(): number {
    return this.#zones.size;
  }

  zones(): Iterable<Zone> {
    return this.#zones.values();
  }

  /** In the place of the one with its name. What is known of devices stays where it holds since the same row. */
  set(zone: Zone): void {
    this.remove(zone, { forget: this.#zones.get(keyOfZone(zone))?.sinceId !== zone.sinceId });
    this.#zones.set(keyOfZone(zone), zone);
    this.#grid.add(zone, zone.shape.box);
    for (const key of zone.devices) this.#watched.set(key, (this.#watched.get(key) ?? 0) + 1);
    this.#lastChangeId = Math.max(this.#lastChangeId, zone.sinceId);
  }

  remove(name: ZoneName, { forget }: { forget: boolean }): void {
    const key = keyOfZone(name);
    const zone = this.#zones.get(key);
    if (zone !== undefined) {
      this.#zones.delete(key);
      this.#grid.remove(zone, zone.shape.box);
      for (const deviceKey of zone.devices) {
        const left = (this.#watched.get(deviceKey) ?? 1) - 1;
        if (left > 0) this.#watched.set(deviceKey, left);
        else this.#watched.delete(deviceKey);
      }
    }
    if (!forget) return;
    for (const [deviceKey, kept] of this.#kept) if (kept.delete(key)) this.#held.get(deviceKey)?.delete(key);
  }

  restore(rows: readonly DeviceZone[], seen: readonly { deviceKey: number; journalId: number }[]): void {
    this.#kept.clear();
    this.#held.clear();
    this.#seen.clear();
    for (const { deviceKey, journalId } of seen) this.#seen.set(deviceKey, journalId);
    for (const row of rows) this.#keep(row);
  }

  /** The newest known of a device, UTC ms: what is older is late. */
  sawNewest(deviceKey: number, { timeMs, receivedMs }: { timeMs: number | null; receivedMs: number }): void {
    const newestMs = notAhead(timeMs ?? receivedMs, receivedMs);
    this.#newest.set(deviceKey, Math.max(this.#newest.get(deviceKey) ?? 0, newestMs));
  }

  /** Its clock is read in another zone, so that what its times were says nothing about those to come. */
  forgetNewest(deviceKey: number): void {
    this.#newest.delete(deviceKey);
  }

  forgetDevices(deviceKeys: readonly number[]): void {
    const gone = new Set(deviceKeys);
    for (const key of gone)
      for (const known of [this.#kept, this.#held, this.#seen, this.#newest, this.#watched]) known.delete(key);
    for (const zone of this.#zones.values()) zone.devices = zone.devices.filter((key) => !gone.has(key));
  }

  /** The zones of a kind that watch a device. */
  *of(deviceKey: number, kind: ZoneName['kind']): Iterable<Zone> {
    if (!this.#watched.has(deviceKey)) return;
    for (const zone of this.#zones.values()) if (zone.kind === kind && includes(zone.devices, deviceKey)) yield zone;
  }

  /** Everything open of a zone: its alarms are over when it changes. */
  openOf(name: ZoneName): number[] {
    const key = keyOfZone(name);
    return [...this.#kept.values()].flatMap((kept) => kept.get(key)?.openSerialno ?? []);
  }

  /** Takes a portion in, up to this row of the journal. Fixes of a device are put into the order of its clock. */
  async take(fixes: JournalFixes, journalId: number, pace: Pace): Promise<Changes> {
    const rows = new Map<string, Kept>();
    const seen: number[] = [];
    const crossings: ZoneCrossing[] = [];
    for (const [deviceKey, own] of this.#byDevice(fixes)) {
      for (const fix of own) {
        this.#look(deviceKey, fix, (kept, found) => {
          rows.set(`${deviceKey} ${keyOfZone(kept)}`, kept);
          crossings.push(...found);
        });
        if ((this.#seen.get(deviceKey) ?? 0) > this.#lastChangeId) continue;
        this.#seen.set(deviceKey, journalId);
        seen.push(deviceKey);
      }
      // oxlint-disable-next-line no-await-in-loop -- others have their turn between devices
      await pace.rest();
    }
    return { rows: rows.values(), seen, crossings };
  }

  #byDevice(fixes: JournalFixes): Map<number, ZoneFix[]> {
    const found = new Map<number, ZoneFix[]>();
    for (let i = 0; i < fixes.deviceKey.length; i += 1) {
      const deviceKey = fixes.deviceKey[i] ?? 0;
      if (!this.#watched.has(deviceKey)) continue;
      const fix: ZoneFix = {
        timeMs: (fixes.time[i] ?? 0) * 1000,
        receivedMs: (fixes.received[i] ?? 0) * 1000,
        lat: (fixes.lat[i] ?? 0) / 1e6,
        lng: (fixes.lng[i] ?? 0) / 1e6,
        speedKmh: (fixes.speed[i] ?? 0) / 10,
        replayed: fixes.replayed[i] === 1,
        late: false,
      };
      const own = found.get(deviceKey);
      if (own === undefined) found.set(deviceKey, [fix]);
      else own.push(fix);
    }
    for (const own of found.values()) own.sort((a, b) => a.timeMs - b.timeMs);
    return found;
  }

  #look(deviceKey: number, fix: ZoneFix, changed: (kept: Kept, crossings: ZoneCrossing[]) => void): void {
    const newestMs = this.#newest.get(deviceKey) ?? 0;
    const told = { ...fix, late: fix.timeMs < newestMs };
    if (!told.late) this.#newest.set(deviceKey, notAhead(fix.timeMs, fix.receivedMs));
    for (const zone of this.#mayMatter(deviceKey, told)) {
      const before = this.#kept.get(deviceKey)?.get(keyOfZone(zone));
      const isKnown = (this.#seen.get(deviceKey) ?? 0) > zone.sinceId;
      const where = zone.shape.whereIs(told.lat, told.lng);
      this.compared += 1;
      const { state, crossings } =
        isKnown || before !== undefined
          ? stepZone(zone.kind, before?.state ?? OUTSIDE, where, told)
          : { state: firstSeen(where), crossings: [] };
      if (state === (before?.state ?? OUTSIDE) || (before === undefined && isOutside(state))) continue;
      const { kind, slot } = zone;
      const kept = this.#keep({ kind, slot, deviceKey, state, openSerialno: before?.openSerialno ?? null });
      changed(
        kept,
        crossings.map((crossing) => ({ zone, deviceKey, crossing })),
      );
    }
  }

  /** Zones around the place, those it is in or about to cross, and for what comes late those it was in. */
  *#mayMatter(deviceKey: number, { lat, lng, late }: ZoneFix): Iterable<Zone> {
    const around = new Set<Zone>();
    for (const zone of this.#grid.at(lat, lng))
      if (includes(zone.devices, deviceKey)) {
        around.add(zone);
        yield zone;
      }
    const others = late ? this.#kept.get(deviceKey)?.keys() : this.#held.get(deviceKey);
    for (const key of Array.from(others ?? [])) {
      const zone = this.#zones.get(key);
      if (zone !== undefined && !around.has(zone)) yield zone;
    }
  }

  /** In the same object as before, where there is one. */
  #keep(row: DeviceZone): Kept {
    const key = keyOfZone(row);
    const own = this.#kept.get(row.deviceKey) ?? new Map<string, Kept>();
    this.#kept.set(row.deviceKey, own);
    const kept = Object.assign(own.get(key) ?? row, row);
    if (isOutside(kept.state) && kept.openSerialno === null) own.delete(key);
    else own.set(key, kept);
    const held = this.#held.get(row.deviceKey) ?? new Set<string>();
    this.#held.set(row.deviceKey, held);
    if (isHeld(kept.state)) held.add(key);
    else held.delete(key);
    return kept;
  }
}
