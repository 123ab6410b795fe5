// Settings of the vendor block as values under the names of the contract's table. The block itself is vendor-orders.ts.
import {
  type ItemControl,
  HIDDEN_VALUE,
  type ParameterItem,
  type ParameterTrouble,
  type ParameterValue,
  type ParameterValues,
  parameterFault,
  parameterOf,
  isVendorRow,
  vendorRows,
  type VendorRow,
} from '@outrider/contract';
import type { ParameterAnswer, VendorAnswer } from '../../orders.ts';

type Json = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Undefined for what is no value of this control. */
const itemOf = (control: ItemControl, value: unknown): ParameterItem | undefined => {
  if (control.kind === 'switch') return typeof value === 'boolean' ? Number(value) : undefined;
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
};
const valueOf = ({ control }: VendorRow, value: unknown): ParameterValue | undefined => {
  if (control.kind !== 'each') return itemOf(control, value);
  if (!Array.isArray(value)) return undefined;
  const items = value.map((item) => itemOf(control.of, item));
  return items.every((item) => item !== undefined) ? items : undefined;
};
/** Of a choice that nobody knows the number is told, as of other parameters. */
const isMeant = (row: VendorRow, value: ParameterValue): boolean =>
  row.control.kind === 'select' ? typeof value === 'number' : parameterFault(row, value) === undefined;

export const settingsAsked = (keys?: readonly string[]): Json =>
  keys === undefined
    ? {}
    : { names: vendorRows.flatMap(({ key, place }) => (keys.includes(key) ? [place.setting] : [])) };

/** What the table has a name for; the rest a device may keep to itself. */
export const readSettings = (answer: VendorAnswer): Pick<ParameterAnswer, 'values' | 'wrong'> => {
  const told = objectOf(objectOf(answer !== null && 'json' in answer ? answer.json : null)['settings']);
  const values: ParameterValues = {};
  const wrong: ParameterTrouble[] = [];
  for (const row of vendorRows) {
    const said = told[row.place.setting];
    if (said === undefined) continue;
    const value = valueOf(row, said);
    if (value === undefined || !isMeant(row, value))
      wrong.push({ id: row.place.setting, trouble: 'value', bytes: Buffer.byteLength(JSON.stringify(said)) });
    else values[row.key] = row.secret === 'hidden' && value !== '' ? HIDDEN_VALUE : value;
  }
  return { values, wrong };
};

const jsonOf = (control: ItemControl, value: ParameterItem): unknown =>
  control.kind === 'switch' ? value === 1 : value;

/** As the block has them; the mask of a hidden one stands for what the device has. */
export const settingsJson = (values: ParameterValues): Json =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const row = parameterOf(key);
      if (row === undefined || !isVendorRow(row) || (row.secret === 'hidden' && value === HIDDEN_VALUE)) return [];
      const { control } = row;
      if (control.kind !== 'each')
        return typeof value === 'object' ? [] : [[row.place.setting, jsonOf(control, value)]];
      return typeof value === 'object' ? [[row.place.setting, value.map((item) => jsonOf(control.of, item))]] : [];
    }),
  );
