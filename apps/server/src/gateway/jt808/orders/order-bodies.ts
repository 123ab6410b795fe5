// Bodies of orders that take more than a line: the flags of a text in both editions, the words of 0x8105, the server a device dials.
import {
  CONTROL,
  type Control,
  decodeRecorderBlock,
  DecodeError,
  type Edition,
  type SetParameters,
  type TextMessage,
} from '@outrider/jt808';
import { AppError } from '../../../kernel/errors.ts';
import type { DriverText } from '../../orders.ts';

const URGENT = 1 << 0;
const DISPLAY = 1 << 2;
const READ_ALOUD = 1 << 3;
const ADVERTISE = 1 << 4;
const FAULT_CODE = 1 << 5;
/** 2019: the two lowest bits are one number, and bit 4 is no longer anything. */
const PURPOSE_2019 = { service: 1, urgent: 2, notice: 3 } as const;
const TEXT_TYPE = { notice: 1, service: 2 } as const;

/** 0x8300 (section 15.1). Where nothing is said of how, the text is shown and read aloud. */
export const textBody = (order: DriverText, edition: Edition): TextMessage => {
  const { text, purpose = 'notice', urgent = false, advertise = false, faultCode = false } = order;
  const isPlain = order.display === undefined && order.readAloud === undefined;
  const { display = isPlain, readAloud = isPlain } = order;
  const how = (display ? DISPLAY : 0) | (readAloud ? READ_ALOUD : 0) | (faultCode ? FAULT_CODE : 0);
  if (edition === '2019')
    return { flags: how | PURPOSE_2019[urgent ? 'urgent' : purpose], textType: TEXT_TYPE[purpose], text };
  return { flags: how | (urgent ? URGENT : 0) | (advertise ? ADVERTISE : 0), text };
};

/** 0x8105 (section 12.2): fields joined by ';', an unused one empty, numbers in decimal text. A ';' would move what follows it. */
export const controlled = (
  word: keyof typeof CONTROL,
  fields: readonly (string | number | undefined)[] = [],
): Control => {
  const texts = fields.map((field) => String(field ?? ''));
  if (texts.some((text) => text.includes(';')))
    throw new AppError('invalid', "A field of this command cannot hold ';'.");
  return { command: CONTROL[word], ...(texts.length > 0 && { parameters: texts.join(';') }) };
};

const MAIN_SERVER = 0x0013;
const SERVER_TCP_PORT = 0x0018;
const fourBytes = (number: number): Uint8Array =>
  Uint8Array.from([number >>> 24, (number >>> 16) & 0xff, (number >>> 8) & 0xff, number & 0xff]);

const textOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

/** 0x8103 with the main server (section 11.2). From 2019 on the port stands behind the address, and has no parameter of its own. */
export const serverParameters = ({ host, port }: { host: string; port: number }, edition: Edition): SetParameters => {
  if (edition === '2019') return { params: [{ id: MAIN_SERVER, raw: textOf(`${host}:${port}`) }] };
  return {
    params: [
      { id: MAIN_SERVER, raw: textOf(host) },
      { id: SERVER_TCP_PORT, raw: fourBytes(port) },
    ],
  };
};

/** What is in the block of a 0x0700 (section 18.1). A collection that failed, or bytes that are no block, are a refusal. */
export const recorderAnswer = (block: Uint8Array): { block: Uint8Array; data: Uint8Array } => {
  try {
    const { failed, data } = decodeRecorderBlock(block);
    if (!failed) return { block, data };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
  }
  throw new AppError('device_refused', 'The driving recorder could not collect this');
};
