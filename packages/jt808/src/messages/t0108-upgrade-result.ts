// 0x0108 upgrade result (2013 and 2019, section 12.3).
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';

/** `type` as in 0x8108. `result`: 0 ok, 1 failed, 2 cancelled; regional extensions add more. */
export type UpgradeResult = { readonly type: number; readonly result: number };

export const t0108UpgradeResult = message<UpgradeResult>({
  id: 0x0108,
  name: 'upgrade-result',
  direction: 'up',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { type: reader.u8(), result: reader.u8() };
  },
  encode: ({ type, result }) => new ByteWriter().u8(type).u8(result).finish(),
});
