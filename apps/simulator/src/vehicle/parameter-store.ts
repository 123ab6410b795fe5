// The device parameters of one vehicle (section 11): what the platform set, and how the vehicle's own code reads them. Values stay the
// bytes they came as, so that what was set is what is answered. What there is and what it may hold is parameter-table.ts.
import { decodeActiveSafetyParameter, decodeGbk, encodeActiveSafetyParameter } from '@outrider/jt808';
import type { ActiveSafetyParameter, Parameter } from '@outrider/jt808';
import { numberOf, refusalOf } from './parameter-table.ts';

/** What became of a list: `malformed` and `outOfRange` set nothing, `unknown` sets what else there was. */
export type SetOutcome = 'done' | 'unknown' | 'malformed' | 'outOfRange';

export class ParameterStore {
  private readonly factory: ReadonlyMap<number, Uint8Array>;
  private values: Map<number, Uint8Array>;

  constructor(factory: readonly Parameter[], saved: readonly Parameter[] = []) {
    this.factory = new Map(factory.map(({ id, raw }) => [id, raw]));
    this.values = new Map(this.factory);
    this.set(saved);
  }

  /** Sets what is known, all of it or, where one value cannot be, nothing. */
  set(parameters: readonly Parameter[]): SetOutcome {
    const known = parameters.filter(({ id }) => this.factory.has(id));
    const refusals = known.map(({ id, raw }) => refusalOf(id, raw));
    if (refusals.includes('length')) return 'malformed';
    if (refusals.includes('range')) return 'outOfRange';
    for (const { id, raw } of known) this.values.set(id, merged(id, this.values.get(id), raw));
    return known.length === parameters.length ? 'done' : 'unknown';
  }

  /** All, or those of `ids` that exist, in the order asked for. */
  list(ids?: readonly number[]): Parameter[] {
    const wanted = ids ?? [...this.values.keys()].toSorted((a, b) => a - b);
    return wanted.flatMap((id) => {
      const raw = this.values.get(id);
      return raw === undefined ? [] : [{ id, raw }];
    });
  }

  /** Those the platform changed. */
  changes(): Parameter[] {
    return this.list().filter(({ id }) => this.changed(id));
  }

  reset(): void {
    this.values = new Map(this.factory);
  }

  /** An unsigned number of 1, 2 or 4 bytes; `fallback` when it is missing or of another length. */
  number(id: number, fallback: number): number {
    const raw = this.values.get(id);
    return raw === undefined || ![1, 2, 4].includes(raw.length) ? fallback : numberOf(raw);
  }

  /** Empty when it is missing. */
  text(id: number): string {
    return decodeGbk(this.values.get(id) ?? new Uint8Array(0));
  }

  /** The bytes; empty when it is missing. */
  raw(id: number): Uint8Array {
    return this.values.get(id) ?? new Uint8Array(0);
  }

  /** True when the platform changed it. */
  changed(id: number): boolean {
    return this.values.get(id) !== this.factory.get(id);
  }
}

/** The active-safety parameters: a field with all bits set leaves what was there (section 10 of the extension). */
const merged = (id: number, before: Uint8Array | undefined, raw: Uint8Array): Uint8Array => {
  const old = before === undefined ? undefined : decodeActiveSafetyParameter(id, before);
  const wanted = decodeActiveSafetyParameter(id, raw);
  const unset = decodeActiveSafetyParameter(id, new Uint8Array(raw.length).fill(0xff));
  if (typeof old !== 'object' || typeof wanted !== 'object' || typeof unset !== 'object') return raw;
  const fields = new Map<string, unknown>(Object.entries(old));
  const marks = new Map<string, unknown>(Object.entries(unset));
  const kept = Object.entries(wanted).map(([name, field]: [string, unknown]) => {
    const was = fields.get(name);
    if (field instanceof Uint8Array && was instanceof Uint8Array)
      return [name, field.map((byte, i) => (byte === 0xff ? (was[i] ?? byte) : byte))];
    return [name, field === marks.get(name) ? was : field];
  });
  // The names are those of `wanted`, the values of the same fields of the same parameter.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return encodeActiveSafetyParameter(id, Object.fromEntries(kept) as ActiveSafetyParameter);
};
