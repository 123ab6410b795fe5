// What a vehicle makes of its areas and routes as it drives: entered, left, too fast in it, too long or too short on a section, off the
// route. The shapes themselves are area-shapes.ts, raising and the bits alarm-desk.ts.
import { standardItem, toHex } from '@outrider/jt808';
import type { Edition, SpeedLimit } from '@outrider/jt808';
import type { AlarmDesk, SpeedingPlace } from './alarm-desk.ts';
import { AREA_KIND, isValidAt, limitAt, limitOf, offSegment, readArea } from './area-shapes.ts';
import type { Area, Degrees, Segment } from './area-shapes.ts';
import type { StoredAreas } from './kept.ts';
import type { Trip } from './trip.ts';

const TELL_DRIVER = { in: 1 << 2, out: 1 << 4 } as const;
const TELL_PLATFORM = { in: 1 << 3, out: 1 << 5 } as const;
/** Of item 0x12. */
const DIRECTION = { in: 0, out: 1 } as const;
/** Of item 0x13. */
const SECTION = { tooShort: 0, tooLong: 1 } as const;
/** A section that was joined on its way was not driven whole. */
const JOINED_ALONG = 0.25;

type Watched = {
  readonly hex: string;
  readonly area: Area;
  /** Null: kept over a restart, so where it stands is no news. */
  inside: boolean | null;
  /** Where its route was left before its end. */
  off: boolean;
  overMs: number;
  section: {
    readonly segment: Segment;
    readonly last: boolean;
    readonly whole: boolean;
    ms: number;
    told: boolean;
  } | null;
};
type Look = { readonly at: Degrees; readonly speedKmh: number; readonly elapsedMs: number; readonly nowMs: number };

export class AreaWatch {
  readonly #edition: Edition;
  readonly #say: (line: string) => void;
  #watched: ReadonlyMap<string, Watched>;

  /** `kept`: what it knew before; nothing of that is news. `say`: what the driver hears. */
  constructor(edition: Edition, kept: StoredAreas, say: (line: string) => void) {
    this.#edition = edition;
    this.#say = say;
    this.#watched = new Map();
    this.take(kept, null);
  }

  get isEmpty(): boolean {
    return this.#watched.size === 0;
  }

  /** These from now on. One that it had stays as it stands; a new one counts as not entered yet. */
  take(areas: StoredAreas, inside: false | null = false): void {
    const next = new Map<string, Watched>();
    for (const [kind, byId] of areas) {
      for (const [id, bytes] of byId) {
        const key = `${kind}:${id}`;
        const known = this.#watched.get(key);
        const hex = toHex(bytes);
        const area = known?.hex === hex ? undefined : readArea(kind, bytes, this.#edition);
        if (area !== undefined) next.set(key, { hex, area, inside, off: false, overMs: 0, section: null });
        else if (known !== undefined) next.set(key, known);
      }
    }
    this.#watched = next;
  }

  /** Looks at the place of now and tells the desk. */
  step(trip: Trip, elapsedMs: number, nowMs: number, alarms: AlarmDesk): void {
    const at = trip.place;
    if (at === null) return;
    const look: Look = { at, speedKmh: trip.motion.speedKmh, elapsedMs, nowMs };
    let speeding: SpeedingPlace | null = null;
    let off = false;
    for (const watched of this.#watched.values()) {
      if (!isValidAt(watched.area, nowMs))
        Object.assign(watched, { inside: null, off: false, overMs: 0, section: null });
      else {
        const isOver =
          watched.area.holds === null ? this.#stepRoute(watched, look, alarms) : this.#stepArea(watched, look, alarms);
        speeding ??= isOver;
        off ||= watched.off;
      }
    }
    alarms.place(speeding, off);
  }

  #stepArea(watched: Watched, look: Look, alarms: AlarmDesk): SpeedingPlace | null {
    const { area } = watched;
    const inside = area.holds?.(look.at) ?? false;
    this.#crossed(watched, inside, 'area-crossed', alarms);
    const isOver = this.#isOver(watched, inside ? limitOf(area) : {}, look);
    return isOver ? { positionType: area.kind, areaId: area.id } : null;
  }

  #stepRoute(watched: Watched, look: Look, alarms: AlarmDesk): SpeedingPlace | null {
    const { area, section } = watched;
    const found = segmentAt(area, look.at, section?.segment);
    const inside = found !== null;
    if (inside) watched.off = false;
    else if (watched.inside === true && section !== null)
      watched.off = !(section.last && offSegment(section.segment, look.at).along >= 1);
    this.#crossed(watched, inside, 'route-crossed', alarms);
    if (found === null) {
      watched.section = null;
      this.#isOver(watched, {}, look);
      return null;
    }
    this.#timed(watched, found, look, alarms);
    const isOver = this.#isOver(watched, found.segment.limit, look);
    return isOver ? { positionType: AREA_KIND.route, areaId: found.segment.id } : null;
  }

  /** Time on the section it is on: too long is told at once, too short when the next one begins. */
  #timed(watched: Watched, { segment, last, along }: Found, { elapsedMs }: Look, alarms: AlarmDesk): void {
    const { section } = watched;
    if (section?.segment === segment) {
      section.ms += elapsedMs;
      if (section.told || segment.maxSeconds === null || section.ms <= segment.maxSeconds * 1000) return;
      section.told = true;
      tellSection(alarms, segment, section.ms, SECTION.tooLong);
      return;
    }
    if (section?.whole === true && !section.told && section.segment.minSeconds !== null)
      if (section.ms < section.segment.minSeconds * 1000)
        tellSection(alarms, section.segment, section.ms, SECTION.tooShort);
    watched.section = { segment, last, whole: along <= JOINED_ALONG, ms: 0, told: false };
  }

  #crossed(watched: Watched, inside: boolean, alarm: 'area-crossed' | 'route-crossed', alarms: AlarmDesk): void {
    const { area, inside: before } = watched;
    watched.inside = inside;
    if (before === null || before === inside) return;
    const way = inside ? 'in' : 'out';
    if ((area.attr & TELL_DRIVER[way]) !== 0) this.#say(`speaks: ${way} ${area.name === '' ? area.id : area.name}`);
    if ((area.attr & TELL_PLATFORM[way]) === 0) return;
    const value = { positionType: area.kind, areaId: area.id, direction: DIRECTION[way] };
    alarms.crossed(alarm, standardItem(0x12, value));
  }

  #isOver(watched: Watched, limit: SpeedLimit, { speedKmh, elapsedMs, nowMs }: Look): boolean {
    const most = limitAt(limit, this.#edition, nowMs);
    watched.overMs = most !== null && speedKmh > most ? watched.overMs + elapsedMs : 0;
    return watched.overMs > 0 && watched.overMs >= (limit.overspeedS ?? 0) * 1000;
  }
}

type Found = { readonly segment: Segment; readonly last: boolean; readonly along: number };
/** The section on which a place is; that of before as long as it is on it and not past its end. The width is that of the whole road. */
const segmentAt = ({ segments }: Area, at: Degrees, before: Segment | undefined): Found | null => {
  let found: Found | null = null;
  for (const [i, segment] of segments.entries()) {
    const { distanceM, along } = offSegment(segment, at);
    if (distanceM > segment.widthM / 2) continue;
    const here: Found = { segment, last: i === segments.length - 1, along };
    if (segment === before && along <= 1) return here;
    found = found === null || found.along > 1 ? here : found;
  }
  return found;
};

const tellSection = (alarms: AlarmDesk, { id }: Segment, ms: number, result: number): void =>
  alarms.crossed('segment-time', standardItem(0x13, { segmentId: id, seconds: Math.round(ms / 1000), result }));
