// 0x8900: content carried through to the terminal, or a question about its active-safety peripherals. Section 20; active safety, 9.
import { ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';
import { PERIPHERAL_DESCRIPTION, PERIPHERAL_STATE, encodeTransparent, readTransparent } from '../transparent.ts';
import type { TransparentContent } from '../transparent.ts';

/** `type` F7 asks for the state, F8 for the description of these peripherals: 64 ADAS, 65 driver, 66 tyres, 67 blind spot (hex). */
export type PeripheralQuery = { readonly type: number; readonly peripherals: readonly number[] };

export const p8900TransparentDown = message<TransparentContent | PeripheralQuery>({
  id: 0x8900,
  name: 'transparent-down',
  direction: 'down',
  decode: (body, edition) => {
    const { type, content } = readTransparent(body, edition);
    const isQuery = type === PERIPHERAL_STATE || type === PERIPHERAL_DESCRIPTION;
    return isQuery && content[0] === content.length - 1
      ? { type, peripherals: [...content.subarray(1)] }
      : { type, content };
  },
  encode: (down, edition) => {
    if ('content' in down) return encodeTransparent(down, edition);
    const writer = new ByteWriter().u8(down.peripherals.length);
    for (const id of down.peripherals) writer.u8(id);
    return encodeTransparent({ type: down.type, content: writer.finish() }, edition);
  },
});
