// Which columns of the dashboard are shown: what there is, what is on by default, what the operator chose. Pure; drawing them is
// columns.tsx.

/** Columns of facts, before and behind those of buttons; in reading order. */
export const factColumns = [
  'driver',
  'memo',
  'plate',
  'speed',
  'channels',
  'signal',
  'acc',
  'voltage',
  'health',
  'temperature',
  'satellites',
  'loop',
  'timezone',
  'sd',
  'recording',
] as const;
export const lateFactColumns = ['extraMemo', 'licence', 'report'] as const;

/** State and device are always there and no choice. */
export const choosable = [...factColumns, 'ptz', 'talk', ...lateFactColumns] as const;
export type ChoosableColumn = (typeof choosable)[number];

const offByDefault: ReadonlySet<ChoosableColumn> = new Set(['extraMemo', 'licence', 'report']);

/** What the session and the page allow; a column that is not allowed is neither shown nor offered. */
export type ColumnGrants = { ptz: boolean; talk: boolean };

/** Nothing chosen is another thing than no choice made. */
const NONE = 'none';

const isAllowed = (column: ChoosableColumn, grants: ColumnGrants): boolean => {
  if (column === 'ptz') return grants.ptz;
  return column === 'talk' ? grants.talk : true;
};

/** The columns that can be chosen at all. */
export const offered = (grants: ColumnGrants): readonly ChoosableColumn[] =>
  choosable.filter((column) => isAllowed(column, grants));

const defaults: readonly ChoosableColumn[] = choosable.filter((column) => !offByDefault.has(column));

/** Reads the remembered text; '' and what makes no sense are the default. Unknown names are left out. */
export const readChoice = (text: string): ReadonlySet<ChoosableColumn> => {
  if (text === NONE) return new Set();
  const named = text.split(',');
  const chosen = choosable.filter((column) => named.includes(column));
  return new Set(chosen.length === 0 ? defaults : chosen);
};

/** The text to remember; '' for the default. */
export const writeChoice = (chosen: ReadonlySet<ChoosableColumn>): string => {
  const names = choosable.filter((column) => chosen.has(column));
  if (names.length === 0) return NONE;
  return names.length === defaults.length && names.every((name) => defaults.includes(name)) ? '' : names.join(',');
};

/** Chosen and allowed, in reading order. */
export const shownColumns = (text: string, grants: ColumnGrants): readonly ChoosableColumn[] => {
  const chosen = readChoice(text);
  return offered(grants).filter((column) => chosen.has(column));
};
