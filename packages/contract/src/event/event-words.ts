// What an event is called, and how events of a kind are merged: the same for the list, its exports and scheduled reports. Pure.
import { eventName } from './event-codes.ts';
import { type EventDefinition, GLOBAL_PROFILE } from './event-definition.ts';

const PLAIN = '#FFFFFF';
/** `notify`: '' where nobody defined one. `colour`: like #FF8800, '' for none. */
export type EventWords = { name: string; notify: string; colour: string };

/** By the profile of a device (undefined: it follows none), else by GLOBAL; an unknown code is called by its number. */
export const eventWordsBy = (definitions: readonly Omit<EventDefinition, 'updatetime'>[]) => {
  const byKey = new Map(definitions.map((each) => [`${each.definename} ${each.eventtype}`, each]));
  return (profile: string | undefined, code: number): EventWords => {
    const own = byKey.get(`${profile ?? GLOBAL_PROFILE} ${code}`);
    const found = own ?? byKey.get(`${GLOBAL_PROFILE} ${code}`);
    const colour = found?.notifycolor.toUpperCase() ?? PLAIN;
    return {
      name: found?.eventname ?? eventName(code),
      notify: found?.notifytext ?? '',
      colour: colour === PLAIN ? '' : colour,
    };
  };
};

type Mergeable = { deviceid: string; appdevid: number; notify: string; eventtimeutc: number };

/** One row for all events of a device of one code and notify text: the newest stands for all, where the first of them stood. */
export const eventMerger = <Row extends Mergeable>() => {
  const merged = new Map<string, Row & { count: number }>();
  return {
    add: (row: Row): void => {
      const key = JSON.stringify([row.deviceid, row.appdevid, row.notify]);
      const before = merged.get(key);
      const newest = before !== undefined && before.eventtimeutc > row.eventtimeutc ? before : row;
      merged.set(key, { ...newest, count: (before?.count ?? 0) + 1 });
    },
    rows: (): (Row & { count: number })[] => [...merged.values()],
  };
};

/** The same of a list that is there. */
export const mergeEvents = <Row extends Mergeable>(rows: readonly Row[]): (Row & { count: number })[] => {
  const merger = eventMerger<Row>();
  for (const row of rows) merger.add(row);
  return merger.rows();
};
