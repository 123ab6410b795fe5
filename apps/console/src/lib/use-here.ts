// Whether a component is still there: what ends later than it must not act on what has taken its place.
import { useCallback, useEffect, useRef } from 'react';

export const useHere = (): (() => boolean) => {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => here.current, []);
};
