// Where keys lead in a tree that is one flat list of rows, as WAI-ARIA has it. Pure.

/** One row of a tree as far as keys and screen readers know it. What it is of, its owner adds. */
export type TreeNode = {
  /** What tells it from all others, also after the tree changed. */
  readonly key: string;
  /** 1 for the outermost. */
  readonly level: number;
  /** Its place among its siblings, from 1, and how many they are. */
  readonly place: number;
  readonly of: number;
  /** Whether a branch is open; a leaf has none. */
  readonly open?: boolean | undefined;
};

/** What a key does: leads to a row, or folds or uses the one it was pressed on. */
export type TreeStep = { readonly kind: 'go'; readonly index: number } | { readonly kind: 'fold' | 'act' };

const PAGE = 10;

const parentOf = (nodes: readonly TreeNode[], index: number): number | undefined => {
  const level = nodes[index]?.level ?? 1;
  const found = nodes.slice(0, index).findLastIndex((node) => node.level < level);
  return found === -1 ? undefined : found;
};

const right = (nodes: readonly TreeNode[], index: number): TreeStep | undefined => {
  const node = nodes[index];
  if (node?.open === undefined) return undefined;
  if (!node.open) return { kind: 'fold' };
  return (nodes[index + 1]?.level ?? 0) > node.level ? { kind: 'go', index: index + 1 } : undefined;
};

const left = (nodes: readonly TreeNode[], index: number): TreeStep | undefined => {
  if (nodes[index]?.open === true) return { kind: 'fold' };
  const parent = parentOf(nodes, index);
  return parent === undefined ? undefined : { kind: 'go', index: parent };
};

/** The step of a key; undefined for a key that means nothing here. */
export const treeStep = (key: string, nodes: readonly TreeNode[], index: number): TreeStep | undefined => {
  if (nodes[index] === undefined) return undefined;
  const go = (to: number): TreeStep => ({ kind: 'go', index: Math.max(0, Math.min(nodes.length - 1, to)) });
  const steps: Record<string, () => TreeStep | undefined> = {
    ArrowDown: () => go(index + 1),
    ArrowUp: () => go(index - 1),
    PageDown: () => go(index + PAGE),
    PageUp: () => go(index - PAGE),
    Home: () => go(0),
    End: () => go(nodes.length - 1),
    ArrowRight: () => right(nodes, index),
    ArrowLeft: () => left(nodes, index),
    Enter: () => ({ kind: 'act' }),
    ' ': () => ({ kind: 'act' }),
  };
  return steps[key]?.();
};
