// When the rows of a table are cards, and how one is laid out: on a phone that is too narrow for the columns, every value stands behind its
// header, two of them side by side where they are short. What a value says may then take as many lines as it needs.
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { useScaled } from '../lib/text-scale.ts';
import { leastWidth } from './column.ts';
import type { Column } from './column.ts';

/** Wider rooms keep their columns and scroll sideways: there most of them are in sight. */
const NARROW_PX = 480;
/** A column that may be this narrow has half a card for itself. */
const HALF_PX = 150;
const LINE_PX = 24;
const EDGE_PX = 20;

export type Room = { readonly width: number; readonly height: number };

/** How large an element is inside, again when it changes. */
export const useRoom = (element: RefObject<HTMLElement | null>): Room => {
  const [room, setRoom] = useState<Room>({ width: 0, height: 0 });
  useEffect(() => {
    const found = element.current;
    if (found === null) return undefined;
    const watch = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = found;
      setRoom((before) => (before.width === width && before.height === height ? before : { width, height }));
    });
    watch.observe(found);
    return () => watch.disconnect();
  }, [element]);
  return room;
};

/** Whether more than a tenth of columns that take `leastPx` would be out of sight. */
export const isTooNarrow = (widthPx: number, leastPx: number): boolean =>
  widthPx > 0 && widthPx < NARROW_PX && 0.9 * leastPx > widthPx;

export const useCards = <Row>({ width }: Room, columns: readonly Column<Row>[]): boolean =>
  isTooNarrow(width, useScaled(columns.reduce((sum, column) => sum + leastWidth(column), 0)));

type Part = 'mark' | 'act' | 'half' | 'whole';

/**
 * Ticks and glyphs have no header and begin the card, what can only be pressed ends it; long values have a line for themselves.
 */
const partOf = <Row>({ header, head, value, width }: Column<Row>, first: boolean, sorts: boolean): Part => {
  if (header === '' || (head !== undefined && value === undefined)) return first ? 'mark' : 'act';
  if (sorts && value === undefined) return 'act';
  return leastWidth({ width }) <= HALF_PX ? 'half' : 'whole';
};

const partsOf = <Row>(columns: readonly Column<Row>[]): Part[] => {
  const named = columns.findIndex(
    ({ header, head, value }) => header !== '' && (head === undefined || value !== undefined),
  );
  // Where nothing sorts, a column without a value may be of anything.
  const sorts = columns.some(({ value }) => value !== undefined);
  return columns.map((column, index) => partOf(column, index < named, sorts));
};

/** What the cells of a card say of themselves to the style sheet. */
export const cardParts = <Row>(columns: readonly Column<Row>[]): { 'data-part': Part; 'data-header': string }[] =>
  partsOf(columns).map((part, index) => ({ 'data-part': part, 'data-header': columns[index]?.header ?? '' }));

/** About how high a card is before it is measured. */
export const cardPx = <Row>(columns: readonly Column<Row>[]): number => {
  const parts = partsOf(columns);
  const count = (part: Part): number => parts.filter((each) => each === part).length;
  return EDGE_PX + LINE_PX * (Math.ceil(count('half') / 2) + count('whole') + (count('act') > 0 ? 1 : 0));
};
