// Leaves out the corners of a line that nobody would miss (Douglas and Peucker, 1973). Pure.

/** How far the place `at` is from the straight piece between two others, squared. */
const distance2 = (xy: readonly number[], at: number, from: number, to: number): number => {
  const [fromX = 0, fromY = 0] = [xy[from * 2], xy[from * 2 + 1]];
  const [dx, dy] = [(xy[to * 2] ?? 0) - fromX, (xy[to * 2 + 1] ?? 0) - fromY];
  const [x, y] = [(xy[at * 2] ?? 0) - fromX, (xy[at * 2 + 1] ?? 0) - fromY];
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length2));
  return (x - along * dx) ** 2 + (y - along * dy) ** 2;
};

/** The corner furthest from the straight piece between two; undefined when none is further than `least`. */
const furthest = (xy: readonly number[], from: number, to: number, least: number): number | undefined => {
  let most = least * least;
  let found: number | undefined;
  for (let at = from + 1; at < to; at += 1) {
    const far = distance2(xy, at, from, to);
    if (far <= most) continue;
    most = far;
    found = at;
  }
  return found;
};

/**
 * Which of the corners `from` to `to` (both kept) of a line are needed so that no place of it moves by more than `least`: their
 * numbers, rising. `xy`: x and y of each corner, one after the other.
 */
export const fewestCorners = (xy: readonly number[], from: number, to: number, least: number): number[] => {
  const kept = [from];
  const ends = [to];
  for (let begin = from; ends.length > 0;) {
    const end = ends.at(-1) ?? to;
    const corner = furthest(xy, begin, end, least);
    if (corner !== undefined) ends.push(corner);
    else {
      kept.push(end);
      begin = end;
      ends.pop();
    }
  }
  return kept;
};
