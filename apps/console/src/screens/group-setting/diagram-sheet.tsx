// The drawing of the groups: one SVG with a line to each group below another. On the page only what is in sight, on paper all of it.
import type { ReactElement } from 'react';
import { NODE_HEIGHT, NODE_WIDTH } from './diagram-layout.ts';
import type { Diagram, DiagramNode } from './diagram-layout.ts';
import styles from './diagram.module.css';

/** So many characters fit a node. */
const LETTERS = 20;
const shortened = (name: string): string => (name.length <= LETTERS ? name : `${name.slice(0, LETTERS - 1)}…`);

type NodeProps = {
  node: DiagramNode;
  count: number;
  current: boolean;
  onOpen?: ((groupid: string) => void) | undefined;
};

const Node = ({ node: { groupid, name, x, y }, count, current, onOpen }: NodeProps): ReactElement => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the tree beside it does the same by keys
  <g
    className={`${styles.node} ${current ? styles.current : ''}`}
    transform={`translate(${x} ${y})`}
    data-group={groupid}
    onClick={onOpen === undefined ? undefined : () => onOpen(groupid)}
  >
    <title>{name}</title>
    <rect y={-NODE_HEIGHT / 2} width={NODE_WIDTH} height={NODE_HEIGHT} rx={6} />
    <text x={8} y={4}>
      {shortened(name)}
    </text>
    <text x={NODE_WIDTH - 8} y={4} textAnchor="end" className={styles.count}>
      {count}
    </text>
  </g>
);

/** Too small to read: each a dot, all of them one path. */
const dotsOf = (nodes: readonly DiagramNode[]): string => nodes.map(({ x, y }) => `M${x} ${y}h${NODE_WIDTH}`).join('');

type DrawingProps = {
  diagram: Diagram;
  nodes: readonly DiagramNode[];
  /** Without names. */
  small: boolean;
  current: string;
  countOf: (groupid: string) => number;
  onOpen?: (groupid: string) => void;
};

export const Drawing = ({ diagram, nodes, small, current, countOf, onOpen }: DrawingProps): ReactElement => (
  <>
    <path className={styles.lines} d={diagram.lines} data-links={diagram.links} />
    {small ? (
      <path className={styles.dots} d={dotsOf(nodes)} data-nodes={nodes.length} />
    ) : (
      nodes.map((node) => (
        <Node
          key={node.groupid}
          node={node}
          count={countOf(node.groupid)}
          current={node.groupid === current}
          onOpen={onOpen}
        />
      ))
    )}
  </>
);
