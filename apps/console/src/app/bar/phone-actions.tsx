// The bar at the foot of phones: the places under the thumb, and 'More' for the drawer.
import type { ReactElement } from 'react';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { useNewDeviceIds } from '../../live/hooks.ts';
import { BarButton, BarLink } from './bar-button.tsx';
import styles from './bar.module.css';
import type { OfferedEntry } from './menu-entries.ts';
import { openDrawer } from './phone-bar.tsx';
import { useMenus } from './use-menus.ts';

/** What may stand there, best first; the screens of this version only. */
const places = ['/blockview', '/', '/liveview', '/treeview', '/todayevents', '/splayback'];
const MOST = 3;

/** Nothing on a desktop. */
export const PhoneActions = (): ReactElement | null => {
  const phone = usePhone();
  const menus = useMenus();
  const fresh = useNewDeviceIds().length;
  if (!phone) return null;
  const offered = menus.flatMap(({ icon, sections }) =>
    sections.flatMap(({ entries }) =>
      entries.map((entry): OfferedEntry & { icon: typeof icon } => ({ icon, ...entry })),
    ),
  );
  const shown = places.flatMap((to) => offered.filter((entry) => entry.to === to)).slice(0, MOST);
  return (
    <nav className={styles.actions} aria-label={t('Places')}>
      {shown.map(({ to = '', text, icon }) => (
        <BarLink key={to} to={to} icon={icon} label={t(text)} words badge={to === '/blockview' ? fresh : 0} />
      ))}
      <BarButton icon="menu" label={t('More')} words onClick={openDrawer} />
    </nav>
  );
};
