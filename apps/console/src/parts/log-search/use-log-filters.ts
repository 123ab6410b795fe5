// The text filters of a log search. They begin as the address says ('?member=ann'), so that other pages can lead to a search.
import { useState } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';

/** '' for all; `set` changes those that it names. `names` are also the fields of the call's input. */
export const useLogFilters = <Name extends string>(
  names: readonly Name[],
): readonly [Readonly<Record<Name, string>>, (change: Partial<Record<Name, string>>) => void] => {
  const [query] = useAddressQuery();
  const [filters, setFilters] = useState(
    // Each name has its entry: what Object.fromEntries cannot say.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    () => Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Record<Name, string>,
  );
  return [filters, (change) => setFilters((old) => ({ ...old, ...change }))];
};
