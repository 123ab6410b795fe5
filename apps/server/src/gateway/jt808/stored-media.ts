// Pictures, sounds and clips of a recorder in neutral words (section 19.1), and the questions for those that it keeps itself.
import { mediaCauses, storedMediaKinds } from '@outrider/contract';
import { encodeTime, hasFix, type MediaFilter, type MediaList } from '@outrider/jt808';
import type { HeldMedium, StoredMediaQuestion } from '../orders.ts';

/** Messages carry device time read at +08:00. */
const READ_AT_MINUTES = 480;
const NO_LIMIT = '000000000000';

export const kindOfMedium = (type: number): (typeof storedMediaKinds)[number] | 'data' =>
  storedMediaKinds[type] ?? 'data';
export const causeOfMedium = (event: number): string => mediaCauses[event] ?? `code ${event}`;

/** What stays the same when it is sent once more. `readMs`: its time as the message was read. */
export const mediumIdentity = (
  mediaId: number | null | undefined,
  type: number,
  channel: number,
  readMs: number | null,
): string => ['0x0801', mediaId ?? '', type, channel, readMs ?? ''].join('/');

export const utcOfMedium = (readMs: number, utcOffsetMinutes: number): number =>
  readMs + (READ_AT_MINUTES - utcOffsetMinutes) * 60_000;

export const mediaFilter = (
  { kind, channel, cause, fromMs, toMs }: StoredMediaQuestion,
  utcOffsetMinutes: number,
): MediaFilter => ({
  type: storedMediaKinds.indexOf(kind),
  channel,
  event: mediaCauses.indexOf(cause),
  start: fromMs === null ? NO_LIMIT : encodeTime(fromMs, utcOffsetMinutes),
  end: toMs === null ? NO_LIMIT : encodeTime(toMs, utcOffsetMinutes),
});

export const heldMedia = ({ items }: MediaList, utcOffsetMinutes: number): HeldMedium[] =>
  items.map(({ mediaId, type, channel, event, location }) => {
    const isPlaced = hasFix(location);
    return {
      id: mediaId ?? null,
      kind: kindOfMedium(type),
      channel,
      cause: causeOfMedium(event),
      takenMs: location.time === null ? null : utcOfMedium(location.time, utcOffsetMinutes),
      latitude: isPlaced ? location.latitude : null,
      longitude: isPlaced ? location.longitude : null,
      identity: mediumIdentity(mediaId, type, channel, location.time),
    };
  });
