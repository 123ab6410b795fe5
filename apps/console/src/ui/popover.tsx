// What opens under its button and lies over what follows: a calendar, a list, a colour picker. One place for how it closes.
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactElement, ReactNode, RefObject } from 'react';
import styles from './popover.module.css';

export type PopoverState = {
  readonly open: boolean;
  toggle: () => void;
  close: () => void;
  /** Closes and gives the focus back to the button. */
  leave: () => void;
  /** For the frame around button and popover. */
  readonly frame: { readonly ref: RefObject<HTMLDivElement | null>; onKeyDown: (event: KeyboardEvent) => void };
};

/** Escape leaves. The button says `aria-expanded`. */
export const usePopover = (): PopoverState => {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  const leave = (): void => {
    setOpen(false);
    ref.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation(); // the dialog around it stays
    leave();
  };
  return { open, toggle: () => setOpen(!open), close: () => setOpen(false), leave, frame: { ref, onKeyDown } };
};

type PopoverProps = { label: string; state: PopoverState; children: ReactNode };

/** Closes when something outside is pressed or comes into focus. */
export const Popover = ({ label, state, children }: PopoverProps): ReactElement => {
  const own = useRef<HTMLElement>(null);
  const { close } = state;
  const closing = useRef(close);
  useEffect(() => {
    closing.current = close;
  });
  useEffect(() => {
    // In a dialog there may be no room below: anyone who opened it wants to see it.
    own.current?.scrollIntoView({ block: 'nearest' });
    const onElsewhere = (event: Event): void => {
      if (event.target instanceof Node && own.current?.parentElement?.contains(event.target) !== true)
        closing.current();
    };
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  }, []);
  return (
    <section ref={own} className={styles.popover} aria-label={label}>
      {children}
    </section>
  );
};
