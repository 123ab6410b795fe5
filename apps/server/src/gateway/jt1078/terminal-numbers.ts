// Numbers of terminals as media packets carry them: padded with zeros, or cut to their last digits.

/** From so many digits on a number may be the tail of another. */
const TAIL_DIGITS = 10;

const withoutZeros = (number: string): string => number.replace(/^0+/, '');

const agree = (a: string, b: string): boolean => {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= TAIL_DIGITS && long.endsWith(short);
};

/** Leading zeros off; equal, or one the tail of the other with at least 10 digits. */
export const sameTerminal = (sim: string, terminalId: string): boolean =>
  agree(withoutZeros(sim), withoutZeros(terminalId));

/**
 * Things of terminals, found by any number that `sameTerminal` takes for theirs. Strangers ask here with numbers of their choice, for
 * packets of a few bytes: a look-up, however many terminals there are.
 */
export class ByTerminal<T> {
  /** By the last ten digits, which agree where numbers do (a shorter one is there as it is); then by the whole number. */
  private readonly tails = new Map<string, Map<string, Set<T>>>();

  add(terminalId: string, thing: T): void {
    const number = withoutZeros(terminalId);
    const tail = number.slice(-TAIL_DIGITS);
    const numbers = this.tails.get(tail) ?? new Map<string, Set<T>>();
    this.tails.set(tail, numbers);
    const things = numbers.get(number) ?? new Set();
    numbers.set(number, things);
    things.add(thing);
  }

  remove(terminalId: string, thing: T): void {
    const number = withoutZeros(terminalId);
    const tail = number.slice(-TAIL_DIGITS);
    const numbers = this.tails.get(tail);
    const things = numbers?.get(number);
    if (numbers === undefined || things === undefined) return;
    things.delete(thing);
    if (things.size === 0) numbers.delete(number);
    if (numbers.size === 0) this.tails.delete(tail);
  }

  *of(sim: string): Iterable<T> {
    const number = withoutZeros(sim);
    for (const [known, things] of this.tails.get(number.slice(-TAIL_DIGITS)) ?? [])
      if (agree(number, known)) yield* things;
  }

  has(sim: string): boolean {
    const number = withoutZeros(sim);
    const numbers = this.tails.get(number.slice(-TAIL_DIGITS));
    if (numbers === undefined) return false;
    for (const known of numbers.keys()) if (agree(number, known)) return true;
    return false;
  }
}
