// Which columns of a table are shown: what is allowed, what is on at first, what the operator chose. Pure; the dialog is column-dialog.tsx.
import type { Column } from '../../ui/column.ts';

/** Nothing chosen is another thing than no choice made. */
const NONE = 'none';

/** The columns that can be chosen at all. */
export const offered = <Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns.filter(({ choice, allowed = true }) => choice !== undefined && allowed);

const isUsual = <Row>({ choice }: Column<Row>): boolean => choice === 'on';

/** Reads the remembered text; '' and what makes no sense are the usual columns. Unknown names are left out. */
export const readChoice = <Row>(text: string, columns: readonly Column<Row>[]): ReadonlySet<string> => {
  if (text === NONE) return new Set();
  const named = text.split(',');
  const choosable = columns.filter(({ choice }) => choice !== undefined);
  const chosen = choosable.filter(({ id }) => named.includes(id));
  return new Set((chosen.length === 0 ? choosable.filter(isUsual) : chosen).map(({ id }) => id));
};

/** The text to remember; '' for the usual columns. */
export const writeChoice = <Row>(chosen: ReadonlySet<string>, columns: readonly Column<Row>[]): string => {
  const choosable = columns.filter(({ choice }) => choice !== undefined);
  const names = choosable.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  if (names.length === 0) return NONE;
  return choosable.every((column) => isUsual(column) === chosen.has(column.id)) ? '' : names.join(',');
};

/** Those that are always there, and the chosen ones, as far as allowed, in reading order. */
export const shownColumns = <Row>(text: string, columns: readonly Column<Row>[]): readonly Column<Row>[] => {
  const chosen = readChoice(text, columns);
  return columns.filter(({ id, choice, allowed = true }) => allowed && (choice === undefined || chosen.has(id)));
};
