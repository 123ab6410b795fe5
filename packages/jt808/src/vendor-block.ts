// Our own block inside 0x8900 and 0x0900 (type F0): what neither JT/T 808 nor JT/T 1078 has a field for. Sent only to recorders that
// say they know it. What its commands mean is the table below; docs/reference/vendor-block.md is made from it.
import { ByteReader, ByteWriter } from './bytes.ts';
import { DecodeError } from './errors.ts';
import type { TransparentContent } from './transparent.ts';

/** Type of 0x8900 and 0x0900 that carries a block; F0 without the mark is another maker's text. */
export const VENDOR_BLOCK_TYPE = 0xf0;
/** Bit of `terminalType` in 0x0107 that a recorder sets when it knows the block. The standard uses bits 0 to 8. */
export const VENDOR_BLOCK_TERMINAL_BIT = 1 << 15;
/** Most bytes of a body; longer messages than one frame go in sub-packages. */
export const VENDOR_BODY_BYTES = 32_768;

const MARK = 0x4f52;
const VERSION = 1;
const REQUEST = 0xff;
const FORM = { none: 0, json: 1, binary: 2 } as const;

/** Commands, with what is asked and answered. `?` marks what may be absent; times are UTC ms. */
export const VENDOR_COMMANDS = [
  { name: 'hello', code: 0, asks: '', answers: '{ model, firmware, commands: [code], settings: [name] }' },
  { name: 'read-settings', code: 1, asks: '{ names?: [name] }', answers: '{ settings: { name: value } }' },
  {
    name: 'write-settings',
    code: 2,
    asks: '{ settings: { name: value } }',
    answers: '{ settings: { name: value }, refused: { name: why } }',
  },
  {
    name: 'storage',
    code: 3,
    asks: '',
    answers: '{ disks: [{ name, totalMb, usedMb }], oldestMs? }',
  },
  { name: 'format', code: 4, asks: '{ disk: name }', answers: '' },
  {
    name: 'syslog',
    code: 5,
    asks: '{ lines?: number }',
    answers: '{ lines: [text], zoneS?: seconds east of UTC of the times in them }',
  },
  { name: 'wake-up', code: 6, asks: '', answers: '' },
  {
    name: 'list-faces',
    code: 7,
    asks: '',
    answers: '{ capacity, slots: [{ slot, name, idCard, md5, sizeBytes, atMs }] }',
  },
  {
    name: 'write-face',
    code: 8,
    asks: '{ slot, name, idCard, url, md5 }, or without url and md5 to change the words of a slot',
    answers: '{ slot, md5, atMs }, with a url when the photo has come and its MD5 is that',
  },
  { name: 'remove-face', code: 9, asks: '{ slot }', answers: '{ slot, atMs }' },
  {
    name: 'read-face',
    code: 10,
    asks: '{ slot, offset? }',
    answers: 'the photo as it is stored, from the byte on, as much as fits a block; binary',
  },
  {
    name: 'read-own',
    code: 20,
    asks: '',
    answers: '{ values: [{ k, v, h }] }: values that only this maker knows, each with what it is (D14)',
  },
  { name: 'write-own', code: 21, asks: '{ k, v }', answers: '{ v }, as it has it then' },
] as const;

export type VendorCommand = (typeof VENDOR_COMMANDS)[number]['name'];

/** What an answer says of its request, beside its body. */
export const VENDOR_RESULT = { done: 0, failed: 1, malformed: 2, notSupported: 3, busy: 4 } as const;

/** JSON as text, any bytes, or nothing. The text is not parsed here. */
export type VendorBody = { readonly json: string } | { readonly binary: Uint8Array } | null;

/**
 * One block. `serial` is chosen by who asks and stands in the answer again: 0x0900 has no reply serial of its own. `result` is null
 * in a request.
 */
export type VendorBlock = {
  readonly command: number;
  readonly serial: number;
  readonly result: number | null;
  readonly body: VendorBody;
};

/** The number of a command. */
export const vendorCommandCode = (name: VendorCommand): number =>
  VENDOR_COMMANDS.find((command) => command.name === name)?.code ?? 0;

/** Content of type F0 for 0x8900 or 0x0900. RangeError for a body above 32 KB or a field that does not fit. */
export const encodeVendorBlock = ({ command, serial, result, body }: VendorBlock): TransparentContent => {
  const bytes = bodyBytes(body);
  if (bytes.length > VENDOR_BODY_BYTES) throw new RangeError(`${bytes.length} bytes do not fit a block`);
  if (result === REQUEST) throw new RangeError('result FF marks a request');
  const content = new ByteWriter(10 + bytes.length)
    .u16(MARK)
    .u8(VERSION)
    .u8(command)
    .u16(serial)
    .u8(result ?? REQUEST)
    .u8(formOf(body))
    .u16(bytes.length)
    .raw(bytes)
    .finish();
  return { type: VENDOR_BLOCK_TYPE, content };
};

/** Whether this content is a block at all: type F0 and the mark. */
export const isVendorBlock = ({ type, content }: TransparentContent): boolean =>
  type === VENDOR_BLOCK_TYPE && content.length >= 2 && new ByteReader(content).u16() === MARK;

/** Reads a block. DecodeError when it is none, of another version, cut, too long, or its text is no UTF-8. */
export const decodeVendorBlock = ({ type, content }: TransparentContent): VendorBlock => {
  const reader = new ByteReader(content);
  if (type !== VENDOR_BLOCK_TYPE || reader.u16() !== MARK) throw new DecodeError(0, 'no vendor block');
  const version = reader.u8();
  if (version !== VERSION) throw new DecodeError(2, `vendor block of version ${version}`);
  const head = { command: reader.u8(), serial: reader.u16() };
  const result = reader.u8();
  const form = reader.u8();
  const length = reader.u16();
  if (length > VENDOR_BODY_BYTES) throw new DecodeError(8, `body of ${length} bytes`);
  return { ...head, result: result === REQUEST ? null : result, body: readBody(form, reader.take(length)) };
};

const formOf = (body: VendorBody): number => {
  if (body === null) return FORM.none;
  return 'json' in body ? FORM.json : FORM.binary;
};

const bodyBytes = (body: VendorBody): Uint8Array => {
  if (body === null) return new Uint8Array(0);
  return 'json' in body ? new TextEncoder().encode(body.json) : body.binary;
};

const readBody = (form: number, bytes: Uint8Array): VendorBody => {
  if (form === FORM.binary) return { binary: bytes };
  if (form === FORM.none && bytes.length === 0) return null;
  if (form !== FORM.json) throw new DecodeError(7, `body of form ${form}`);
  try {
    return { json: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    throw new DecodeError(10, 'body is no UTF-8');
  }
};
