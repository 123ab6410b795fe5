// Where the groups stand in the diagram, and the lines from each to those below it. Pure.
import { hierarchy, tree } from 'd3-hierarchy';
import type { GroupModel } from '../../parts/groups/group-model.ts';

export type DiagramNode = { readonly groupid: string; readonly name: string; readonly x: number; readonly y: number };
export type Diagram = {
  readonly nodes: readonly DiagramNode[];
  /** The commands of one SVG path: a curve for each link of a group to one below it. */
  readonly lines: string;
  readonly links: number;
  /** Of the whole, labels included. */
  readonly box: Box;
};
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const ROW = 30;
const COLUMN = 210;
export const NODE_WIDTH = 170;
export const NODE_HEIGHT = 24;
const MARGIN = 16;

type Entry = { readonly groupid: string; readonly name: string };
/** Above the tops where there are several; not drawn. */
const ABOVE: Entry = { groupid: '', name: '' };

const round = (n: number): number => Math.round(n * 10) / 10;
const curve = (from: DiagramNode, to: DiagramNode): string => {
  const [start, end] = [from.x + NODE_WIDTH, to.x];
  const middle = (start + end) / 2;
  return `M${start} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${end} ${to.y}`;
};

export const layOut = (model: GroupModel): Diagram => {
  const root = hierarchy<Entry>(ABOVE, ({ groupid }) => [...(groupid === '' ? model.tops : model.below(groupid))]);
  const placed = tree<Entry>().nodeSize([ROW, COLUMN])(root);
  const drawn = placed.descendants().filter(({ data }) => data.groupid !== '');
  const nodes = new Map(
    drawn.map(({ data: { groupid, name }, x, depth }) => [
      groupid,
      { groupid, name, x: (depth - 1) * COLUMN, y: round(x) },
    ]),
  );
  const lines = drawn.flatMap(({ data, parent }) => {
    const [from, to] = [nodes.get(parent?.data.groupid ?? ''), nodes.get(data.groupid)];
    return from === undefined || to === undefined ? [] : [curve(from, to)];
  });
  const all = [...nodes.values()];
  let [right, top, bottom] = [0, 0, 0];
  for (const { x, y } of all) {
    right = Math.max(right, x + NODE_WIDTH);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const height = bottom - top + NODE_HEIGHT + 2 * MARGIN;
  const box = { x: -MARGIN, y: top - NODE_HEIGHT / 2 - MARGIN, width: right + 2 * MARGIN, height };
  return { nodes: all, lines: lines.join(''), links: lines.length, box };
};

/** What is in sight of a diagram. `scale`: pixels of the page for one of the diagram. */
export type View = { readonly x: number; readonly y: number; readonly scale: number };
type Size = { readonly width: number; readonly height: number };

/** A tree of ten thousand groups is a quarter of a million pixels high. */
const MIN_SCALE = 0.002;
const MAX_SCALE = 3;
const within = (scale: number): number => Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));

/** All of it in the middle, never larger than drawn. */
export const fitted = (box: Box, size: Size): View => {
  const scale = within(Math.min(1, size.width / box.width, size.height / box.height));
  return {
    scale,
    x: box.x - (size.width / scale - box.width) / 2,
    y: box.y - (size.height / scale - box.height) / 2,
  };
};

/** Nearer or farther, with the point at `at` (pixels of the page from the corner) where it is. */
export const zoomed = (view: View, factor: number, at: { readonly x: number; readonly y: number }): View => {
  const scale = within(view.scale * factor);
  const moved = 1 / view.scale - 1 / scale;
  return { scale, x: view.x + at.x * moved, y: view.y + at.y * moved };
};

export const panned = (view: View, dx: number, dy: number): View => ({
  ...view,
  x: view.x - dx / view.scale,
  y: view.y - dy / view.scale,
});

/** The nodes that are at least partly in sight. */
export const inSight = (nodes: readonly DiagramNode[], { x, y, scale }: View, size: Size): readonly DiagramNode[] => {
  const [right, bottom] = [x + size.width / scale, y + size.height / scale];
  return nodes.filter(
    (node) => node.x < right && node.x + NODE_WIDTH > x && node.y - NODE_HEIGHT < bottom && node.y + NODE_HEIGHT > y,
  );
};
