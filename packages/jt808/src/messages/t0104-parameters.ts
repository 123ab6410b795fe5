// 0x0104 parameter values, answering 0x8104 or 0x8106 (section 11.1).
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';
import { decodeParameters, writeParameters } from '../parameters.ts';
import type { ParameterList } from '../parameters.ts';

/**
 * `count` as declared on the wire: it may differ from the number of `params`, which are read to the end of the body, and cannot
 * count more than 255. Left out when sending, it is the number of `params` or 255.
 */
export type Parameters = ParameterList & { readonly replySerial: number; readonly count?: number };

export const t0104Parameters = message<Parameters>({
  id: 0x0104,
  name: 'parameters',
  direction: 'up',
  decode: (body) => {
    const reader = new ByteReader(body);
    const head = { replySerial: reader.u16(), count: reader.u8() };
    const items = reader.rest();
    const list = decodeParameters(items);
    if (list.paramsError === undefined || items.length === 0) return { ...head, ...list };
    // 2011 says the count twice. Taken only when it fits exactly and the other reading does not.
    const behindSecondCount = decodeParameters(items.subarray(1));
    return { ...head, ...(behindSecondCount.paramsError === undefined ? behindSecondCount : list) };
  },
  encode: ({ replySerial, count, params }, edition) => {
    const declared = Math.min(count ?? params.length, 0xff);
    const writer = new ByteWriter().u16(replySerial).u8(declared);
    if (edition === '2011') writer.u8(declared);
    return writeParameters(writer, params).finish();
  },
});
