// Bytes that no honest device sends, repeatable by a seed: noise, broken copies of good units, good units with nonsense inside.
import fc from 'fast-check';

const SEED = 808_1078;

export type Unit = Uint8Array;

const noise = (maxLength: number): fc.Arbitrary<Unit> => fc.uint8Array({ maxLength });

const joinUnits = (units: readonly Unit[]): Unit => {
  const joined = new Uint8Array(units.reduce((sum, unit) => sum + unit.length, 0));
  let at = 0;
  for (const unit of units) {
    joined.set(unit, at);
    at += unit.length;
  }
  return joined;
};

/** A good unit cut short, with a byte changed, sent twice, or torn apart by noise. */
const broken = (good: fc.Arbitrary<Unit>): fc.Arbitrary<Unit> =>
  fc.oneof(
    fc.tuple(good, fc.nat()).map(([unit, at]) => unit.subarray(0, at % (unit.length + 1))),
    fc.tuple(good, fc.nat(), fc.nat(255)).map(([unit, at, value]) => unit.with(at % Math.max(1, unit.length), value)),
    good.map((unit) => joinUnits([unit, unit])),
    fc.tuple(good, fc.nat(), noise(40)).map(([unit, at, dirt]) => {
      const cut = at % (unit.length + 1);
      return joinUnits([unit.subarray(0, cut), dirt, unit.subarray(cut)]);
    }),
  );

/** What one hostile connection writes, `count` connections of it. `good` makes units that pass the outer checks. */
export const hostileStreams = (good: fc.Arbitrary<Unit>, count: number): Unit[] =>
  fc.sample(fc.array(fc.oneof(noise(2000), good, broken(good)), { minLength: 1, maxLength: 12 }).map(joinUnits), {
    numRuns: count,
    seed: SEED,
  });

/** Single units, `count` of them, for datagrams and bodies. */
export const hostileUnits = (good: fc.Arbitrary<Unit>, count: number): Unit[] =>
  fc.sample(fc.oneof(noise(1400), good, broken(good)), { numRuns: count, seed: SEED });
