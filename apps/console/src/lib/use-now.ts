// The present moment for what ages on screen: 'seen 5 s ago'.
import { useEffect, useState } from 'react';
import { systemClock } from './time.ts';

/** UTC ms, anew every `periodMs`. */
export const useNow = (periodMs = 1000): number => {
  const [now, setNow] = useState(() => systemClock.now());
  useEffect(() => systemClock.every(periodMs, () => setNow(systemClock.now())), [periodMs]);
  return now;
};
