// 0x0704 locations stored while the network was away, or sent in batches (2013 and 2019, section 13.4).
import { ByteReader, ByteWriter } from '../bytes.ts';
import { decodeLocation, encodeLocation, LOCATION_BASE_LENGTH } from '../location.ts';
import type { LocationReport } from '../location.ts';
import { message } from '../message.ts';

/** What the bodies of a batch come with. `type`: 0 normal batch, 1 from a blind area. */
type BatchHead = {
  /** As declared on the wire; left out when sending, it is the number of items. Items are read to the end of the body. */
  readonly count?: number;
  readonly type: number;
  /** Items shorter than a location, left out. Only when there were any. */
  readonly skipped?: number;
  /** The last item announced more than there was, and is read as far as it goes. Only when so. */
  readonly truncated?: true;
};

/** The 0x0200 bodies of a batch, not decoded: what ingest stores. `more`: it has more items than were asked for; only when so. */
export type LocationBodies = BatchHead & { readonly bodies: readonly Uint8Array[]; readonly more?: true };

export type LocationBatch = BatchHead & { readonly items: readonly LocationReport[] };

/**
 * Cuts a batch into its 0x0200 bodies, each at least 28 bytes; of one with more than `mostItems` items only those. Throws DecodeError
 * without a head.
 */
export const splitLocationBatch = (body: Uint8Array, mostItems = Infinity): LocationBodies => {
  const reader = new ByteReader(body);
  const head = { count: reader.u16(), type: reader.u8() };
  const bodies: Uint8Array[] = [];
  let skipped = 0;
  let truncated = false;
  while (reader.remaining > 0) {
    if (bodies.length + skipped >= mostItems) return { ...head, bodies, ...(skipped > 0 && { skipped }), more: true };
    if (reader.remaining < 2) return { ...head, bodies, ...(skipped > 0 && { skipped }), truncated: true };
    const length = reader.u16();
    truncated = length > reader.remaining;
    const item = reader.take(Math.min(length, reader.remaining));
    if (item.length < LOCATION_BASE_LENGTH) skipped += 1;
    else bodies.push(item);
  }
  return { ...head, bodies, ...(skipped > 0 && { skipped }), ...(truncated && { truncated }) };
};

export const t0704LocationBatch = message<LocationBatch>({
  id: 0x0704,
  name: 'location-batch',
  direction: 'up',
  decode: (body) => {
    const { bodies, ...head } = splitLocationBatch(body);
    return { ...head, items: bodies.map(decodeLocation) };
  },
  encode: ({ count, type, items }) => {
    const writer = new ByteWriter(3 + 64 * items.length).u16(count ?? items.length).u8(type);
    for (const item of items) {
      const body = encodeLocation(item);
      writer.u16(body.length).raw(body);
    }
    return writer.finish();
  },
});
