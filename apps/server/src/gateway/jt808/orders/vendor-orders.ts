// Questions and answers in our vendor block: the content of 0x8900 and 0x0900 (docs/reference/vendor-block.md). Which device may be asked
// is not decided here.
import {
  decodeVendorBlock,
  encodeVendorBlock,
  isVendorBlock,
  type TransparentContent,
  VENDOR_RESULT,
  vendorCommandCode,
} from '@outrider/jt808';
import { AppError } from '../../../kernel/errors.ts';
import type { OrderOf, VendorAnswer } from '../../orders.ts';

type Content = TransparentContent | { type: number };
const isBlock = (said: unknown): said is TransparentContent => {
  if (typeof said !== 'object' || said === null || !('type' in said) || !('content' in said)) return false;
  const { type, content } = said;
  return typeof type === 'number' && content instanceof Uint8Array && isVendorBlock({ type, content });
};

export const vendorQuestion = ({ command, asks }: OrderOf<'vendor'>, serial: number) =>
  encodeVendorBlock({
    command: vendorCommandCode(command),
    serial,
    result: null,
    body: asks === undefined ? null : { json: JSON.stringify(asks) },
  });

/** A block of the same command and number that says a result. */
export const isVendorAnswer = (sent: Content, said: unknown): boolean => {
  if (!isBlock(sent) || !isBlock(said)) return false;
  const [asked, told] = [decodeVendorBlock(sent), decodeVendorBlock(said)];
  return told.result !== null && told.command === asked.command && told.serial === asked.serial;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('device_refused', 'The answer of the device cannot be read');
  }
};

const MAX_WHY = 200;
const whyIn = (json: object): unknown => {
  if ('why' in json) return json.why;
  // Of settings it says why for each; it failed where none of them was taken.
  return 'refused' in json && typeof json.refused === 'object' ? Object.values(json.refused ?? {})[0] : undefined;
};
/** What the device says of a failure, where it says something. */
const whyOf = (answer: VendorAnswer): string => {
  const json = answer !== null && 'json' in answer ? answer.json : null;
  const why = typeof json === 'object' && json !== null ? whyIn(json) : undefined;
  return typeof why === 'string' && why !== '' ? why.slice(0, MAX_WHY) : 'failed';
};

/** Throws AppError for a result other than done. */
export const vendorAnswer = (said: Content): VendorAnswer => {
  if (!isBlock(said)) return null;
  const { result, body } = decodeVendorBlock(said);
  if (result === VENDOR_RESULT.notSupported)
    throw new AppError('device_unsupported', 'The device refused: not supported');
  if (result === VENDOR_RESULT.malformed) throw new AppError('device_refused', 'The device refused: message malformed');
  if (result === VENDOR_RESULT.busy) throw new AppError('device_refused', 'The device refused: busy');
  const answer = body === null ? null : 'json' in body ? { json: jsonOf(body.json) } : { bytes: body.binary };
  if (result !== VENDOR_RESULT.done) throw new AppError('device_refused', `The device refused: ${whyOf(answer)}`);
  return answer;
};
