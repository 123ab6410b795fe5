// The navigation bar: menus on the left, filters and personal menus on the right; on phones a hamburger and its drawer.
import { useRef } from 'react';
import type { ReactElement } from 'react';
import Dropdown from 'react-bootstrap/Dropdown';
import { Link } from 'react-router';
import { deployment } from '../../lib/deployment.ts';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { useNewDeviceIds } from '../../live/hooks.ts';
import { useSession } from '../../live/session.ts';
import { Stopwatch } from '../countdown/stopwatch.tsx';
import { AlarmBell } from './alarm-bell.tsx';
import { BarMenu } from './bar-menu.tsx';
import styles from './bar.module.css';
import { FilterBox } from './filter-box.tsx';
import { GroupFilter } from './group-filter.tsx';
import { MenuToggle } from './menu-toggle.tsx';
import { PersonalSettings } from './personal-settings.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { QuickBarButton } from './quick-bar-button.tsx';
import { StreamStatusButton } from './stream-status.tsx';
import { useCompact } from './use-compact.ts';
import { useMenus } from './use-menus.ts';
import { UserMenu } from './user-menu.tsx';

const DesktopBar = (): ReactElement => {
  const bar = useRef<HTMLElement>(null);
  const menus = useMenus();
  const level = useSession((s) => s.level);
  const fresh = useNewDeviceIds().length;
  useCompact(bar);
  return (
    <header ref={bar} className={styles.bar}>
      <Link to="/" className={styles.logo} aria-label={deployment.productName}>
        <img src={deployment.logo} alt="" height="28" />
      </Link>
      <nav className={styles.group} aria-label={t('Screens')}>
        {menus.map((menu) => (
          <BarMenu key={menu.text} menu={menu} badge={menu.text === 'Dashboard' ? fresh : 0} />
        ))}
      </nav>
      <div className={`${styles.group} ${styles.own}`}>
        <QuickBarButton />
        <FilterBox />
        <GroupFilter />
        <AlarmBell />
        {level === 0 && <StreamStatusButton />}
        <Stopwatch />
        <Dropdown align="end" autoClose="outside">
          <MenuToggle icon="gear" label={t('Settings')} />
          <Dropdown.Menu>
            <PersonalSettings />
          </Dropdown.Menu>
        </Dropdown>
        <UserMenu />
      </div>
    </header>
  );
};

export const NavBar = (): ReactElement => (usePhone() ? <PhoneBar /> : <DesktopBar />);
