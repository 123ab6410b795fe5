// 0x8108 upgrade packet (2013 and 2019, section 12.3): a firmware image, in practice always sub-packaged.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readText, readText8, writeText8 } from '../fields.ts';
import { encodeGbk } from '../gbk.ts';
import { message } from '../message.ts';

/**
 * `type`: 0 terminal, 12 card reader, 52 GNSS module. `dataLength` as declared on the wire, left out when sending; `data` is
 * what was there, at most that long.
 */
export type UpgradePacket = {
  readonly type: number;
  readonly manufacturer: string;
  readonly version: string;
  readonly dataLength?: number;
  readonly data: Uint8Array;
};

export const p8108UpgradePacket = message<UpgradePacket>({
  id: 0x8108,
  name: 'upgrade-packet',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    const head = { type: reader.u8(), manufacturer: readText(reader, 5), version: readText8(reader) };
    const dataLength = reader.u32();
    return { ...head, dataLength, data: reader.take(Math.min(dataLength, reader.remaining)) };
  },
  encode: ({ type, manufacturer, version, dataLength, data }) => {
    const writer = new ByteWriter(32 + data.length).u8(type).padded(encodeGbk(manufacturer), 5);
    return writeText8(writer, version)
      .u32(dataLength ?? data.length)
      .raw(data)
      .finish();
  },
});
