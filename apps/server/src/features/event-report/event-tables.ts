// The tables of events: each of them, or one row for all of a kind of a device. The columns are those of the export of the list.
import { codesOf, eventMerger, MAX_EVENTS_OF_DAY } from '@outrider/contract';
import { deviceColumns, unitsOf } from './device-columns.ts';
import { type Sheet, type SheetColumn, sheetOf } from './sheet.ts';
import type { Asked, ReportDevice, ReportEvent, ReportSources } from './sources.ts';

type EventRow = {
  deviceid: string;
  appdevid: number;
  notify: string;
  eventtimeutc: number;
  device: ReportDevice;
  name: string;
  event: ReportEvent;
};

/** Hands each to `take` as it is read. At most as many as a day of the list has; true where there were more. */
const readRows = async (
  { events, said }: ReportSources,
  { fromMs, toMs, devices, events: wanted, signal }: Asked,
  take: (row: EventRow) => void,
): Promise<boolean> => {
  const byKey = new Map(devices.map((device) => [device.key, device]));
  const codes = codesOf(wanted);
  let count = 0;
  const asked = { fromMs, toMs, deviceKeys: [...byKey.keys()], codes: codes.length === 0 ? undefined : codes };
  for await (const some of events(asked)) {
    signal.throwIfAborted();
    for (const event of some) {
      const device = byKey.get(event.deviceKey);
      if (device === undefined) continue;
      if (count >= MAX_EVENTS_OF_DAY) return true;
      count += 1;
      const { name, notifyText } = said(event.deviceKey, event.code);
      take({
        deviceid: device.id,
        appdevid: event.code,
        notify: notifyText === '' ? event.note : notifyText,
        eventtimeutc: event.deviceMs,
        device,
        name,
        event,
      });
    }
  }
  return false;
};

const degrees = (value: number | null): string => value?.toFixed(5) ?? '';

const columnsOf = (asked: Asked): SheetColumn<EventRow>[] => {
  const { speed, speedUnit, time } = unitsOf(asked);
  return [
    ...deviceColumns<EventRow>(({ device }) => device),
    { title: 'Event Name', value: ({ name }) => name, weight: 1.4 },
    { title: 'Notify', value: ({ notify }) => notify },
    { title: 'Memo', value: ({ event }) => event.memo },
    { title: 'Event Time', value: ({ eventtimeutc }) => time(eventtimeutc), weight: 1.5 },
    { title: 'Latitude', value: ({ event }) => event.lat, text: ({ event }) => degrees(event.lat), end: true },
    { title: 'Longitude', value: ({ event }) => event.lng, text: ({ event }) => degrees(event.lng), end: true },
    { title: `Speed (${speedUnit})`, value: ({ event }) => speed(event.speedKmh), end: true },
  ];
};

const notesOf = (isCut: boolean): string[] =>
  isCut ? [`Only the first ${MAX_EVENTS_OF_DAY} events: choose fewer devices or a shorter period.`] : [];

export const eventDetail = async (sources: ReportSources, asked: Asked): Promise<Sheet> => {
  const rows: EventRow[] = [];
  const isCut = await readRows(sources, asked, (row) => void rows.push(row));
  return sheetOf(columnsOf(asked), rows, notesOf(isCut));
};

export const eventSummary = async (sources: ReportSources, asked: Asked): Promise<Sheet> => {
  const merger = eventMerger<EventRow>();
  const isCut = await readRows(sources, asked, merger.add);
  const columns: SheetColumn<EventRow & { count: number }>[] = [
    ...columnsOf(asked),
    { title: 'Count', value: ({ count }) => count, weight: 0.7, end: true },
  ];
  return sheetOf(columns, merger.rows(), notesOf(isCut));
};
