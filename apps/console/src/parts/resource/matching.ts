// Which records a search word finds: those that say it in any column that may be seen, whatever its case. Pure.
import { type Column, textOf } from '../../ui/column.ts';

/** The same list for an empty word. */
export const matching = <Row>(rows: readonly Row[], columns: readonly Column<Row>[], word: string): readonly Row[] => {
  const wanted = word.trim().toLowerCase();
  if (wanted === '') return rows;
  const searched = columns.filter(({ value, allowed = true }) => value !== undefined && allowed);
  return rows.filter((row) => searched.some((column) => textOf(column, row).toLowerCase().includes(wanted)));
};
