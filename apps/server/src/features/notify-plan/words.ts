// What is said of events to who is told of them: the facts of a push, mails and text messages of one event or of several. Pure.
import { type EventPush, MAX_SMS_TEXT, type PushFacts } from '@outrider/contract';

/** A vehicle as people know it; '' where nobody named it. */
export type Named = { vehicle: string };

/** An event in words for people. `place`: '' without a fix. */
export type Notice = {
  serialno: number;
  code: number;
  name: string;
  message: string;
  device: string;
  eventTime: string;
  place: string;
  speedKmh: number;
};

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

export const noticeOf = (event: EventPush, { vehicle }: Named): Notice => ({
  serialno: event.serialno,
  code: event.appdevid,
  name: event.eventname,
  message: event.message,
  device: vehicle === '' ? event.deviceid : `${vehicle} (${event.deviceid})`,
  eventTime: event.eventtime,
  place: event.vehiclex === null || event.vehicley === null ? '' : `${event.vehiclex}, ${event.vehicley}`,
  speedKmh: event.speed,
});

const what = ({ name, message }: Notice): string => (message === '' ? name : `${name}: ${message}`);
const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ');

const mailOfOne = (notice: Notice): { subject: string; text: string } => ({
  subject: `${notice.name}, ${notice.device}`,
  text: [
    what(notice),
    `Device: ${notice.device}`,
    `Time: ${notice.eventTime}`,
    ...(notice.place === '' ? [] : [`Place: ${notice.place}`]),
    `Speed: ${notice.speedKmh} km/h`,
    `Event ${notice.serialno}, code ${notice.code}`,
    '',
  ].join('\n'),
});

/** A device may say much; the list of events has all of it. */
const MOST_WORDS = 300;
const mailLine = (notice: Notice): string => {
  const said = what(notice).replaceAll(/\s+/g, ' ').slice(0, MOST_WORDS);
  return joined(
    notice.eventTime,
    said,
    notice.device,
    notice.place,
    `${notice.speedKmh} km/h`,
    `event ${notice.serialno}`,
  );
};

/** `count`: how many events there are; those without a notice are said to be more. */
export const mailOf = (notices: readonly Notice[], count: number): { subject: string; text: string } => {
  const [first] = notices;
  if (first !== undefined && count === 1) return mailOfOne(first);
  const more = count - notices.length;
  return {
    subject: `${count} events: ${[...new Set(notices.map(({ name }) => name))].join(', ')}`,
    text: [
      `${count} events since the last mail:`,
      '',
      ...notices.map(mailLine),
      ...(more === 0 ? [] : [`and ${more} more, which the list of events has.`]),
      '',
    ].join('\n'),
  };
};

const textLine = (notice: Notice): string => joined(what(notice), notice.device, notice.eventTime, notice.place);
const andMore = (more: number): string => `; and ${more} more`;

/** No longer than a text message may be, but for one that is cut anyway. */
export const textMessageOf = (notices: readonly Notice[], count: number): string => {
  const [first, ...others] = notices;
  if (first === undefined) return '';
  if (count === 1) return textLine(first);
  const most = MAX_SMS_TEXT - andMore(count).length;
  let text = `${count} events: ${textLine(first)}`.slice(0, most);
  let said = 1;
  for (const notice of others) {
    const longer = `${text}; ${textLine(notice)}`;
    if (longer.length > most) break;
    text = longer;
    said += 1;
  }
  return said === count ? text : `${text}${andMore(count - said)}`;
};
