// Bytes of parameters to values under the names of the contract's table, and back. What the table says of an id is all that is known here.
import {
  AppError,
  HIDDEN_VALUE,
  isStandardRow,
  type ParameterPlace,
  type ParameterTrouble,
  type ParameterValue,
  type ParameterValues,
  parameterIdText,
  parameterOf,
  parametersOfId,
  type StandardRow,
} from '@outrider/contract';
import { decodeGbk, encodeGbk, fromHex, type Parameter, type Parameters, toHex } from '@outrider/jt808';
import type { HeldParameter, OrderOf, ParameterAnswer } from '../../orders.ts';

const SIZES = { D: 4, W: 2, B: 1, HM: 2, BCD: 2 } as const;
/** 2011 has four bytes for them; devices of it live on. */
const WIDE_IN_2011: ReadonlySet<number> = new Set([0x0081, 0x0082, 0x0084]);
/** In a field of these all bits set means 'leave it': a change sends no more than itself (active safety, section 10). */
const keepsOnes = (id: number): boolean => id >= 0xf364 && id <= 0xf367;
const MOST_TEXT_BYTES = 255;
/** One 0x0001 answers all of a message, so few go in one (section 11.1); and some recorders take no long ones. */
const IN_ONE_MESSAGE = 8;

const fits = ({ id, wire, at, bytes }: ParameterPlace, length: number): boolean => {
  if (bytes !== undefined) return length >= bytes[0] && length <= bytes[1];
  if (wire === 'STR') return true;
  return at === undefined && (length === SIZES[wire] || (length === SIZES.D && WIDE_IN_2011.has(id)));
};

const numberIn = (raw: Uint8Array, at: number, size: number): number =>
  raw.subarray(at, at + size).reduce((value, byte) => value * 0x100 + byte, 0);

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const clockText = (hour: number, minute: number): string | undefined =>
  hour <= 23 && minute <= 59 ? `${twoDigits(hour)}:${twoDigits(minute)}` : undefined;
const digitsOf = (byte: number): number =>
  byte >> 4 > 9 || (byte & 15) > 9 ? Number.NaN : (byte >> 4) * 10 + (byte & 15);

/** Undefined for bytes of the right length that mean nothing. */
const read = ({ wire, at = 0, bit, bytes }: ParameterPlace, raw: Uint8Array): ParameterValue | undefined => {
  const [first = 0, next = 0] = raw.subarray(at, at + 2);
  switch (wire) {
    case 'STR':
      return decodeGbk(raw);
    case 'HM':
      return clockText(first, next);
    case 'BCD':
      return clockText(digitsOf(first), digitsOf(next));
    default: {
      const value = numberIn(raw, at, bytes === undefined ? raw.length : SIZES[wire]);
      return bit === undefined ? value : Math.floor(value / 2 ** bit) % 2;
    }
  }
};

const told = (row: StandardRow, value: ParameterValue): ParameterValue =>
  row.secret === 'hidden' && value !== '' ? HIDDEN_VALUE : value;

/** What is wrong with one of them, or what it says. */
const readOne = ({ id, raw }: Parameter): ParameterTrouble['trouble'] | ParameterValues => {
  const rows = parametersOfId(id);
  if (rows.some(({ place }) => !fits(place, raw.length))) return 'length';
  const found = rows.map((row) => [row, read(row.place, raw)] as const);
  if (found.some(([{ place }, value]) => place.wire === 'STR' && String(value).includes('\uFFFD'))) return 'text';
  return Object.fromEntries(
    found.flatMap(([row, value]) => (value === undefined ? [] : [[row.key, told(row, value)]])),
  );
};

/** The last one counts where a device says one twice: so do recorders themselves. */
export const readParameters = ({
  params,
  paramsError,
}: Pick<Parameters, 'params' | 'paramsError'>): ParameterAnswer => {
  const last = new Map(params.map((parameter) => [parameter.id, parameter]));
  const values: ParameterValues = {};
  const wrong: ParameterTrouble[] = [];
  for (const parameter of last.values()) {
    const { id, raw } = parameter;
    const name = (trouble: ParameterTrouble['trouble']): void =>
      void wrong.push({ id: parameterIdText(id), trouble, bytes: raw.length });
    const said = readOne(parameter);
    if (typeof said === 'string') name(said);
    else {
      Object.assign(values, said);
      if (Object.keys(said).length < parametersOfId(id).length) name('value');
    }
    if (params.filter((other) => other.id === id).length > 1) name('twice');
  }
  const held = [...last.values()].map(({ id, raw }) => ({ id, hex: toHex(raw) }));
  return { values, held, wrong, cut: paramsError !== undefined && paramsError.leftover.some((byte) => byte !== 0) };
};

const cannot = (key: string, rule: string): AppError => new AppError('invalid', `deviceParams.${key}: ${rule}`);

const textBytes = ({ key }: StandardRow, value: ParameterValue): Uint8Array => {
  const bytes = encodeGbk(String(value));
  if (bytes.length > MOST_TEXT_BYTES) throw cannot(key, 'The text is too long for the device.');
  if (decodeGbk(bytes) !== String(value).trim()) throw cannot(key, 'The device has no sign for a letter of this text.');
  return bytes;
};

const putNumber = (raw: Uint8Array, at: number, size: number, value: number): void => {
  for (let i = 0; i < size; i += 1) raw[at + i] = Math.floor(value / 0x100 ** (size - 1 - i)) % 0x100;
};

/** Writes a value into the bytes of its parameter. */
const put = (raw: Uint8Array, { wire, at = 0, bit, bytes }: ParameterPlace, value: ParameterValue): void => {
  if (wire === 'STR') return;
  if (wire === 'HM' || wire === 'BCD') {
    const [hour = 0, minute = 0] = String(value).split(':').map(Number);
    const byteOf = (n: number): number => (wire === 'HM' ? n : Math.floor(n / 10) * 16 + (n % 10));
    raw.set([byteOf(hour), byteOf(minute)], at);
    return;
  }
  const size = bytes === undefined ? raw.length : SIZES[wire];
  const before = numberIn(raw, at, size);
  const others = bit === undefined ? 0 : before - (Math.floor(before / 2 ** bit) % 2) * 2 ** bit;
  putNumber(raw, at, size, bit === undefined ? Number(value) : others + Number(value) * 2 ** bit);
};

type Change = { row: StandardRow; value: ParameterValue };

const itemOf = (id: number, changes: readonly Change[], held: HeldParameter | undefined): Parameter => {
  const [first] = changes;
  if (first?.row.place.wire === 'STR') return { id, raw: textBytes(first.row, first.value) };
  const raw = held === undefined ? undefined : fromHex(held.hex);
  if (raw === undefined || changes.some(({ row }) => !fits(row.place, raw.length)))
    throw cannot(first?.row.key ?? '', 'The device does not have this parameter.');
  if (keepsOnes(id)) raw.fill(0xff);
  for (const { row, value } of changes) put(raw, row.place, value);
  return { id, raw };
};

/** The bodies of 0x8103, one after the other. */
export const parameterItems = ({ values, held, raw = [] }: OrderOf<'setParameters'>): { params: Parameter[] }[] => {
  const changes = Object.entries(values).flatMap(([key, value]): Change[] => {
    const row = parameterOf(key);
    // The mask stands for what the device has.
    if (row === undefined || !isStandardRow(row)) return [];
    return row.secret === 'hidden' && value === HIDDEN_VALUE ? [] : [{ row, value }];
  });
  const ofValues = [...Map.groupBy(changes, ({ row }) => row.place.id)].map(([id, own]) =>
    itemOf(
      id,
      own,
      held.find((parameter) => parameter.id === id),
    ),
  );
  const all = [...ofValues, ...raw.map(({ id, hex }) => ({ id, raw: fromHex(hex) }))];
  return Array.from({ length: Math.ceil(all.length / IN_ONE_MESSAGE) }, (_, i) => ({
    params: all.slice(i * IN_ONE_MESSAGE, (i + 1) * IN_ONE_MESSAGE),
  }));
};
