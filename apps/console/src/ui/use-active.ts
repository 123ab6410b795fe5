// Which option of a list the keys stand on: known by its id, so that what comes and goes before it moves nothing under a hand.
import { useState } from 'react';

export const useActive = (ids: readonly string[]) => {
  const [at, setAt] = useState<{ id?: string | undefined; index: number }>({ index: 0 });
  const found = at.id === undefined ? -1 : ids.indexOf(at.id);
  return {
    /** Where it is gone, what stands in its place; -1 where there is none. */
    active: found >= 0 ? found : Math.min(at.index, ids.length - 1),
    goTo: (index: number): void => setAt({ id: ids[index], index }),
    /** The first, whichever that will be. */
    goFirst: (): void => setAt({ index: 0 }),
  };
};
