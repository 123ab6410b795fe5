// How rows of the table of parameters are written: values, controls, and where fields lie. The rows are parameter-table.ts.
import type { Right } from '../speak/rights.ts';
import type { ParameterControl, ParameterOption, ParameterPanel, ParameterPlace, ParameterRow } from './parameter.ts';

export const MAX_WORD = 0xffff;
export const MAX_DOUBLE = 0xffffffff;
export const DAY_S = 86_400;

type Named = Pick<ParameterRow, 'key' | 'label'> & Partial<Pick<ParameterRow, 'part' | 'factory' | 'secret'>>;
type Where = ParameterPlace | readonly [id: number, wire: ParameterPlace['wire']];

export const number = (min: number, max: number, unit = ''): ParameterControl => ({ kind: 'number', min, max, unit });
export const seconds = (max = MAX_DOUBLE): ParameterControl => number(0, max, 's');
export const metres = (max = MAX_DOUBLE): ParameterControl => number(0, max, 'm');
export const text = (most: number): ParameterControl => ({ kind: 'text', most });
export const plate: ParameterControl = { kind: 'text', most: 12, alphanumeric: true };
export const onOff: ParameterControl = { kind: 'switch' };
export const minutes: ParameterControl = { kind: 'minutes' };
export const select = (...options: readonly ParameterOption[]): ParameterControl => ({ kind: 'select', options });
export const bits = (names: readonly string[], max = MAX_DOUBLE): ParameterControl => ({ kind: 'bits', names, max });

/** 'Camera 1', 'Camera 2': the number stands behind the name. */
export const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${name} ${i + 1}`);

/** Rows of one panel and right. */
export const rowsOf =
  (panel: ParameterPanel, right: Right) =>
  (where: Where, control: ParameterControl, key: string, label: string, more: Partial<Named> = {}): ParameterRow => ({
    key,
    place: 'id' in where ? where : { id: where[0], wire: where[1] },
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
