// The device tree: ten thousand devices scroll like ten, keys and pointer do the same, what is shown is marked.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import { usePhone } from '../../../lib/device-kind.ts';
import { t } from '../../../lib/i18n.ts';
import { useScaled } from '../../../lib/text-scale.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { rowKey, stepOf } from '../tree-rows.ts';
import type { TreeRow } from '../tree-rows.ts';
import styles from '../tree-view.module.css';
import { useTreeRows } from '../use-tree-rows.ts';
import type { TreeView } from '../use-tree-view.ts';
import { TreeItem } from './tree-item.tsx';

const ROW_PX = 32;
const TOUCH_ROW_PX = 44;

/** The row that the keys act on, found again by its key after the list changed. */
const useCursor = (rows: readonly TreeRow[]) => {
  const [key, setKey] = useState('');
  const found = rows.findIndex((row) => rowKey(row) === key);
  return {
    index: Math.max(0, found),
    set: (row: TreeRow | undefined): void => setKey(row === undefined ? '' : rowKey(row)),
  };
};

const useVisible = (count: number, cursor: number) => {
  const frame = useRef<HTMLDivElement>(null);
  const rowPx = useScaled(usePhone() ? TOUCH_ROW_PX : ROW_PX);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which could not follow it, is not in use
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowPx,
    overscan: 4,
    // The row of the cursor stays in the page: screen readers are told it by its id.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), cursor])].toSorted((a, b) => a - b),
  });
  useEffect(() => virtual.measure(), [virtual, rowPx]);
  return { frame, virtual, rowPx };
};

export const DeviceTree = ({ view }: { view: TreeView }): ReactElement => {
  const { rows, fold } = useTreeRows(view.mapOffered);
  const cursor = useCursor(rows);
  const { frame, virtual, rowPx } = useVisible(rows.length, cursor.index);
  const id = useId();
  const act = (row: TreeRow): void => {
    cursor.set(row);
    if (row.kind === 'device') fold(row.deviceId);
    else view.toggle(row.deviceId, row.kind, row.kind === 'channel' ? row.channel : 0);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target !== event.currentTarget) return;
    const row = rows[cursor.index];
    if (event.key === 'a' && row !== undefined) view.toggleDevice(row.deviceId);
    const step = stepOf(event.key, rows, cursor.index);
    if (step === undefined) return;
    event.preventDefault();
    if (step.kind === 'act') act(step.row);
    if (step.kind === 'fold') fold(step.deviceId);
    if (step.kind !== 'go') return;
    cursor.set(rows[step.index]);
    virtual.scrollToIndex(step.index);
  };
  if (rows.length === 0) return <EmptyState icon="search" title={t('No device matches the filter')} />;
  return (
    <div
      ref={frame}
      className={styles.tree}
      role="tree"
      aria-label={t('Devices')}
      aria-activedescendant={`${id}-${cursor.index}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <TreeItem
              key={rowKey(row)}
              id={`${id}-${index}`}
              row={row}
              current={index === cursor.index}
              style={{ height: rowPx, transform: `translateY(${start}px)` }}
              view={view}
              onAct={() => act(row)}
            />
          );
        })}
      </div>
    </div>
  );
};
