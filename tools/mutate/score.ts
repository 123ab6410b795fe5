// What a run over mutants comes to, and the page that keeps it.

/** How many mutants ended in which way. */
export type Results = {
  readonly died: number;
  readonly hung: number;
  readonly survived: number;
  /** No unit test reaches the file. */
  readonly untested: number;
};

/** Per cent of the mutants tried that were noticed, whole; those of files without any test count as not noticed. */
export const scoreOf = ({ died, hung, survived, untested }: Results): number => {
  const tried = died + hung + survived + untested;
  return tried === 0 ? 0 : Math.floor((100 * (died + hung)) / tried);
};

export const scoreText = (results: Results): string =>
  `${scoreOf(results)} % noticed: ${results.died} died, ${results.hung} hung, ${results.survived} survived, ${results.untested} without a test`;

export type ScoreRow = {
  readonly day: string;
  readonly paths: readonly string[];
  readonly seed: string;
  /** Mutants there were to choose from. */
  readonly all: number;
  readonly results: Results;
};

/** The page with one more row at its end. */
export const keepScore = (page: string, { day, paths, seed, all, results }: ScoreRow): string => {
  const { died, hung, survived, untested } = results;
  const tried = died + hung + survived + untested;
  const cells = [
    day,
    paths.join(' '),
    `${tried} of ${all}, seed ${seed}`,
    died + hung,
    survived,
    untested,
    `${scoreOf(results)} %`,
  ];
  return `${page.trimEnd()}\n| ${cells.join(' | ')} |\n`;
};
