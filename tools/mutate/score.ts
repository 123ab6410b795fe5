// What a run over mutants comes to, and the page that keeps it.

import { placeOf } from './sample.ts';

/** How many mutants ended in which way. */
export type Results = {
  readonly died: number;
  readonly hung: number;
  /** Only by the test that holds docs/reference to the sources: it says that something visible changed, not that it is wrong. */
  readonly published: number;
  readonly survived: number;
  /** No unit test reaches the file. */
  readonly untested: number;
};

const tried = ({ died, hung, published, survived, untested }: Results): number =>
  died + hung + published + survived + untested;
const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((100 * part) / whole));

/** Per cent of the mutants tried that were noticed, whole; those of files without any test count as not noticed. */
export const scoreOf = (results: Results): number =>
  percent(results.died + results.hung + results.published, tried(results));
/** The same without what only the published reference shows. */
export const behaviourScoreOf = (results: Results): number => percent(results.died + results.hung, tried(results));

export const scoreText = (results: Results): string =>
  `${scoreOf(results)} % noticed (${behaviourScoreOf(results)} % without the published reference): ${results.died} died, ` +
  `${results.hung} hung, ${results.published} by the reference alone, ${results.survived} survived, ${results.untested} without a test`;

type End = { readonly file: string; readonly end: keyof Results };

export const resultsOf = (ends: readonly End[]): Results => {
  const count = (which: keyof Results): number => ends.filter(({ end }) => end === which).length;
  return {
    died: count('died'),
    hung: count('hung'),
    published: count('published'),
    survived: count('survived'),
    untested: count('untested'),
  };
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
  const { died, hung, published, survived, untested } = results;
  const cells = [
    day,
    paths.join(' '),
    `${tried(results)} of ${all}, seed ${seed}`,
    died + hung,
    published,
    survived,
    untested,
    `${scoreOf(results)} %`,
    `${behaviourScoreOf(results)} %`,
  ];
  return `${page.trimEnd()}\n| ${cells.join(' | ')} |\n`;
};
