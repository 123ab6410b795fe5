// 0x8802: searches pictures, sound and video stored in the terminal; answered by 0x0802. Section 19.2.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readMediaFilter, writeMediaFilter } from '../media-filter.ts';
import type { MediaFilter } from '../media-filter.ts';
import { message } from '../message.ts';

export const p8802SearchMedia = message<MediaFilter>({
  id: 0x8802,
  name: 'search-media',
  direction: 'down',
  decode: (body) => readMediaFilter(new ByteReader(body)),
  encode: (filter) => writeMediaFilter(new ByteWriter(), filter).finish(),
});
