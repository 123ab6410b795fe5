// 0x0102 authenticate (section 10.3): the code of 0x8100 comes back.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { decodeGbk, encodeGbk } from '../gbk.ts';
import { message } from '../message.ts';

/** `imei` and `softwareVersion` only in 2019. */
export type Authenticate = {
  readonly authCode: string;
  readonly imei?: string;
  readonly softwareVersion?: string;
};

const IMEI = 15;
const SOFTWARE = 20;

export const t0102Authenticate = message<Authenticate>({
  id: 0x0102,
  name: 'authenticate',
  direction: 'up',
  decode: (body, edition) => {
    // A long header with the old body: the code fills it, and its first character announces more than there is.
    const isLong = edition === '2019' && body.length >= 1 + (body[0] ?? 0) + IMEI + SOFTWARE;
    if (!isLong) return { authCode: decodeGbk(body) };
    const reader = new ByteReader(body);
    return {
      authCode: decodeGbk(reader.take(reader.u8())),
      imei: decodeGbk(reader.take(IMEI)),
      softwareVersion: decodeGbk(reader.take(SOFTWARE)),
    };
  },
  encode: ({ authCode, imei, softwareVersion }, edition) => {
    const code = encodeGbk(authCode);
    if (edition !== '2019') return code;
    const writer = new ByteWriter(72).u8(code.length).raw(code);
    return writer
      .padded(encodeGbk(imei ?? ''), IMEI)
      .padded(encodeGbk(softwareVersion ?? ''), SOFTWARE)
      .finish();
  },
});
