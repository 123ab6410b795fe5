// The matrix: rights down, permission sets across, both headers in sight. Only what is seen is drawn, so that 200 sets scroll like four, and
// what stays in sight while it scrolls is not drawn again.
import { LAST_FIXED_SET, type PermissionSetRow, rights } from '@outrider/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useMemo, useRef } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useScaled } from '../../lib/text-scale.ts';
import { Button } from '../../ui/button.tsx';
import styles from './permission.module.css';
import { accessOf, isChanged, nameOf } from './permission-draft.ts';
import type { MatrixRow } from './rows.ts';
import type { PermissionEditor } from './use-permission-draft.ts';

export type SetActions = {
  hide: (set: PermissionSetRow) => void;
  rename: (set: PermissionSetRow) => void;
  copy: (set: PermissionSetRow) => void;
  remove: (set: PermissionSetRow) => void;
};

type MatrixProps = {
  sets: readonly PermissionSetRow[];
  rows: readonly MatrixRow[];
  editor: PermissionEditor;
  actions: SetActions;
  onFold: (group: string) => void;
};

const [ROW, HEAD, COLUMN, FIRST] = [32, 72, 132, 240];

const SetHead = ({ set, editor, actions }: { set: PermissionSetRow } & Pick<MatrixProps, 'editor' | 'actions'>) => {
  const name = nameOf(editor.draft, set);
  const isOwn = Number(set.id) > LAST_FIXED_SET;
  const about = { name };
  return (
    <>
      <span className={styles.setName} data-changed={name !== set.name} title={name}>
        {name}
      </span>
      <span className={`${styles.setTools} soft`}>
        <span className="num" title={t('{count} accounts', { count: set.users })}>
          {set.users}
        </span>
        <Button look="bare" icon="eyeOff" aria-label={t('Hide {name}', about)} onClick={() => actions.hide(set)} />
        {set.id !== '0' && (
          <Button look="bare" icon="copy" aria-label={t('Copy {name}', about)} onClick={() => actions.copy(set)} />
        )}
        {isOwn && (
          <Button look="bare" icon="edit" aria-label={t('Rename {name}', about)} onClick={() => actions.rename(set)} />
        )}
        {isOwn && set.users === 0 && (
          <Button
            look="bare"
            icon="remove"
            aria-label={t('Remove {name}', about)}
            onClick={() => actions.remove(set)}
          />
        )}
      </span>
    </>
  );
};

type CellProps = {
  set: PermissionSetRow;
  row: Extract<MatrixRow, { kind: 'right' }>;
  editor: PermissionEditor;
  /** Its line and column, for the arrow keys. */
  line: number;
  column: number;
  /** Its place in the line, px. */
  left: number;
  width: number;
};

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrow keys go from cell to cell, over the lines of groups. */
const onCellKey =
  (line: number, column: number) =>
  (event: KeyboardEvent<HTMLButtonElement>): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const table = event.currentTarget.closest('table');
    const cellAt = (n: number): HTMLElement | null | undefined =>
      table?.querySelector<HTMLElement>(`[data-at="${line + n * step[0]},${column + n * step[1]}"]`);
    (cellAt(1) ?? cellAt(2))?.focus();
  };

const Cell = memo(function MatrixCell({ set, row, editor, line, column, left, width }: CellProps): ReactElement {
  const index = rights.indexOf(row.right);
  const on = accessOf(editor.draft, set)[index] === '1';
  const changed = isChanged(editor.draft, set, index);
  const text = on ? t('Enable') : t('Disable');
  return (
    <td className={styles.place} style={{ left, width }}>
      <button
        type="button"
        className={styles.cell}
        aria-pressed={on}
        aria-label={t('{right} for {name}: {state}', { right: row.name, name: nameOf(editor.draft, set), state: text })}
        data-changed={changed}
        data-at={`${line},${column}`}
        onKeyDown={onCellKey(line, column)}
        disabled={set.id === '0' || editor.busy}
        onClick={() => editor.toggle(set, index)}
      >
        {text}
        {changed && <small>{t('was {state}', { state: on ? t('Disable') : t('Enable') })}</small>}
      </button>
    </td>
  );
});

type Place = { readonly index: number; readonly start: number };
type Sizes = { readonly row: number; readonly head: number; readonly column: number; readonly first: number };
type LineProps = Pick<MatrixProps, 'sets' | 'editor'> & { columns: readonly Place[]; sizes: Sizes };

const HeadLine = memo(function MatrixHead(props: LineProps & { actions: SetActions }): ReactElement {
  const { sets, columns, sizes, editor, actions } = props;
  return (
    <tr className={styles.headRow} style={{ height: sizes.head }}>
      <th scope="col" className={styles.corner} style={{ width: sizes.first }}>
        {t('Function')}
      </th>
      {columns.map(({ index, start }) => {
        const set = sets[index];
        if (set === undefined) return null;
        const style = { left: sizes.first + start, width: sizes.column };
        return (
          <th key={set.id} scope="col" aria-colindex={index + 2} className={styles.setHead} style={style}>
            <SetHead set={set} editor={editor} actions={actions} />
          </th>
        );
      })}
    </tr>
  );
});

type GroupLineProps = { group: Extract<MatrixRow, { kind: 'group' }>; onFold: MatrixProps['onFold'] };

const GroupLine = ({ group: { id, name, about, open }, onFold }: GroupLineProps): ReactElement => (
  <th scope="rowgroup" className={styles.groupHead} title={about}>
    <button type="button" aria-expanded={open} onClick={() => onFold(id)}>
      <span aria-hidden="true">{open ? '▾' : '▸'}</span> {name}
    </button>
    <span className="soft">{about}</span>
  </th>
);

type RightLineProps = LineProps & { line: Extract<MatrixRow, { kind: 'right' }>; at: number };

const RightLine = memo(function MatrixLine({ line, at, sets, columns, sizes, editor }: RightLineProps): ReactElement {
  return (
    <>
      <th scope="row" className={styles.rightName} style={{ width: sizes.first }} title={line.right}>
        {line.name}
      </th>
      {columns.map(({ index, start }) => {
        const set = sets[index];
        if (set === undefined) return null;
        return (
          <Cell
            key={set.id}
            set={set}
            row={line}
            editor={editor}
            line={at}
            column={index}
            left={sizes.first + start}
            width={sizes.column}
          />
        );
      })}
    </>
  );
});

/** Which lines and columns are in sight. */
const useSight = (rows: number, sets: number) => {
  const frame = useRef<HTMLDivElement>(null);
  const [row, head, column, first] = [useScaled(ROW), useScaled(HEAD), useScaled(COLUMN), useScaled(FIRST)];
  const sizes = useMemo((): Sizes => ({ row, head, column, first }), [row, head, column, first]);
  const getScrollElement = (): HTMLDivElement | null => frame.current;
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which could not follow it, is not in use
  const down = useVirtualizer({
    count: rows,
    getScrollElement,
    estimateSize: () => sizes.row,
    overscan: 2,
    useFlushSync: false,
  });
  const across = useVirtualizer({
    horizontal: true,
    count: sets,
    getScrollElement,
    estimateSize: () => sizes.column,
    overscan: 1,
    useFlushSync: false,
  });
  const style = { width: sizes.first + across.getTotalSize(), height: sizes.head + down.getTotalSize() };
  return { frame, sizes, style, lines: down.getVirtualItems(), columns: across.getVirtualItems() };
};

export const Matrix = ({ sets, rows, editor, actions, onFold }: MatrixProps): ReactElement => {
  const { frame, sizes, style, lines, columns } = useSight(rows.length, sets.length);
  const shared = { sets, columns, sizes, editor };
  return (
    <div ref={frame} className={styles.frame}>
      <table
        aria-label={t('Permission setting')}
        aria-rowcount={rows.length + 1}
        aria-colcount={sets.length + 1}
        style={style}
        className={styles.matrix}
      >
        <thead>
          <HeadLine {...shared} actions={actions} />
        </thead>
        <tbody>
          {lines.map(({ index, start }) => {
            const line = rows[index];
            if (line === undefined) return null;
            const isGroup = line.kind === 'group';
            return (
              <tr
                key={isGroup ? `group ${line.id}` : line.right}
                aria-rowindex={index + 2}
                className={isGroup ? styles.groupRow : styles.row}
                style={{ top: sizes.head + start, height: sizes.row }}
              >
                {isGroup ? (
                  <GroupLine group={line} onFold={onFold} />
                ) : (
                  <RightLine {...shared} line={line} at={index} />
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
};
