// Geocoding: the name of the place at a point, and the places of a name, from the embedded places or a configured Nominatim server, remembered for a while.
import {
  type PlacesChoice,
  getNominatimStatus,
  placesSetting,
  postNominatimReverse,
  postNominatimSearch,
} from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import { type Settings, settingCalls } from '../settings/index.ts';
import { createEmbeddedPlaces } from './embedded-places.ts';
import { createNominatim } from './nominatim.ts';
import type { PlaceQuery, PlaceSource } from './source.ts';

export type GeocodeKit = {
  clock: Clock;
  log: Log;
  settings: Pick<Settings, 'follow' | 'state' | 'save'>;
  /** The file of the embedded places. */
  placesFile: string;
  /** Another source, for tests. */
  source?: PlaceSource;
};

export type GeocodeFeature = {
  calls: CallHandler[];
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

const REMEMBERED = 20_000;
const NOT_ENABLED = 'nominatim not enabled';
/** Decimals of a degree that make the same question: 11 m for streets, 110 m for towns and what is larger. */
const DECIMALS = { close: 4, wide: 3 };
const CLOSE_ZOOM = 16;

const keyOf = ({ lat, lng, zoom }: PlaceQuery): string => {
  const digits = zoom >= CLOSE_ZOOM ? DECIMALS.close : DECIMALS.wide;
  return `${zoom}/${lat.toFixed(digits)}/${lng.toFixed(digits)}`;
};

export const geocodeFeature = ({ clock, log, settings, placesFile, source: given }: GeocodeKit): GeocodeFeature => {
  const embedded = given ?? createEmbeddedPlaces(placesFile, log);
  let choice: PlacesChoice = { enable: false, server: '' };
  let source = embedded;
  const names = new Map<string, string>();
  const unfollow = settings.follow(placesSetting, (chosen = choice) => {
    if (chosen.server !== choice.server) {
      source = chosen.server === '' ? embedded : createNominatim({ server: chosen.server, clock });
      names.clear();
    }
    choice = chosen;
  });
  const counters = { asked: 0, remembered: 0, searched: 0 };
  const find = async (query: PlaceQuery, signal: AbortSignal): Promise<string> => {
    const key = keyOf(query);
    const known = names.get(key);
    counters.asked += 1;
    names.delete(key); // to the end: the longest unused one is dropped first
    if (known !== undefined) counters.remembered += 1;
    const asked = source;
    const name = known ?? (await asked.find(query, signal));
    if (asked !== source) return name; // another one names places now
    names.set(key, name);
    if (names.size > REMEMBERED) for (const oldest of names.keys()) if (names.delete(oldest)) break;
    return name;
  };
  return {
    calls: [
      ...settingCalls(settings, placesSetting, () => choice),
      handle(getNominatimStatus, async () => {
        const message = choice.enable ? await source.trouble() : NOT_ENABLED;
        return { status: message === '' ? (0 as const) : (1 as const), message: message || 'OK', source: source.kind };
      }),
      handle(postNominatimReverse, async (_caller, { lat, lon, zoom }, { signal }) => {
        if (!choice.enable) throw new AppError('forbidden', NOT_ENABLED);
        const name = await find({ lat, lng: lon, zoom }, signal ?? new AbortController().signal);
        return { display_name: name };
      }),
      handle(postNominatimSearch, async (_caller, { word }, { signal }) => {
        if (!choice.enable) throw new AppError('forbidden', NOT_ENABLED);
        counters.searched += 1;
        return source.search(word, signal ?? new AbortController().signal);
      }),
    ],
    metrics: () => ({
      geocode_asked_total: counters.asked,
      geocode_remembered_total: counters.remembered,
      geocode_searched_total: counters.searched,
      geocode_names: names.size,
    }),
    close: () => {
      unfollow();
      return embedded.close();
    },
  };
};
