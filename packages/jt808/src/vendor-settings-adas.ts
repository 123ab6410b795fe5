// Settings of the vendor block for driver assistance, driver monitoring and blind spots. Part of vendor-settings.ts, which says what a row is.

export const ADAS_SETTINGS = [
  {
    name: 'MotovisAdas',
    of: 'list of number',
    count: 'any',
    low: 0,
    high: 65_535,
    factory: 0,
    does: 'values of another maker, whose meaning only that maker knows',
  },
] as const;
