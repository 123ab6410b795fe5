// Values that only a recorder of this kind knows, one of each sort, with what they are (docs/reference/vendor-block.md, read-own). They are
// kept over a restart; the greeting stands in its log when it comes on line.
type Item = number | string;
export type OwnValue = Item | readonly Item[];
type Hint = Readonly<Record<string, unknown>>;

const TABLE: readonly { readonly k: string; readonly v: OwnValue; readonly h: Hint }[] = [
  { k: 'buzzer', v: 1, h: { c: 'switch', name: 'Buzzer' } },
  { k: 'screen_off', v: 60, h: { c: 'number', name: 'Screen off', prefix: 'after', unit: 's', min: 5, max: 600 } },
  { k: 'quiet_from', v: '22:00:00', h: { c: 'time', name: 'Quiet from' } },
  { k: 'lamps', v: 5, h: { c: 'bits', name: 'Lamps', bits: ['red', 'green', 'blue'], max: 7 } },
  { k: 'steps', v: [10, 20], h: { c: 'list', name: 'Steps', min: 0, max: 99 } },
  {
    k: 'voice',
    v: 2,
    h: {
      c: 'select',
      name: 'Voice',
      options: [
        [1, 'low'],
        [2, 'high'],
      ],
    },
  },
  { k: 'greeting', v: 'Good day', h: { c: 'text', name: 'Greeting', max: 20 } },
];

export class OwnValues {
  private readonly values: Map<string, OwnValue>;

  constructor(saved: Readonly<Record<string, OwnValue>> = {}) {
    this.values = new Map(TABLE.map(({ k, v }) => [k, saved[k] ?? v]));
  }

  get saved(): Readonly<Record<string, OwnValue>> {
    return Object.fromEntries(this.values);
  }

  list(): readonly { readonly k: string; readonly v: OwnValue; readonly h: Hint }[] {
    return TABLE.map(({ k, v, h }) => ({ k, v: this.values.get(k) ?? v, h }));
  }

  /** False for a name that it does not have, or a value of another sort. */
  set(name: unknown, value: unknown): boolean {
    const row = TABLE.find(({ k }) => k === name);
    const isItem = (item: unknown): item is Item => typeof item === typeof (Array.isArray(row?.v) ? row.v[0] : row?.v);
    if (row === undefined) return false;
    if (Array.isArray(value) && Array.isArray(row.v) && value.every(isItem)) this.values.set(row.k, value);
    else if (isItem(value) && !Array.isArray(row.v)) this.values.set(row.k, value);
    else return false;
    return true;
  }

  reset(): void {
    for (const { k, v } of TABLE) this.values.set(k, v);
  }
}
