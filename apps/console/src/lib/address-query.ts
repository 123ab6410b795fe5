// The query of the address as the state of a screen: what is chosen there is drawn before the next click or key is heard.
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { BY_ITSELF } from './unsaved.ts';

type Change = (old: URLSearchParams) => URLSearchParams;
/** `byItself`: nobody is asked about what it closes, since it is saved. */
type Put = (change: Change, how?: { readonly byItself: boolean }) => void;
type Drawn = { query: URLSearchParams; setQuery: ReturnType<typeof useSearchParams>[1]; path: string } | undefined;

/**
 * The query and how to change it, without a step back in the history. The router draws a change of address as a transition, which a
 * busy page puts off: a second click would then begin from what the first one has already changed, and undo it. A change that was got
 * before an answer came and is made after it begins from the query as it is by then; after the screen was left it changes nothing.
 */
export const useAddressQuery = (): readonly [URLSearchParams, Put] => {
  const [query, setQuery] = useSearchParams();
  const drawn = useRef<Drawn>(undefined);
  useLayoutEffect(() => {
    drawn.current = { query, setQuery, path: globalThis.location.pathname };
  }, [query, setQuery]);
  const change = useCallback<Put>((next, how) => {
    if (drawn.current === undefined || drawn.current.path !== globalThis.location.pathname) return;
    const state = how?.byItself === true ? { state: BY_ITSELF } : {};
    drawn.current.setQuery(next(drawn.current.query), { replace: true, flushSync: true, ...state });
  }, []);
  return [query, change];
};
