// A button that stays pressed: a channel that is on, several at once, the map. What it switches is its owner's.
import type { ButtonHTMLAttributes, ReactElement } from 'react';
import styles from './toggle.module.css';

type ToggleProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  pressed: boolean;
  /** Little room at the sides, for a number alone. */
  narrow?: boolean;
};

export const Toggle = ({ pressed, narrow = false, className = '', ...rest }: ToggleProps): ReactElement => (
  <button
    type="button"
    {...rest}
    aria-pressed={pressed}
    className={`${styles.toggle} ${narrow ? styles.narrow : ''} ${className}`}
  />
);
