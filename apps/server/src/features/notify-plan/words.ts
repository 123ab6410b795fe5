// What is said of an event to who is told of it: the facts of a push, the mail, the text message. Pure.
import type { EventPush, PushFacts } from '@outrider/contract';

/** A vehicle as people know it; '' where nobody named it. */
export type Named = { vehicle: string };

const place = ({ vehiclex, vehicley }: EventPush): string =>
  vehiclex === null || vehicley === null ? '' : `${vehiclex}, ${vehicley}`;

export const pushFactsOf = (event: EventPush, { vehicle }: Named): PushFacts => ({
  deviceid: event.deviceid,
  vehicleid: vehicle,
  eventcode: String(event.appdevid),
  eventname: event.eventname,
  message: event.message,
  eventtime: event.eventtime,
  eventtimeutc: String(Math.floor(event.eventtimeutc / 1000)),
  latitude: event.vehiclex === null ? '' : String(event.vehiclex),
  longitude: event.vehicley === null ? '' : String(event.vehicley),
  speed: String(event.speed),
  serialno: String(event.serialno),
});

const who = (event: EventPush, { vehicle }: Named): string =>
  vehicle === '' ? event.deviceid : `${vehicle} (${event.deviceid})`;
const what = ({ eventname, message }: EventPush): string => (message === '' ? eventname : `${eventname}: ${message}`);

export const mailOf = (event: EventPush, named: Named): { subject: string; text: string } => ({
  subject: `${event.eventname}, ${who(event, named)}`,
  text: [
    what(event),
    `Device: ${who(event, named)}`,
    `Time: ${event.eventtime}`,
    ...(place(event) === '' ? [] : [`Place: ${place(event)}`]),
    `Speed: ${event.speed} km/h`,
    `Event ${event.serialno}, code ${event.appdevid}`,
    '',
  ].join('\n'),
});

export const textMessageOf = (event: EventPush, named: Named): string =>
  [what(event), who(event, named), event.eventtime, place(event)].filter((part) => part !== '').join(', ');
