// Rows that people tick to do something with all of them: which ones they are, and the column of ticks.
import { useCallback, useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import type { Column } from '../../ui/column.ts';
import styles from './table.module.css';

export type Ticks<Id> = { ticked: ReadonlySet<Id>; toggle: (id: Id) => void };

const among = <Id,>(chosen: ReadonlySet<Id>, ids: readonly Id[] | undefined): ReadonlySet<Id> => {
  if (ids === undefined) return chosen;
  const known = new Set(ids);
  return new Set([...chosen].filter((id) => known.has(id)));
};

/**
 * In the order they were ticked. What is not `there` any more loses its tick for good: nobody would see it come back ticked. Of what is there
 * only those count that are `shown`; the others keep their tick until they are shown again.
 */
export const useTicks = <Id extends string | number>(
  there?: readonly Id[],
  shown = there,
): Ticks<Id> & { tick: (ids: readonly Id[]) => void } => {
  const [chosen, setChosen] = useState<ReadonlySet<Id>>(new Set());
  const kept = useMemo(() => among(chosen, there), [there, chosen]);
  if (kept.size < chosen.size) setChosen(kept);
  const ticked = useMemo(() => among(kept, shown), [kept, shown]);
  const toggle = useCallback(
    (id: Id) =>
      setChosen((old) => {
        const next = new Set(old);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const tick = useCallback((ids: readonly Id[]) => setChosen(new Set(ids)), []);
  return { ticked, toggle, tick };
};

type TickProps<Id> = Ticks<Id> & { id: Id; label: string };

/** As large as a finger needs. A press on it opens no row. */
const Tick = <Id,>({ ticked, toggle, id, label }: TickProps<Id>): ReactElement => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- only keeps the press from the row
  <label className={styles.tick} onClick={(event) => event.stopPropagation()}>
    <input
      type="checkbox"
      className="form-check-input"
      aria-label={label}
      checked={ticked.has(id)}
      onChange={() => toggle(id)}
    />
  </label>
);

type TickColumnOptions<Row, Id> = {
  idOf: (row: Row) => Id;
  /** What the tick of a row is called. */
  labelOf: (id: Id) => string;
  pinned?: boolean;
};

export const tickColumn = <Row, Id>(
  ticks: Ticks<Id>,
  { idOf, labelOf, pinned = false }: TickColumnOptions<Row, Id>,
): Column<Row> => ({
  id: 'tick',
  header: '',
  label: t('Choose'),
  width: '40px',
  pinned,
  cell: (row) => <Tick {...ticks} id={idOf(row)} label={labelOf(idOf(row))} />,
});
