// Where place names come from: the port that the embedded places and a Nominatim server fulfil.
import type { FoundPlace } from '@outrider/contract';

/** A point in degrees and the zoom of the map, 0 to 18: the larger, the closer the name says where it is. */
export type PlaceQuery = { lat: number; lng: number; zoom: number };

export interface PlaceSource {
  readonly kind: 'embedded' | 'server';
  /** The name of the place, '' where there is none. Throws AppError `unavailable` or `limit_reached`, and what aborted the signal. */
  find(query: PlaceQuery, signal: AbortSignal): Promise<string>;
  /** The places of a name, best first. Throws as `find` does. */
  search(word: string, signal: AbortSignal): Promise<FoundPlace[]>;
  /** Whether it would answer now; '' or why not. */
  trouble(): Promise<string>;
  close(): Promise<void>;
}
