// The keys that work on every screen: Ctrl K, `?`, and `g` with a letter. Those of a screen are its own matter.
import { useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { systemClock } from '../../lib/time.ts';
import type { Stop } from '../../lib/time.ts';
import { useGoKeys } from '../../parts/shortcuts/go-keys.ts';
import { openPanel } from './panel-store.ts';

/** How long after `g` a letter still belongs to it. */
const PATIENCE_MS = 1500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input:not([type=range]),textarea,select,[contenteditable]') !== null;
const isModalOpen = (): boolean => document.querySelector('.modal.show, .offcanvas.show, dialog[open]') !== null;

/** Nothing happens while something is typed or a dialog is open. */
export const useShellKeys = (): void => {
  const navigate = useNavigate();
  const places = useGoKeys();
  const latest = useRef(places);
  // With the drawing, not some time after it: whoever sees the bar may press its keys.
  useLayoutEffect(() => {
    latest.current = places;
  });
  useLayoutEffect(() => {
    let waiting: Stop | undefined;
    const giveUp = (): void => {
      waiting?.();
      waiting = undefined;
    };
    const goTo = (letter: string): boolean => {
      giveUp();
      const place = latest.current.find((each) => each.letter === letter);
      if (place !== undefined) void navigate(place.to);
      return place !== undefined;
    };
    /** Before the screens: the letter after `g` must not reach their keys. */
    const first = (event: KeyboardEvent): void => {
      if (isModalOpen()) return;
      const key = event.key.toLowerCase();
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      let taken = false;
      if (key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        openPanel('quick');
        taken = true;
      } else if (!plain || isTyping(event.target)) return;
      else if (waiting !== undefined) taken = goTo(key);
      else if (key === 'g') waiting = systemClock.after(PATIENCE_MS, giveUp);
      if (!taken) return;
      event.preventDefault();
      event.stopPropagation();
    };
    /** After the screens: one that shows its own keys has done so. */
    const last = (event: KeyboardEvent): void => {
      if (event.key !== '?' || event.defaultPrevented || isTyping(event.target) || isModalOpen()) return;
      openPanel('keys');
      event.preventDefault();
    };
    window.addEventListener('keydown', first, true);
    window.addEventListener('keydown', last);
    return () => {
      giveUp();
      window.removeEventListener('keydown', first, true);
      window.removeEventListener('keydown', last);
    };
  }, [navigate]);
};
