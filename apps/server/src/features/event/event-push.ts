// What /event.cgi says of a stored event.
import type { EventPush } from '@outrider/contract';
import { shownOffsetAt } from '../device/index.ts';
import type { Said } from '../event-definition/index.ts';
import type { StoredEvent } from './store.ts';

export type EventDevice = {
  id: string;
  registered: boolean;
  utcOffsetMinutes: number;
  placeZone: string | null;
  videoLossIntervalS: number;
};

/** `YYYY-MM-DD hh:mm:ss` */
export const localText = (ms: number, utcOffsetMinutes: number): string =>
  new Date(ms + utcOffsetMinutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');

export const pushOf = (
  cmd: EventPush['cmd'],
  event: StoredEvent & { serialno: number },
  device: EventDevice,
  said: Said,
): EventPush => ({
  cmd,
  serialno: event.serialno,
  deviceid: device.id,
  appdevid: event.code,
  eventname: said.name,
  notifytext: said.notifyText,
  notifycolor: said.notifyColour,
  message: event.note,
  eventtime: localText(event.deviceMs, shownOffsetAt(device, event.deviceMs, event)),
  eventtimeutc: event.deviceMs,
  vehiclex: event.lat,
  vehicley: event.lng,
  speed: event.speedKmh,
  sourcetype: event.sourceType,
});
