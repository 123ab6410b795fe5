// The one tree: ten thousand rows scroll like ten, keys and pointer do the same. What a row shows and does is its owner's.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, ReactElement, ReactNode } from 'react';
import { usePhone } from '../lib/device-kind.ts';
import { useScaled } from '../lib/text-scale.ts';
import { treeStep } from './tree-keys.ts';
import type { TreeNode } from './tree-keys.ts';
import styles from './tree.module.css';

const ROW_PX = 32;
const TOUCH_ROW_PX = 44;

type TreeProps<Node extends TreeNode> = {
  label: string;
  nodes: readonly Node[];
  /** Whether a row is ticked; undefined for one that cannot be. */
  checked?: (node: Node) => boolean | undefined;
  /** A press, Enter and Space. */
  onAct: (node: Node) => void;
  /** Opens a branch or closes it. */
  onFold: (node: Node) => void;
  /** Further keys of the owner's. */
  onKey?: (key: string, node: Node) => void;
  /** What a row shows. */
  children: (node: Node) => ReactNode;
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

type RowProps = {
  id: string;
  node: TreeNode;
  checked: boolean | undefined;
  /** The keys act on it. */
  current: boolean;
  place: CSSProperties;
  onClick: () => void;
  children: ReactNode;
};

const Row = ({ id, node, checked, current, place, onClick, children }: RowProps): ReactElement => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the tree takes the keys
  <div
    id={id}
    role="treeitem"
    aria-level={node.level}
    aria-posinset={node.place}
    aria-setsize={node.of}
    aria-expanded={node.open}
    aria-checked={checked}
    className={`${styles.row} ${current ? styles.current : ''}`}
    style={{ ...place, paddingLeft: `calc(var(--o-2) + ${(node.level - 1) * 1.625}rem)` }}
    onClick={onClick}
  >
    {children}
  </div>
);

/** Scrolls inside its parent. One stop of the Tab key; the row of the cursor is found again by its key after the rows changed. */
export const Tree = <Node extends TreeNode>(props: TreeProps<Node>): ReactElement => {
  const { label, nodes, children, checked, onAct, onFold, onKey } = props;
  const id = useId();
  const [key, setKey] = useState('');
  const at = Math.max(
    0,
    nodes.findIndex((node) => node.key === key),
  );
  const { frame, virtual, rowPx } = useVisible(nodes.length, at);
  const act = (node: Node): void => {
    setKey(node.key);
    onAct(node);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const node = nodes[at];
    if (node === undefined || event.ctrlKey || event.altKey || event.metaKey || event.target !== event.currentTarget)
      return;
    onKey?.(event.key, node);
    const step = treeStep(event.key, nodes, at);
    if (step === undefined) return;
    event.preventDefault();
    if (step.kind === 'act') act(node);
    if (step.kind === 'fold') onFold(node);
    if (step.kind !== 'go') return;
    setKey(nodes[step.index]?.key ?? '');
    virtual.scrollToIndex(step.index);
  };
  return (
    <div
      ref={frame}
      className={styles.tree}
      role="tree"
      aria-label={label}
      aria-activedescendant={nodes.length > 0 ? `${id}-${at}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const node = nodes[index];
          if (node === undefined) return null;
          return (
            <Row
              key={node.key}
              id={`${id}-${index}`}
              node={node}
              checked={checked?.(node)}
              current={index === at}
              place={{ height: rowPx, transform: `translateY(${start}px)` }}
              onClick={() => act(node)}
            >
              {children(node)}
            </Row>
          );
        })}
      </div>
    </div>
  );
};
