// What a run over mutants comes to, and the page that keeps it.

import { placeOf } from './sample.ts';

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

type End = { readonly file: string; readonly end: keyof Results };

export const resultsOf = (ends: readonly End[]): Results => {
  const count = (which: keyof Results): number => ends.filter(({ end }) => end === which).length;
  return { died: count('died'), hung: count('hung'), survived: count('survived'), untested: count('untested') };
};

/** Of every package and app by itself. */
export const scoresByPlace = (ends: readonly End[]): Map<string, Results> =>
  new Map([...Map.groupBy(ends, ({ file }) => placeOf(file))].map(([place, own]) => [place, resultsOf(own)]));

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
