// 0x1210: first message on the attachment port, the files a terminal is going to send for one alarm. Active safety, 6.1.
import { decodeAlarmSign } from '../active-safety/alarm-sign.ts';
import type { AlarmSign } from '../active-safety/alarm-sign.ts';
import { readAlarmNumber, writeAlarmNumber } from '../active-safety/alarm-number.ts';
import type { AlarmNumber } from '../active-safety/alarm-number.ts';
import { ByteReader, ByteWriter } from '../bytes.ts';
import { DecodeError } from '../errors.ts';
import { readList, readText, readText8, writeText8 } from '../fields.ts';
import { encodeGbk } from '../gbk.ts';
import { message } from '../message.ts';

/** One announced file, size in bytes. */
export type AttachmentListFile = { readonly name: string; readonly size: number };

/** `infoType` 0 a normal upload, 1 a supplement. `terminalId` is empty in the Heilongjiang form, which has none. */
export type AttachmentList = AlarmNumber & {
  readonly terminalId: string;
  readonly alarmSign: AlarmSign;
  readonly infoType: number;
  readonly files: readonly AttachmentListFile[];
};

/** Nothing names the form: right is the one whose kind is 0 or 1 and whose files end with the body. Tried in this order. */
const FORMS = [
  { idLength: 7, signLength: 16 },
  { idLength: 30, signLength: 40 },
  { idLength: 30, signLength: 39 },
  { idLength: 7, signLength: 32 },
  { idLength: 0, signLength: 38 },
] as const;

type Form = (typeof FORMS)[number];

const readForm = (body: Uint8Array, form: Form): AttachmentList | null => {
  const reader = new ByteReader(body);
  const terminalId = readText(reader, form.idLength);
  const alarmSign = decodeAlarmSign(reader.take(form.signLength));
  const alarmNumber = readAlarmNumber(reader);
  const infoType = reader.u8();
  if (infoType > 1) return null;
  const files = readList(reader.u8(), () => ({ name: readText8(reader), size: reader.u32() }));
  return reader.remaining === 0 ? { terminalId, alarmSign, ...alarmNumber, infoType, files } : null;
};

const tryForm = (body: Uint8Array, form: Form): AttachmentList | null => {
  try {
    return readForm(body, form);
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
};

export const t1210AttachmentList = message<AttachmentList>({
  id: 0x1210,
  name: 'attachment-list',
  direction: 'up',
  decode: (body) => {
    for (const form of FORMS) {
      const list = tryForm(body, form);
      if (list) return list;
    }
    throw new DecodeError(0, 'no known form of the attachment list fits');
  },
  encode: (list) => {
    const form = FORMS.find(({ signLength }) => signLength === list.alarmSign.raw.length);
    if (!form) throw new RangeError(`no alarm sign has ${list.alarmSign.raw.length} bytes`);
    const writer = new ByteWriter().padded(encodeGbk(list.terminalId), form.idLength).raw(list.alarmSign.raw);
    writeAlarmNumber(writer, list).u8(list.infoType).u8(list.files.length);
    for (const file of list.files) writeText8(writer, file.name).u32(file.size);
    return writer.finish();
  },
});
