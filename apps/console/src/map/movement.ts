// Where every marker is drawn now: takes new fixes, lets markers glide to them, says who moved since the last frame. No map here.
import { glideTo, metresBetween, placeAt } from './glide.ts';
import type { Glide } from './glide.ts';
import type { Drawn, Marker } from './marker.ts';

type Track = { marker: Marker; drawn: Drawn; glide: Glide | undefined };

/** A rectangle in degrees; `west` may be above `east` where it crosses the date line. */
export type Box = { west: number; south: number; east: number; north: number };

export const inBox = ({ west, south, east, north }: Box, { lat, lng }: Pick<Drawn, 'lat' | 'lng'>): boolean =>
  lat >= south && lat <= north && (west <= east ? lng >= west && lng <= east : lng >= west || lng <= east);

const wrapped = (lng: number): number => ((((lng + 180) % 360) + 360) % 360) - 180;

/** The box of a view whose longitudes run on beyond 180, as places have theirs. */
export const onGlobe = ({ west, south, east, north }: Box): Box =>
  east - west >= 360
    ? { west: -180, south, east: 180, north }
    : { west: wrapped(west), south, east: wrapped(east), north };

/** More gliders in sight than this and nobody can follow one with the eye: they then step from fix to fix. */
export const MOST_GLIDERS = 400;

/** The markers by id. */
export class Movement {
  readonly #tracks = new Map<string, Track>();
  readonly #gliding = new Set<string>();
  /** False: markers step from fix to fix (reduced motion). */
  smooth = true;

  get size(): number {
    return this.#tracks.size;
  }

  get(id: string): { marker: Marker; drawn: Drawn } | undefined {
    return this.#tracks.get(id);
  }

  all(): Iterable<{ marker: Marker; drawn: Drawn }> {
    return this.#tracks.values();
  }

  /** True while a marker is on its way somewhere. */
  get moving(): boolean {
    return this.#gliding.size > 0;
  }

  /** All markers again; those that were there glide on. Gives nothing back: everything is to be drawn. */
  replaceAll(markers: readonly Marker[], nowMs: number): void {
    const kept = new Set(markers.map(({ id }) => id));
    for (const id of this.#tracks.keys()) if (!kept.has(id)) this.remove(id);
    for (const marker of markers) this.set(marker, nowMs);
  }

  remove(id: string): void {
    this.#tracks.delete(id);
    this.#gliding.delete(id);
  }

  /** One marker as it now is. True when it is to be drawn again at once: it is new, it jumped, or it looks different. */
  set(marker: Marker, nowMs: number): boolean {
    const track = this.#tracks.get(marker.id);
    const fix: Drawn = { lat: marker.lat, lng: marker.lng, heading: marker.heading };
    if (track === undefined) {
      this.#tracks.set(marker.id, { marker, drawn: fix, glide: undefined });
      return true;
    }
    const before = track.marker;
    track.marker = marker;
    const looks = before.state !== marker.state || before.fault !== marker.fault || before.label !== marker.label;
    const same = before.lat === marker.lat && before.lng === marker.lng && before.heading === marker.heading;
    return this.#head(track, fix, same, { intervalMs: intervalOf(before, marker), nowMs }) || looks;
  }

  /** Ends a glide that no longer matters and starts the new one. True when the marker jumped. */
  #head(
    track: Track,
    fix: Drawn,
    same: boolean,
    { intervalMs, nowMs }: { intervalMs: number; nowMs: number },
  ): boolean {
    if (same) return false;
    const drawn = track.glide === undefined ? track.drawn : placeAt(track.glide, nowMs);
    const glide = this.smooth ? glideTo(drawn, fix, nowMs, intervalMs) : undefined;
    track.glide = glide;
    track.drawn = glide === undefined ? fix : drawn;
    if (glide === undefined) this.#gliding.delete(track.marker.id);
    else this.#gliding.add(track.marker.id);
    return glide === undefined;
  }

  /**
   * Moves the gliders on to `nowMs` and gives those to be drawn again: in sight, and moved by at least `leastM` metres.
   * Those out of sight are only drawn when they arrive. With too many in sight all jump to their fix.
   */
  advance(nowMs: number, sight: Box, leastM: number): string[] {
    const inSight: Track[] = [];
    const arrived: string[] = [];
    for (const id of this.#gliding) {
      const track = this.#tracks.get(id);
      if (track?.glide === undefined) continue;
      if (nowMs >= track.glide.endMs) arrived.push(this.#arrive(track));
      else if (inBox(sight, track.glide.to) || inBox(sight, track.drawn)) inSight.push(track);
    }
    if (inSight.length > MOST_GLIDERS) return [...arrived, ...inSight.map((track) => this.#arrive(track))];
    const moved = inSight.filter((track) => stepped(track, nowMs, leastM));
    return [...arrived, ...moved.map(({ marker }) => marker.id)];
  }

  #arrive(track: Track): string {
    const { marker } = track;
    track.drawn = { lat: marker.lat, lng: marker.lng, heading: marker.heading };
    track.glide = undefined;
    this.#gliding.delete(marker.id);
    return marker.id;
  }
}

/** How long the two fixes are apart by the device's clock; 0 where that is unknown. */
const intervalOf = (before: Marker, after: Marker): number =>
  before.timeMs === 0 || after.timeMs === 0 ? 0 : after.timeMs - before.timeMs;

const stepped = (track: Track, nowMs: number, leastM: number): boolean => {
  if (track.glide === undefined) return false;
  const next = placeAt(track.glide, nowMs);
  const turn = Math.abs(((next.heading - track.drawn.heading + 540) % 360) - 180);
  if (metresBetween(track.drawn, next) < leastM && turn < 4) return false;
  track.drawn = next;
  return true;
};
