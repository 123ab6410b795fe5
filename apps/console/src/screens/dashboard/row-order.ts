// The rows of the table from one moment to the next: keeps what it made, so that sorting begins where it ended and the same device is
// the same row. Outside React. What a column sorts by is logic.ts.
import type { Device } from '@outrider/contract';
import { columnIds, sortIds } from './logic.ts';

/** A row of the table: a device by its id; cells read the live values themselves. */
export type DeviceRow = { readonly id: string };

export class RowOrder {
  readonly #deviceOf: (id: string) => Device | undefined;
  #ids: readonly string[] = [];
  #sorted: readonly string[] = [];
  #rows = new Map<string, DeviceRow>();

  constructor(deviceOf: (id: string) => Device | undefined) {
    this.#deviceOf = deviceOf;
  }

  /** The rows of `ids`, which come in the order of ids, in the order of a column by the values of now. */
  rows(ids: readonly string[], column: string, down: boolean): readonly DeviceRow[] {
    const start = this.#ids === ids ? this.#sorted : ids;
    if (this.#ids !== ids) this.#rows = new Map(ids.map((id) => [id, this.#rows.get(id) ?? { id }]));
    this.#ids = ids;
    const known = columnIds.find((each) => each === column) ?? 'id';
    if (known === 'id') this.#sorted = down ? ids.toReversed() : ids;
    else this.#sorted = sortIds(start, known, down, this.#deviceOf);
    return this.#sorted.map((id) => this.#rows.get(id) ?? { id });
  }
}
