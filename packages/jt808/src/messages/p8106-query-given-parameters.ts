// 0x8106 asks for given parameters (2013 and 2019, section 11.1); answered by 0x0104.
import { message } from '../message.ts';
import { ByteReader } from '../bytes.ts';
import { encodeIds8, readIds8 } from '../fields.ts';

export type QueryGivenParameters = { readonly ids: readonly number[] };

export const p8106QueryGivenParameters = message<QueryGivenParameters>({
  id: 0x8106,
  name: 'query-given-parameters',
  direction: 'down',
  decode: (body) => ({ ids: readIds8(new ByteReader(body)) }),
  encode: ({ ids }) => encodeIds8(ids),
});
