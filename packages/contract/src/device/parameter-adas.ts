// Driver assistance, driver monitoring and blind spots: what only the vendor block has (calibration, geometry). Part of parameter-table.ts.
import type { ParameterRow } from './parameter.ts';
import { listOf, number, rowsOf } from './parameter-rows.ts';

/** Values of another maker's assistance, whose meaning only that maker knows. */
const motovis = rowsOf('adas', 'F_rmdvrs_motovisadas');

export const adasVendorParameters: readonly ParameterRow[] = [
  motovis('block', listOf(number(0, 65_535), 'Value'), 'MotovisAdas', 'Motovis ADAS'),
];
