// The navigation bar: screens on the left, filter and personal menus on the right; on phones a hamburger and its drawer.
import { useState } from 'react';
import type { ReactElement } from 'react';
import Dropdown from 'react-bootstrap/Dropdown';
import Offcanvas from 'react-bootstrap/Offcanvas';
import { Link } from 'react-router';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { usePreference } from '../../lib/preferences.ts';
import { useNewDeviceIds } from '../../live/hooks.ts';
import { useSession } from '../../live/session.ts';
import { Button } from '../../ui/button.tsx';
import styles from './bar.module.css';
import { BarButton, BarLink } from './bar-button.tsx';
import { FilterBox } from './filter-box.tsx';
import { mainMenu, systemMenu } from './menu-entries.ts';
import { MenuToggle } from './menu-toggle.tsx';
import { PersonalSettings } from './personal-settings.tsx';
import { StreamStatusButton } from './stream-status.tsx';
import { UserMenu, useUserEntries } from './user-menu.tsx';

const useMenus = (phone: boolean) => {
  const level = useSession((s) => s.level);
  const rights = useSession((s) => s.rights);
  const [serverIp] = usePreference('ServerIp');
  const ownHost = serverIp === '' || serverIp === globalThis.location.hostname;
  return { main: mainMenu({ level, rights }, phone), system: systemMenu({ level, rights }, ownHost), level };
};

const DesktopBar = (): ReactElement => {
  const { main, system, level } = useMenus(false);
  const fresh = useNewDeviceIds().length;
  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.logo} aria-label="Outrider">
        <img src="/logo.svg" alt="" width="28" height="28" />
      </Link>
      <nav className={styles.group} aria-label={t('Screens')}>
        {main.map(({ to, text, icon }) => (
          <BarLink key={to} to={to} icon={icon} label={t(text)} words badge={to === '/blockview' ? fresh : 0} />
        ))}
        {system.length > 0 && (
          <Dropdown>
            <MenuToggle icon="server" label={t('System')} text={t('System')} />
            <Dropdown.Menu>
              {system.map(({ to, text }) => (
                <Dropdown.Item key={to} as={Link} to={to}>
                  {t(text)}
                </Dropdown.Item>
              ))}
            </Dropdown.Menu>
          </Dropdown>
        )}
      </nav>
      <div className={styles.group}>
        <FilterBox />
        {level === 0 && <StreamStatusButton />}
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

const Drawer = ({ onClose }: { onClose: () => void }): ReactElement => {
  const { main, system } = useMenus(true);
  const userName = useSession((s) => s.userName);
  const fresh = useNewDeviceIds().length;
  const own = useUserEntries();
  return (
    <Offcanvas show onHide={onClose} placement="start" aria-label={t('Menu')} className={styles.drawer ?? ''}>
      <div className={styles.drawerHead}>
        <img src="/logo.svg" alt="" width="28" height="28" />
        <strong>{userName}</strong>
        <Button look="bare" icon="close" aria-label={t('Close')} onClick={onClose} />
      </div>
      <nav className={styles.drawerNav} aria-label={t('Screens')}>
        {[...main, ...system].map(({ to, text, icon }) => (
          <BarLink
            key={to}
            to={to}
            icon={icon}
            label={t(text)}
            words
            badge={to === '/blockview' ? fresh : 0}
            onClick={onClose}
          />
        ))}
      </nav>
      <PersonalSettings />
      <div className={styles.drawerOut}>
        {own.map(({ text, run }) => (
          <Button
            key={text}
            onClick={() => {
              onClose();
              run();
            }}
          >
            {text}
          </Button>
        ))}
      </div>
    </Offcanvas>
  );
};

const PhoneBar = (): ReactElement => {
  const [open, setOpen] = useState(false);
  return (
    <header className={styles.bar}>
      <BarButton icon="menu" label={t('Menu')} onClick={() => setOpen(true)} />
      <FilterBox />
      {open && <Drawer onClose={() => setOpen(false)} />}
    </header>
  );
};

export const NavBar = (): ReactElement => (usePhone() ? <PhoneBar /> : <DesktopBar />);
