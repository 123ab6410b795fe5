// Push to talk: held down on its button, with the pointer or Enter, or by the space bar wherever no other control wants it.
import { useLayoutEffect } from 'react';
import type { MouseEvent, PointerEvent } from 'react';
import type { Talk } from './talk.ts';

/** Controls that do something of their own with the space bar. */
const OTHERS = 'button:not([data-hold]), input, select, textarea, a, [role="row"], [contenteditable]';

/** The space bar anywhere; Enter on the button. */
const isHoldKey = ({ code, target }: KeyboardEvent): boolean => {
  if (!(target instanceof Element)) return false;
  if (code === 'Space') return target.closest(OTHERS) === null;
  return code === 'Enter' && target.closest('[data-hold]') !== null;
};

type HoldProps = {
  onPointerDown: (event: PointerEvent<HTMLButtonElement>) => void;
  onLostPointerCapture: () => void;
  onContextMenu: (event: MouseEvent) => void;
};

/** Properties for the button; without a talk nothing is held. */
export const useHold = (talk: Talk | undefined): HoldProps => {
  // With the drawing, not some time after it: whoever sees the button may hold the key.
  useLayoutEffect(() => {
    if (talk === undefined) return undefined;
    const down = (event: KeyboardEvent): void => {
      if (!isHoldKey(event)) return;
      event.preventDefault();
      if (!event.repeat) talk.hold(true);
    };
    const up = (event: KeyboardEvent): void => {
      if (event.code === 'Space' || event.code === 'Enter') talk.hold(false);
    };
    // Who leaves the window has let go, though no key says so.
    const away = (): void => talk.hold(false);
    window.addEventListener('keydown', down);
    window.addEventListener('keyup', up);
    window.addEventListener('blur', away);
    return () => {
      window.removeEventListener('keydown', down);
      window.removeEventListener('keyup', up);
      window.removeEventListener('blur', away);
      talk.hold(false);
    };
  }, [talk]);
  return {
    onPointerDown: (event) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      talk?.hold(true);
    },
    // Comes however it ends: let go, slid away, taken over by a gesture.
    onLostPointerCapture: () => talk?.hold(false),
    onContextMenu: (event) => event.preventDefault(), // a long press is no menu here
  };
};
