// 0x9208: the platform asks a terminal to upload the files of one alarm to the attachment port. Active safety, section 5.
import { decodeAlarmSign } from '../active-safety/alarm-sign.ts';
import type { AlarmSign } from '../active-safety/alarm-sign.ts';
import { readAlarmNumber, writeAlarmNumber } from '../active-safety/alarm-number.ts';
import type { AlarmNumber } from '../active-safety/alarm-number.ts';
import { ByteReader, ByteWriter } from '../bytes.ts';
import { DecodeError } from '../errors.ts';
import { readText8, writeText8 } from '../fields.ts';
import { message } from '../message.ts';

/**
 * `host`: dotted IPv4, names are not promised to work. `udpPort` 0 when not offered. `alarmSign` as it came with the alarm.
 * The alarm number becomes part of file names of at most 50 bytes: up to 24 letters and digits. `reserved`: 16 zero bytes
 * when absent.
 */
export type AttachmentRequest = AlarmNumber & {
  readonly host: string;
  readonly tcpPort: number;
  readonly udpPort: number;
  readonly alarmSign: AlarmSign;
  readonly reserved?: Uint8Array;
};

const RESERVED_LENGTH = 16;
const TAIL_LENGTH = 32 + RESERVED_LENGTH;

export const p9208AttachmentRequest = message<AttachmentRequest>({
  id: 0x9208,
  name: 'attachment-request',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    const host = readText8(reader);
    const tcpPort = reader.u16();
    const udpPort = reader.u16();
    const signLength = reader.remaining - TAIL_LENGTH;
    if (signLength < 0) throw new DecodeError(reader.offset, 'no room for sign and alarm number');
    const alarmSign = decodeAlarmSign(reader.take(signLength));
    return { host, tcpPort, udpPort, alarmSign, ...readAlarmNumber(reader), reserved: reader.take(RESERVED_LENGTH) };
  },
  encode: (request) => {
    const writer = new ByteWriter();
    writeText8(writer, request.host).u16(request.tcpPort).u16(request.udpPort).raw(request.alarmSign.raw);
    return writeAlarmNumber(writer, request)
      .padded(request.reserved ?? new Uint8Array(0), RESERVED_LENGTH)
      .finish();
  },
});
