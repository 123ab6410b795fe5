// The rows of the list of events: an event with the names that its device and the definitions give it; which of them are shown. Pure.
import {
  type Device,
  type DefinitionLink,
  type EventDefinition,
  type EventWords,
  eventWordsBy,
  type ListedEvent,
} from '@outrider/contract';
import { hourAt } from '../../lib/time.ts';

export type EventRow = ListedEvent & {
  readonly id: string;
  readonly name: string;
  readonly notify: string;
  /** Like #FF8800; '' for none. */
  readonly colour: string;
  readonly vehicleid: string;
  readonly plate: string;
  readonly driver: string;
};

export type Definitions = { definitions: readonly EventDefinition[]; links: readonly DefinitionLink[] };

/** What an event is called, by the profile of its device, else by GLOBAL; an unknown one shows its number. */
export const namesBy = ({ definitions, links }: Definitions) => {
  const wordsOf = eventWordsBy(definitions);
  const profiles = new Map(links.map(({ deviceid, definename }) => [deviceid, definename]));
  return (deviceid: string, code: number): EventWords => wordsOf(profiles.get(deviceid), code);
};

type Facts = Pick<Device, 'vehicleid' | 'plate' | 'drivername'>;

export const eventRows = (
  events: readonly ListedEvent[],
  namesOf: ReturnType<typeof namesBy>,
  deviceOf: (id: string) => Facts | undefined,
  say: (text: string) => string,
): EventRow[] =>
  events.map((event) => {
    const { name, notify, colour } = namesOf(event.deviceid, event.appdevid);
    const device = deviceOf(event.deviceid);
    return {
      ...event,
      id: String(event.serialno),
      name: say(name),
      // What the device or the server said of it, where nobody defined a text.
      notify: notify === '' ? say(event.message) : notify,
      colour,
      vehicleid: device?.vehicleid ?? '',
      plate: device?.plate ?? '',
      driver: device?.drivername ?? '',
    };
  });

const sourceNames = ['RealTime', 'Recover', 'GMS', 'MCU'] as const;
/** Names of the theme's colours. */
export const sourceColours = ['neutral', 'info', 'primary', 'warning'] as const;
export const sourceName = (type: number): string => sourceNames[type] ?? String(type);

/** The columns whose header pins a value, and what of a row is pinned. */
export const pinned = {
  source: ({ sourcetype }: EventRow) => sourceName(sourcetype),
  event: ({ name }: EventRow) => name,
  device: ({ deviceid }: EventRow) => deviceid,
  fence: ({ fence }: EventRow) => fence,
} as const;
export type PinName = keyof typeof pinned;
export type Pins = Readonly<Partial<Record<PinName, string>>>;
const pinNames = ['source', 'event', 'device', 'fence'] as const satisfies readonly PinName[];

export const isPinned = (row: EventRow, pins: Pins, but?: PinName): boolean =>
  pinNames.every((name) => name === but || pins[name] === undefined || pinned[name](row) === pins[name]);

/** The values of a column among the rows that the other pins leave, with how often each is there, by name. */
export const valuesOf = (rows: readonly EventRow[], name: PinName, pins: Pins): [value: string, count: number][] => {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = pinned[name](row);
    if (value !== '' && isPinned(row, pins, name)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted(([a], [b]) => a.localeCompare(b));
};

export const NEWEST = -1;
export const pageSizes = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] as const;
export const USUAL_PAGE = 100;
export type Paging = { readonly page: number; readonly size: number };

export const pageCount = (rows: number, size: number): number => Math.max(1, Math.ceil(rows / size));

/** `NEWEST`: those with the highest numbers, whatever the order. Another page is made of the rows in their order (`sliced`). */
export const newestOf = (rows: readonly EventRow[], { page, size }: Paging): readonly EventRow[] => {
  if (page !== NEWEST || rows.length <= size) return rows;
  const least = rows.map(({ serialno }) => serialno).toSorted((a, b) => b - a)[size - 1] ?? 0;
  return rows.filter(({ serialno }) => serialno >= least);
};
/** Pages are numbered from 1; one behind the last is the last. */
export const sliced = (rows: readonly EventRow[], { page, size }: Paging): readonly EventRow[] => {
  if (page === NEWEST) return rows;
  const at = (Math.min(page, pageCount(rows.length, size)) - 1) * size;
  return rows.slice(at, at + size);
};

/** The hour of an event on this browser's clock. */
export const hourOf = ({ eventtimeutc }: Pick<ListedEvent, 'eventtimeutc'>): number => hourAt(eventtimeutc);
/** How many events each hour has, 0 to 23. */
export const hourCounts = (events: readonly ListedEvent[]): number[] => {
  const counts = Array.from({ length: 24 }, () => 0);
  for (const event of events) {
    const hour = hourOf(event);
    counts[hour] = (counts[hour] ?? 0) + 1;
  }
  return counts;
};
