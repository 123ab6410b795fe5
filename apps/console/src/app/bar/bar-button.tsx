// A button or link of the navigation bar: icon, words where there is room, a count.
import type { ReactElement } from 'react';
import { NavLink } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon.tsx';
import styles from './bar.module.css';

type BarItem = { icon: IconName; label: string; badge?: number; words?: boolean };

const Face = ({ icon, label, badge = 0, words = false }: BarItem): ReactElement => (
  <>
    <Icon name={icon} size={18} />
    {words && <span className={styles.words}>{label}</span>}
    {badge > 0 && <span className={`${styles.badge} num`}>{badge}</span>}
  </>
);

const nameOf = ({ label, badge = 0 }: BarItem): string => (badge > 0 ? `${label} (${badge})` : label);

export const BarButton = ({ onClick, ...item }: BarItem & { onClick: () => void }): ReactElement => (
  <button type="button" className={styles.item} aria-label={nameOf(item)} title={item.label} onClick={onClick}>
    <Face {...item} />
  </button>
);

export const BarLink = ({ to, onClick, ...item }: BarItem & { to: string; onClick?: () => void }): ReactElement => (
  <NavLink
    to={to}
    end={to === '/'}
    className={({ isActive }) => `${styles.item} ${isActive ? styles.active : ''}`}
    aria-label={nameOf(item)}
    title={item.label}
    onClick={onClick}
  >
    <Face {...item} />
  </NavLink>
);
