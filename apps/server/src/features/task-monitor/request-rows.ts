// The rows of /requestarray: what recorders are still asked for because of events, one for each event. Pure.
import { MAX_TASK_ROWS, type RequestTask } from '@outrider/contract';
import type { IdOf } from './cover-rows.ts';

/** Files of an alarm; `takenMs`: when that was, by the device. */
export type OpenFiles = { eventSerial: number; deviceKey: number; takenMs: number; tries: number };
/** What a plan wants of an event. */
export type OpenFetch = {
  eventSerial: number;
  deviceKey: number;
  code: number;
  eventMs: number;
  tries: number;
  kind: 'footage' | 'photos';
};

export const requestRows = (
  files: readonly OpenFiles[],
  fetches: readonly OpenFetch[],
  codes: ReadonlyMap<number, number>,
  idOf: IdOf,
): RequestTask[] => {
  const rows = [
    ...files.map(({ eventSerial, takenMs, ...rest }) => {
      const code = codes.get(eventSerial) ?? 0;
      return { ...rest, eventSerial, code, eventMs: takenMs, download: true, snapshot: false };
    }),
    ...fetches.map((fetch) => ({
      ...fetch,
      download: fetch.kind === 'footage',
      snapshot: fetch.kind === 'photos',
    })),
  ];
  return [...Map.groupBy(rows, ({ eventSerial }) => eventSerial)]
    .flatMap(([serialno, parts]): RequestTask[] => {
      const [first] = parts;
      if (first === undefined) return [];
      return [
        {
          deviceid: idOf(first.deviceKey),
          appdevid: first.code,
          serialno,
          download: parts.some(({ download }) => download),
          snapshot: parts.some(({ snapshot }) => snapshot),
          tryCount: Math.max(...parts.map(({ tries }) => tries)),
          eventtime: first.eventMs,
        },
      ];
    })
    .toSorted((a, b) => b.serialno - a.serialno)
    .slice(0, MAX_TASK_ROWS);
};
