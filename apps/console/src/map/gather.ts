// Which of many places lie so near each other that they are drawn as one. Pure, and linear: ten thousand take a few milliseconds.

/** Members by their index; x and y are their middle. */
export type Gathered = { x: number; y: number; members: number[] };

const AROUND = [-1, 0, 1] as const;
/** Cells a row: more than the largest zoom that gathers ever has. */
const ROW = 2 ** 22;

/** Cells as wide as the radius, each with the indexes of its places. */
const cellsOf = (xs: Float64Array, ys: Float64Array, radius: number): Map<number, number[]> => {
  const cells = new Map<number, number[]>();
  for (let i = 0; i < xs.length; i += 1) {
    const key = Math.floor((xs[i] ?? 0) / radius) * ROW + Math.floor((ys[i] ?? 0) / radius);
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [i]);
    else cell.push(i);
  }
  return cells;
};

const middleOf = (xs: Float64Array, ys: Float64Array, members: number[]): Gathered => {
  let x = 0;
  let y = 0;
  for (const i of members) {
    x += xs[i] ?? 0;
    y += ys[i] ?? 0;
  }
  return { x: x / members.length, y: y / members.length, members };
};

/**
 * Goes through the places in their order: each that nobody has taken yet takes those within `radius` of it. Gives every place once,
 * alone (one member) or with others.
 */
export const gather = (xs: Float64Array, ys: Float64Array, radius: number): Gathered[] => {
  const cells = cellsOf(xs, ys, radius);
  const taken = new Uint8Array(xs.length);
  /** Takes what is near from one cell and leaves in it what is not. */
  const takeFrom = (key: number, x: number, y: number, members: number[]): void => {
    const cell = cells.get(key);
    if (cell === undefined) return;
    let kept = 0;
    for (const j of cell) {
      if (taken[j] === 1) continue;
      if (Math.hypot((xs[j] ?? 0) - x, (ys[j] ?? 0) - y) <= radius) {
        taken[j] = 1;
        members.push(j);
      } else {
        cell[kept] = j;
        kept += 1;
      }
    }
    cell.length = kept;
  };
  const all: Gathered[] = [];
  for (let i = 0; i < xs.length; i += 1) {
    if (taken[i] === 1) continue;
    taken[i] = 1;
    const members = [i];
    const x = xs[i] ?? 0;
    const y = ys[i] ?? 0;
    const column = Math.floor(x / radius);
    const row = Math.floor(y / radius);
    for (const dx of AROUND) for (const dy of AROUND) takeFrom((column + dx) * ROW + row + dy, x, y, members);
    all.push(middleOf(xs, ys, members));
  }
  return all;
};
