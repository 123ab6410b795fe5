// 0x0608: the areas or routes a terminal holds, in answer to 0x8608. 2019 only. Section 17.2.
import { AREA_EDITIONS, readCircle, readPolygon, readRectangle, readRoute } from '../area.ts';
import type { Circle, Polygon, Rectangle, Route } from '../area.ts';
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readByFit, readList } from '../fields.ts';
import { type Edition, message } from '../message.ts';

/** `type` as in 0x8608. `data` holds `count` definitions in the layout of the message that sets them: see decodeStoredAreas. */
export type AreaReply = { readonly type: number; readonly count: number; readonly data: Uint8Array };

/** The definitions of one 0x0608. */
export type StoredAreas =
  | { readonly kind: 'circles'; readonly areas: readonly Circle[] }
  | { readonly kind: 'rectangles'; readonly areas: readonly Rectangle[] }
  | { readonly kind: 'polygons'; readonly areas: readonly Polygon[] }
  | { readonly kind: 'routes'; readonly areas: readonly Route[] };

/**
 * Reads `data`. Undefined for an unknown type, DecodeError when it is shorter than its definitions. A recorder of 2013 that knows the question
 * of 2019 answers in its own layout, so the one that fits is taken.
 */
export const decodeStoredAreas = ({ type, count, data }: AreaReply): StoredAreas | undefined => {
  const read = kinds[type];
  return read === undefined
    ? undefined
    : readByFit(
        '2019',
        AREA_EDITIONS,
        () => new ByteReader(data),
        (reader, edition) => read(count, reader, edition),
      );
};

const kinds: Readonly<Record<number, (count: number, reader: ByteReader, edition: Edition) => StoredAreas>> = {
  1: (count, reader, edition) => ({ kind: 'circles', areas: readList(count, () => readCircle(reader, edition)) }),
  2: (count, reader, edition) => ({ kind: 'rectangles', areas: readList(count, () => readRectangle(reader, edition)) }),
  3: (count, reader, edition) => ({ kind: 'polygons', areas: readList(count, () => readPolygon(reader, edition)) }),
  4: (count, reader, edition) => ({ kind: 'routes', areas: readList(count, () => readRoute(reader, edition)) }),
};

export const t0608AreaReply = message<AreaReply>({
  id: 0x0608,
  name: 'area-reply',
  direction: 'up',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { type: reader.u8(), count: reader.u32(), data: reader.rest() };
  },
  encode: ({ type, count, data }) => new ByteWriter(5 + data.length).u8(type).u32(count).raw(data).finish(),
});
