// Push to talk: held down on its button, with the pointer or Enter, or by the space bar wherever no other control wants it.
import { useLayoutEffect } from 'react';
import type { MouseEvent, PointerEvent } from 'react';
import { useKeys } from '../../lib/use-keys.ts';
import type { Talk } from './talk.ts';

type HoldProps = {
  'data-hold': true;
  onPointerDown: (event: PointerEvent<HTMLButtonElement>) => void;
  onLostPointerCapture: () => void;
  onContextMenu: (event: MouseEvent) => void;
};

const onButton = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[data-hold]') !== null;

/** Properties for the button; without a talk nothing is held. */
export const useHold = (talk: Talk | undefined): HoldProps => {
  useKeys(
    talk === undefined ? {} : { ' ': () => talk.hold(true), enter: (event) => onButton(event) && talk.hold(true) },
    { where: 'anywhere', repeats: false },
  );
  useLayoutEffect(() => {
    if (talk === undefined) return undefined;
    const up = (event: KeyboardEvent): void => {
      if (event.code === 'Space' || event.code === 'Enter') talk.hold(false);
    };
    // Who leaves the window has let go, though no key says so.
    const away = (): void => talk.hold(false);
    window.addEventListener('keyup', up);
    window.addEventListener('blur', away);
    return () => {
      window.removeEventListener('keyup', up);
      window.removeEventListener('blur', away);
      talk.hold(false);
    };
  }, [talk]);
  return {
    'data-hold': true,
    onPointerDown: (event) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      talk?.hold(true);
    },
    // Comes however it ends: let go, slid away, taken over by a gesture.
    onLostPointerCapture: () => talk?.hold(false),
    onContextMenu: (event) => event.preventDefault(), // a long press is no menu here
  };
};
