// The keys that work on every screen: Ctrl K, `?`, and `g` with a letter. Those of a screen are its own matter.
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import { systemClock } from '../../lib/time.ts';
import type { Stop } from '../../lib/time.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { useGoKeys } from '../../parts/shortcuts/go-keys.ts';
import { openPanel } from './panel-store.ts';

/** How long after `g` a letter still belongs to it. */
const PATIENCE_MS = 1500;

const giveUp = (waiting: RefObject<Stop | undefined>): void => {
  waiting.current?.();
  waiting.current = undefined;
};

/** `g` and its letter are heard before the screens, whose keys the letter must not reach; `?` after those that have a list of their own. */
export const useShellKeys = (): void => {
  const navigate = useNavigate();
  const places = useGoKeys();
  const waiting = useRef<Stop>(undefined);
  useEffect(() => () => giveUp(waiting), []);
  useKeys(
    (key) => {
      if (key === 'ctrl+k') return () => openPanel('quick');
      if (waiting.current === undefined) {
        if (key === 'g') waiting.current = systemClock.after(PATIENCE_MS, () => giveUp(waiting));
        return undefined;
      }
      giveUp(waiting);
      const place = places.find(({ letter }) => letter === key);
      return place === undefined ? undefined : () => void navigate(place.to);
    },
    { turn: 'first' },
  );
  useKeys({ '?': () => openPanel('keys') }, { turn: 'last' });
};
