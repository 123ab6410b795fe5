// 0x0900: content carried through from the terminal, or news of its active-safety peripherals. Section 20; active safety, 9.
import {
  decodePeripheralDescriptions,
  decodePeripheralStates,
  encodePeripherals,
} from '../active-safety/peripherals.ts';
import type { PeripheralDescription, PeripheralState } from '../active-safety/peripherals.ts';
import { message } from '../message.ts';
import { PERIPHERAL_DESCRIPTION, PERIPHERAL_STATE, encodeTransparent, readTransparent } from '../transparent.ts';
import type { TransparentContent } from '../transparent.ts';

/** `type` F7 with states or F8 with descriptions; sent in answer to 0x8900, F7 also when a peripheral fails or vanishes. */
export type PeripheralReport = {
  readonly type: number;
  readonly peripherals: readonly PeripheralState[] | readonly PeripheralDescription[];
};

export const t0900TransparentUp = message<TransparentContent | PeripheralReport>({
  id: 0x0900,
  name: 'transparent-up',
  direction: 'up',
  decode: (body, edition) => {
    const { type, content } = readTransparent(body, edition);
    if (type === PERIPHERAL_STATE) {
      const peripherals = decodePeripheralStates(content);
      if (peripherals) return { type, peripherals };
    } else if (type === PERIPHERAL_DESCRIPTION) {
      const peripherals = decodePeripheralDescriptions(content);
      if (peripherals) return { type, peripherals };
    }
    return { type, content };
  },
  encode: (up, edition) => {
    const content = 'content' in up ? up.content : encodePeripherals(up.peripherals);
    return encodeTransparent({ type: up.type, content }, edition);
  },
});
