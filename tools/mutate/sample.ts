// Draws the mutants that are tried: of each package or app its share, the same ones for the same seed.
import { parseSync } from 'oxc-parser';
import { type Mutation, mutationsOf, withMutation } from './mutations.ts';

export type Mutant = { readonly file: string; readonly source: string; readonly mutation: Mutation };

/** The package or app a file is of. */
export const placeOf = (file: string): string => file.split('/').slice(0, 2).join('/');

/** The same numbers for the same seed. */
const randomOf = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** A change that leaves no program would be noticed by every test, which says nothing about them. */
const isProgram = ({ file, source, mutation }: Mutant): boolean =>
  parseSync(file, withMutation(source, mutation), { lang: 'ts' }).errors.length === 0;

export const mutantsOf = (file: string, source: string): Mutant[] =>
  mutationsOf(file, source).map((mutation) => ({ file, source, mutation }));

/**
 * Up to `limit` mutants, of each package or app as many as its share of all. Within one every mutant is equally likely. In an order in
 * which it is a sample still when it is cut short.
 */
export const sampleOf = (all: readonly Mutant[], limit: number, seed: number): Mutant[] => {
  const random = randomOf(seed);
  const drawn = all.map((mutant) => ({ mutant, lot: random() })).toSorted((a, b) => a.lot - b.lot);
  const inOrder = [...Map.groupBy(drawn, ({ mutant }) => placeOf(mutant.file)).values()]
    .flatMap((own) => own.map(({ mutant }, rank) => ({ mutant, share: (rank + 0.5) / own.length })))
    .toSorted((a, b) => a.share - b.share);
  const sample: Mutant[] = [];
  for (const { mutant } of inOrder) {
    if (sample.length >= limit) break;
    if (isProgram(mutant)) sample.push(mutant);
  }
  return sample;
};
