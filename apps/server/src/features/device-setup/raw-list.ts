// The raw list: everything that a device answers, one entry an id, with how it is shown. Pure.
import {
  AppError,
  type ParameterControl,
  type ParameterRow,
  type ParameterValue,
  type RawParameter,
  parameterFault,
  parameterIdText,
  parameterOf,
  parameterSource,
  parametersOfId,
} from '@outrider/contract';
import type { HeldParameter, ParameterAnswer } from '../../gateway/index.ts';

/** The list of channels and the version of the extension: a device says them and takes none. */
const READ_ONLY: ReadonlySet<number> = new Set([0x0076, 0xf370]);

const hintOf = (control: ParameterControl): RawParameter['h'] => {
  switch (control.kind) {
    case 'number':
    case 'slider':
      return { c: 'number', min: control.min, max: control.max, ...(control.unit !== '' && { unit: control.unit }) };
    case 'select':
      return { c: 'select', options: control.options.map(([value, name]): [number, string] => [value, name]) };
    case 'bits':
      return { c: 'bits', bits: [...control.names], max: control.max };
    case 'switch':
      return { c: 'switch' };
    case 'minutes':
    case 'time':
      return { c: 'time' };
    case 'temperature':
      return { c: 'number', min: control.min, max: control.max, unit: '0.1 °C' };
    case 'days':
    case 'points':
      return { c: 'text' };
    case 'each':
      return { ...hintOf(control.of), c: 'list' };
    case 'text':
      return { c: 'text', max: control.most };
  }
};

/** The row of a parameter that is one value. */
const wholeOf = (id: number): ParameterRow | undefined =>
  parametersOfId(id).find(({ place }) => place.at === undefined);

const entryOf = ({ id, hex }: HeldParameter, values: ParameterAnswer['values']): RawParameter => {
  const prefix = parameterIdText(id);
  const row = wholeOf(id);
  const value = row === undefined ? undefined : values[row.key];
  if (row !== undefined && value !== undefined)
    return { k: row.key, v: value, h: { ...hintOf(row.control), name: row.label, prefix } };
  // A hidden text in a form that nobody can read is still a secret.
  const v = row?.secret === 'hidden' ? '' : hex;
  const source = parametersOfId(id).length > 0 ? { name: parameterSource({ id, wire: 'D' }) } : {};
  return { k: prefix, v, h: { c: 'text', ...source, prefix, ...(READ_ONLY.has(id) && { read: true }) } };
};

export const rawList = ({ held, values }: ParameterAnswer): RawParameter[] =>
  held.toSorted((one, other) => one.id - other.id).map((parameter) => entryOf(parameter, values));

/** Neither in the table nor an id: only a device itself may know it. */
export const isOwnName = (name: string): boolean => parameterOf(name) === undefined && !name.startsWith('0x');

/** What a name of the raw list and a value set: one value of the table, or bytes. Throws AppError invalid. */
export const rawChange = (name: string, value: ParameterValue): { row: ParameterRow } | { bytes: HeldParameter } => {
  const row = parameterOf(name);
  if (row !== undefined) {
    const found = parameterFault(row, value);
    if (found !== undefined)
      throw new AppError(
        'invalid',
        found.text.replaceAll(/\{(\w+)\}/g, (whole, part: string) => String(found.values[part] ?? whole)),
      );
    return { row };
  }
  const id = /^0x[0-9A-F]{4,8}$/.test(name) ? Number(name) : 0;
  if (id === 0) throw new AppError('invalid', 'There is no such parameter.');
  if (READ_ONLY.has(id)) throw new AppError('invalid', 'This parameter can only be read.');
  if (wholeOf(id)?.secret !== undefined) throw new AppError('invalid', 'This parameter is set by its name.');
  if (typeof value !== 'string' || !/^([0-9A-Fa-f]{2}){1,255}$/.test(value))
    throw new AppError('invalid', 'Pairs of hexadecimal digits, one for each byte.');
  return { bytes: { id, hex: value.toLowerCase() } };
};
