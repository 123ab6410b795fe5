// 0x0100 register (section 10.1): who the terminal says it is. Trackers fill in almost nothing; the header id is the identity.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { decodeGbk, encodeGbk } from '../gbk.ts';
import { message } from '../message.ts';
import type { Edition } from '../message.ts';

/** `plateColor` 0: not registered, then `plate` is the VIN. Else 1 blue, 2 yellow, 3 black, 4 white, 5 green, 9 other. */
export type Register = {
  readonly province: number;
  readonly city: number;
  readonly manufacturer: string;
  readonly model: string;
  readonly terminalId: string;
  readonly plateColor: number;
  readonly plate: string;
};

/** Bytes of the three padded fields by edition. */
const WIDTHS = {
  '2011': { manufacturer: 5, model: 8, terminalId: 7, modelPad: 0x20 },
  '2013': { manufacturer: 5, model: 20, terminalId: 7, modelPad: 0 },
  '2019': { manufacturer: 11, model: 30, terminalId: 30, modelPad: 0 },
} as const;

const SHORTEST_2013 = 37;
/** Where the colour of the plate stands. */
const COLOR_AT = { '2019': 75, '2013': 36, '2011': 24 } as const;

/**
 * The edition of a register body. Recorders put the body of one edition under the header of another: the body decides by the
 * place where a colour is followed by a plate; the header only where that tells nothing (then 2011 and 2013 by length).
 */
export const registerEdition = (body: Uint8Array, edition: Edition): Edition => {
  const isShort = edition !== '2019';
  // Under its own header a body below the shortest of 2013 was 2011 at all times, whatever it holds.
  if (isShort && body.length < SHORTEST_2013) return '2011';
  for (const each of ['2019', '2013', '2011'] as const) if (showsPlate(body, COLOR_AT[each])) return each;
  return isShort ? '2013' : '2019';
};

/** A colour, and text to the end behind it; a colour of 0 says something only with text behind it. */
const showsPlate = (body: Uint8Array, at: number): boolean => {
  const color = body[at];
  if (color === undefined || !isColor(color)) return false;
  let end = body.length;
  while (end > at + 1 && (body[end - 1] === 0 || body[end - 1] === 0x20)) end -= 1;
  const plate = body.subarray(at + 1, end);
  return plate.every((byte) => byte >= 0x20) && (color !== 0 || plate.length > 0);
};

const isColor = (value: number): boolean => value <= 9 || (value >= 91 && value <= 94);

export const t0100Register = message<Register>({
  id: 0x0100,
  name: 'register',
  direction: 'up',
  decode: (body, edition) => {
    const widths = WIDTHS[registerEdition(body, edition)];
    const fixed = 5 + widths.manufacturer + widths.model + widths.terminalId;
    // Fields missing at the end count as empty (section 21.6).
    const reader = new ByteReader(body.length < fixed ? new ByteWriter(fixed).padded(body, fixed).finish() : body);
    return {
      province: reader.u16(),
      city: reader.u16(),
      manufacturer: decodeGbk(reader.take(widths.manufacturer)),
      model: decodeGbk(reader.take(widths.model)),
      terminalId: decodeGbk(reader.take(widths.terminalId)),
      plateColor: reader.u8(),
      plate: decodeGbk(reader.rest()),
    };
  },
  encode: (register, edition) => {
    const widths = WIDTHS[edition];
    const writer = new ByteWriter().u16(register.province).u16(register.city);
    writer.padded(encodeGbk(register.manufacturer), widths.manufacturer);
    writer.padded(encodeGbk(register.model), widths.model, widths.modelPad);
    writer.padded(encodeGbk(register.terminalId), widths.terminalId);
    return writer.u8(register.plateColor).raw(encodeGbk(register.plate)).finish();
  },
});
