// 0x0107 attributes of the terminal, answering 0x8107 (section 12.1).
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readText, readText8, writeText8 } from '../fields.ts';
import { encodeGbk } from '../gbk.ts';
import { message } from '../message.ts';

/**
 * `terminalType` bits: 0 passenger, 1 dangerous goods, 2 freight, 3 taxi, 6 hard-disk recording, 7 split device, 8 trailer.
 * `gnss` bits: 0 GPS, 1 BeiDou, 2 GLONASS, 3 Galileo. `comm` bits: 0 GPRS, 1 CDMA, 2 TD-SCDMA, 3 WCDMA, 4 CDMA2000, 5 TD-LTE,
 * 7 other. `iccid` is 20 BCD digits as sent.
 */
export type Attributes = {
  readonly terminalType: number;
  readonly manufacturer: string;
  readonly model: string;
  readonly terminalId: string;
  readonly iccid: string;
  readonly hardware: string;
  readonly firmware: string;
  readonly gnss: number;
  readonly comm: number;
};

type Widths = { readonly manufacturer: number; readonly model: number; readonly terminalId: number };

const SHORT: Widths = { manufacturer: 5, model: 20, terminalId: 7 };
const LONG: Widths = { manufacturer: 5, model: 30, terminalId: 30 };
/** In the field: the long layout with the manufacturer as wide as in 0x0100. */
const LONG_WIDE: Widths = { manufacturer: 11, model: 30, terminalId: 30 };

const ICCID = 10;

/** Whether both counted strings of the layout lead exactly to the two bytes at the end of the body. */
const fits = (body: Uint8Array, { manufacturer, model, terminalId }: Widths): boolean => {
  const hardwareAt = 2 + manufacturer + model + terminalId + ICCID;
  const firmwareAt = hardwareAt + 1 + (body[hardwareAt] ?? 0);
  return firmwareAt + 1 + (body[firmwareAt] ?? 0) + 2 === body.length;
};

/** Fields missing at the end count as empty (section 21.6): behind the body come zeros, no matter how short it is. */
const read = (body: Uint8Array, widths: Widths): Attributes => {
  const reader = new ByteReader(new ByteWriter().padded(body, Math.max(body.length, 1024)).finish());
  return {
    terminalType: reader.u16(),
    manufacturer: readText(reader, widths.manufacturer),
    model: readText(reader, widths.model),
    terminalId: readText(reader, widths.terminalId),
    iccid: reader.digits(ICCID),
    hardware: readText8(reader),
    firmware: readText8(reader),
    gnss: reader.u8(),
    comm: reader.u8(),
  };
};

export const t0107Attributes = message<Attributes>({
  id: 0x0107,
  name: 'attributes',
  direction: 'up',
  decode: (body, edition) => {
    const candidates = edition === '2019' ? [LONG, LONG_WIDE, SHORT] : [SHORT, LONG, LONG_WIDE];
    const promised = edition === '2019' ? LONG : SHORT;
    return read(body, candidates.find((widths) => fits(body, widths)) ?? promised);
  },
  encode: (attributes, edition) => {
    const widths = edition === '2019' ? LONG : SHORT;
    const writer = new ByteWriter().u16(attributes.terminalType);
    writer.padded(encodeGbk(attributes.manufacturer), widths.manufacturer);
    writer.padded(encodeGbk(attributes.model), widths.model);
    writer.padded(encodeGbk(attributes.terminalId), widths.terminalId);
    writer.digits(attributes.iccid.padStart(2 * ICCID, '0'));
    writeText8(writer, attributes.hardware);
    writeText8(writer, attributes.firmware);
    return writer.u8(attributes.gnss).u8(attributes.comm).finish();
  },
});
