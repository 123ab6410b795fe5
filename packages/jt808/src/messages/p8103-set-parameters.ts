// 0x8103 sets parameters (section 11.1). Answered by one 0x0001 for all of them, so send few at a time.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';
import { decodeParameters, writeParameters } from '../parameters.ts';
import type { ParameterList } from '../parameters.ts';

/** `count` as declared on the wire; left out when sending, it is the number of `params`. */
export type SetParameters = ParameterList & { readonly count?: number };

export const p8103SetParameters = message<SetParameters>({
  id: 0x8103,
  name: 'set-parameters',
  direction: 'down',
  decode: (body, edition) => {
    const reader = new ByteReader(body);
    const count = reader.u8();
    if (edition === '2011') reader.skip(1); // the count in this packet
    return { count, ...decodeParameters(reader.rest()) };
  },
  encode: ({ count, params }, edition) => {
    const writer = new ByteWriter().u8(count ?? params.length);
    if (edition === '2011') writer.u8(params.length);
    return writeParameters(writer, params).finish();
  },
});
