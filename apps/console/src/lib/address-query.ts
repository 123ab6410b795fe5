// The query of the address as the state of a screen: what is chosen there is drawn before the next click or key is heard.
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

type Change = (old: URLSearchParams) => URLSearchParams;

/**
 * The query and how to change it, without a step back in the history. The router draws a change of address as a transition, which a
 * busy page puts off: a second click would then begin from what the first one has already changed, and undo it.
 */
export const useAddressQuery = (): readonly [URLSearchParams, (change: Change) => void] => {
  const [query, setQuery] = useSearchParams();
  const change = useCallback((next: Change) => setQuery(next, { replace: true, flushSync: true }), [setQuery]);
  return [query, change];
};
