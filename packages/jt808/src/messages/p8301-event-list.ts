// 0x8301: the events a driver can report with a key. Section 15.2.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readByFit, readList, readText8, writeText8 } from '../fields.ts';
import { message } from '../message.ts';
import type { Edition } from '../message.ts';

/** Text is left out when the event is to be deleted (action 4). */
export type DriverEvent = { readonly id: number; readonly text?: string };

/** `action`: 0 delete all (then nothing follows), 1 replace, 2 append, 3 modify, 4 delete the given ones. */
export type EventList = { readonly action: number; readonly events: readonly DriverEvent[] };

const DELETE_ALL = 0;
const DELETE_GIVEN = 4;

const readBody = (reader: ByteReader, edition: Edition): EventList => {
  const action = reader.u8();
  if (action === DELETE_ALL && reader.remaining === 0) return { action, events: [] };
  if (edition === '2011') reader.skip(1); // total over all packets, before the count of this one
  const count = reader.u8();
  // A deletion has no text: some write that as a zero length, some leave the length out.
  const bareIds = action === DELETE_GIVEN && reader.remaining === count;
  const events = readList(count, () => {
    const id = reader.u8();
    const text = bareIds ? '' : readText8(reader);
    return action === DELETE_GIVEN ? { id } : { id, text };
  });
  return { action, events };
};

export const p8301EventList = message<EventList>({
  id: 0x8301,
  name: 'event-list',
  direction: 'down',
  decode: (body, edition) => readByFit(edition, ['2013', '2011'], () => new ByteReader(body), readBody),
  encode: ({ action, events }, edition) => {
    const writer = new ByteWriter().u8(action);
    if (action === DELETE_ALL) return writer.finish();
    if (edition === '2011') writer.u8(events.length);
    writer.u8(events.length);
    for (const { id, text } of events) {
      writer.u8(id);
      if (action !== DELETE_GIVEN) writeText8(writer, text ?? '');
    }
    return writer.finish();
  },
});
