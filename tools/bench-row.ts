// The shape of a benchmark, shared by bench/*.bench.ts and the program that runs them (tools/bench.ts). No measuring here.

/** One line of the table: a figure, what it is held against, and whether it is good enough. */
export type Row = {
  /** What was measured, as a reader of the table knows it: 'fan-out at 40 ms, server CPU per viewer-minute'. */
  what: string;
  value: number;
  /** Unit of `value`: 'ms', 'bytes', 'µs CPU'. */
  unit: string;
  /** What the figure is compared with in the same run, with its own value: 'bare loop, 9.1 ms'. Empty where nothing is. */
  yardstick: string;
  /** `value` divided by the yardstick's value; null where the goal is a plain limit. */
  ratio: number | null;
  /** The goal in words: 'at most 1.3 times', 'at most 12 bytes'. */
  goal: string;
  met: boolean;
};

/**
 * What a file bench/<noun>.bench.ts exports under the name `bench`.
 * `run` measures once and gives its rows; it runs in a process of its own, ends what it started, and stays below ten
 * minutes. It throws when it cannot measure: a benchmark that did not run never counts as met.
 */
export type Bench = {
  /** Short name for `--only`. */
  name: string;
  /** What the figures are held against, one sentence. */
  yardstick: string;
  run: () => Promise<Row[]>;
};

const atMost = (value: number, limit: number): boolean => Number.isFinite(value) && value <= limit;

/** A row whose goal is a ratio to a yardstick measured in the same run. `limit` is the largest ratio that is good. */
export const ratioRow = (
  what: string,
  measured: { value: number; unit: string },
  yardstick: { what: string; value: number },
  limit: number,
): Row => {
  const ratio = measured.value / yardstick.value;
  const digits = Number(yardstick.value.toPrecision(3));
  const text = `${yardstick.what}, ${digits} ${measured.unit}`;
  return { what, ...measured, yardstick: text, ratio, goal: `at most ${limit} times`, met: atMost(ratio, limit) };
};

/** A row whose goal is a plain limit, in the unit of the value. */
export const limitRow = (what: string, measured: { value: number; unit: string }, limit: number): Row => ({
  what,
  ...measured,
  yardstick: '',
  ratio: null,
  goal: `at most ${limit} ${measured.unit}`,
  met: atMost(measured.value, limit),
});
