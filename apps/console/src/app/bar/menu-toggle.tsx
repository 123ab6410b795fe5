// The button of the bar that opens a menu: icon, words where there is room, an arrow.
import type { ReactElement } from 'react';
import Dropdown from 'react-bootstrap/Dropdown';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon.tsx';
import styles from './bar.module.css';

type MenuToggleProps = { icon: IconName; label: string; text?: string; active?: boolean };

/** `label` is its name, `text` what stands beside the icon where there is room, else its title says it; `active`: one of its screens is open. */
export const MenuToggle = ({ icon, label, text, active = false }: MenuToggleProps): ReactElement => (
  <Dropdown.Toggle
    as="button"
    type="button"
    className={`${styles.item} ${active ? styles.active : ''}`}
    aria-label={label}
    title={text ?? label}
    bsPrefix="o-toggle"
  >
    <Icon name={icon} size={18} />
    {text !== undefined && <span className={styles.words}>{text}</span>}
    <Icon name="down" size={10} />
  </Dropdown.Toggle>
);
