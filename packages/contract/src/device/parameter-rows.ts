// How rows of the table of parameters are written: values, controls, and where fields lie. The rows are parameter-table.ts.
import type { Right } from '../speak/rights.ts';
import type {
  ItemControl,
  ParameterControl,
  ParameterOption,
  ParameterPanel,
  ParameterPlace,
  ParameterRow,
} from './parameter.ts';

export const MAX_WORD = 0xffff;
export const MAX_DOUBLE = 0xffffffff;
export const DAY_S = 86_400;

type Named = Pick<ParameterRow, 'key' | 'label'> & Partial<Pick<ParameterRow, 'part' | 'factory' | 'secret'>>;
/** `block`: in the vendor block, under the key's own name. */
type Where = ParameterPlace | readonly [id: number, wire: ParameterPlace['wire']] | 'block';

export const number = (min: number, max: number, unit = ''): ItemControl => ({ kind: 'number', min, max, unit });
export const seconds = (max = MAX_DOUBLE): ItemControl => number(0, max, 's');
export const metres = (max = MAX_DOUBLE): ItemControl => number(0, max, 'm');
export const text = (most: number): ItemControl => ({ kind: 'text', most });
export const plate: ItemControl = { kind: 'text', most: 12, alphanumeric: true };
export const onOff: ItemControl = { kind: 'switch' };
export const minutes: ItemControl = { kind: 'minutes' };
export const select = (...options: readonly ParameterOption[]): ItemControl => ({ kind: 'select', options });
export const bits = (names: readonly string[], max = MAX_DOUBLE): ItemControl => ({ kind: 'bits', names, max });
/** One for each camera. */
export const eachCamera = (of: ItemControl): ParameterControl => ({
  kind: 'each',
  of,
  count: 'cameras',
  name: 'Camera',
});
/** As many as the device has. */
export const listOf = (of: ItemControl, name: string): ParameterControl => ({ kind: 'each', of, count: 'any', name });

/** 'Camera 1', 'Camera 2': the number stands behind the name. */
export const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${name} ${i + 1}`);

const placeOf = (where: Where, key: string): ParameterRow['place'] => {
  if (where === 'block') return { setting: key };
  return 'id' in where ? where : { id: where[0], wire: where[1] };
};

/** Rows of one panel and right. */
export const rowsOf =
  (panel: ParameterPanel, right: Right) =>
  (where: Where, control: ParameterControl, key: string, label: string, more: Partial<Named> = {}): ParameterRow => ({
    key,
    place: placeOf(where, key),
    panel,
    right,
    label,
    control,
    ...more,
  });
/** Fields of one longer value. */
export const fieldsOf =
  (id: number, bytes: readonly [number, number]) =>
  (at: number, wire: ParameterPlace['wire'], bit?: number): ParameterPlace => ({
    id,
    wire,
    at,
    bytes,
    ...(bit !== undefined && { bit }),
  });
