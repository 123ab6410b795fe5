// 0x0102 authenticate (section 10.3): the code of 0x8100 comes back.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { decodeGbk, encodeGbk } from '../gbk.ts';
import { message, type Edition } from '../message.ts';

/** `imei` and `softwareVersion` only in 2019, where some recorders leave them out. */
export type Authenticate = {
  readonly authCode: string;
  readonly imei?: string;
  readonly softwareVersion?: string;
};

const IMEI = 15;
const SOFTWARE = 20;
/** No text begins with a byte below; so a code of up to 31 characters with its length in front is recognised whatever the header. */
const FIRST_CHARACTER = 0x20;

/** Is this the form of 2019, the code behind its length? Recorders use either form under either header. */
const hasLength = (body: Uint8Array, edition: Edition): boolean => {
  const [length = 0] = body;
  const behind = body.length - 1 - length;
  if (length < FIRST_CHARACTER) return body.length > 0 && behind >= 0;
  return edition === '2019' && (behind === 0 || behind === IMEI || behind >= IMEI + SOFTWARE);
};

export const t0102Authenticate = message<Authenticate>({
  id: 0x0102,
  name: 'authenticate',
  direction: 'up',
  decode: (body, edition) => {
    if (!hasLength(body, edition)) return { authCode: decodeGbk(body) };
    const reader = new ByteReader(body);
    const authCode = decodeGbk(reader.take(reader.u8()));
    // Some recorders leave out what stands behind the code, or cut it short.
    if (reader.remaining < IMEI) return { authCode };
    const imei = decodeGbk(reader.take(IMEI));
    return { authCode, imei, softwareVersion: decodeGbk(reader.take(Math.min(SOFTWARE, reader.remaining))) };
  },
  encode: ({ authCode, imei, softwareVersion }, edition) => {
    const code = encodeGbk(authCode);
    if (edition !== '2019') return code;
    const writer = new ByteWriter().u8(code.length).raw(code);
    return writer
      .padded(encodeGbk(imei ?? ''), IMEI)
      .padded(encodeGbk(softwareVersion ?? ''), SOFTWARE)
      .finish();
  },
});
