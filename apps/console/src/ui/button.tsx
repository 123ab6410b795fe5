// The one button, with the few looks the console has.
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactElement } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';
import styles from './button.module.css';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** plain: a quiet frame. primary: the one thing to do here. danger: cannot be undone. bare: icon buttons and rows of tools. */
  look?: 'plain' | 'primary' | 'danger' | 'bare';
  icon?: IconName;
  busy?: boolean;
};

/** Also of Enter in a field: the form is sent by a press on its button. What the button stands in hears as little of it. */
const ignore = (event: MouseEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

/**
 * A button. One without children needs `aria-label`; `busy` shows that it works and takes no second press, but keeps the focus, also where it is
 * `disabled` for as long.
 */
export const Button = ({
  look = 'plain',
  icon,
  busy = false,
  children,
  className = '',
  ...rest
}: ButtonProps): ReactElement => (
  <button
    type="button"
    {...rest}
    {...(busy && { 'aria-disabled': true, disabled: false, onClick: ignore, onDoubleClick: ignore })}
    aria-busy={busy}
    className={`${styles.button} ${styles[look]} ${className}`}
  >
    {busy ? <Spinner size={14} /> : icon !== undefined && <Icon name={icon} />}
    {children}
  </button>
);

type LinkButtonProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; icon?: IconName };

/** A link among buttons: it leads somewhere instead of doing something. */
export const LinkButton = ({ icon, children, className = '', ...rest }: LinkButtonProps): ReactElement => (
  <a {...rest} className={`${styles.button} ${styles.plain} ${className}`}>
    {icon !== undefined && <Icon name={icon} />}
    {children}
  </a>
);
