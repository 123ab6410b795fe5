// A value that changes often, once it has stood still for a moment: what is asked for while somebody types or drags.
import { useEffect, useState } from 'react';
import { systemClock } from './time.ts';

/** The newest value that stood for so many ms. */
export const useRested = <T>(value: T, restMs: number): T => {
  const [rested, setRested] = useState(value);
  useEffect(() => systemClock.after(restMs, () => setRested(value)), [value, restMs]);
  return rested;
};
