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
import { signOut } from '../../live/index.ts';
import { useSession } from '../../live/session.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon.tsx';
import styles from './bar.module.css';
import { BarButton, BarLink } from './bar-button.tsx';
import { FilterBox } from './filter-box.tsx';
import { mainMenu, systemMenu } from './menu-entries.ts';
import { PersonalSettings } from './personal-settings.tsx';
import { StreamStatusButton } from './stream-status.tsx';

const useMenus = (phone: boolean) => {
  const level = useSession((s) => s.level);
  const rights = useSession((s) => s.rights);
  const [serverIp] = usePreference('ServerIp');
  const ownHost = serverIp === '' || serverIp === globalThis.location.hostname;
  return { main: mainMenu({ level, rights }, phone), system: systemMenu({ level, rights }, ownHost), level };
};

const Toggle = ({ icon, label, text }: { icon: IconName; label: string; text?: string }): ReactElement => (
  <Dropdown.Toggle
    as="button"
    type="button"
    className={styles.item}
    aria-label={label}
    title={label}
    bsPrefix="o-toggle"
  >
    <Icon name={icon} size={18} />
    {text !== undefined && <span className={styles.words}>{text}</span>}
    <Icon name="down" size={10} />
  </Dropdown.Toggle>
);

const UserMenu = (): ReactElement => {
  const userName = useSession((s) => s.userName);
  const level = useSession((s) => s.level);
  return (
    <Dropdown align="end">
      <Toggle icon="person" label={t('User menu')} text={userName} />
      <Dropdown.Menu>
        <Dropdown.Header aria-level={2}>
          {level === 0 ? t('Administrator') : t('Level {level}', { level })}
        </Dropdown.Header>
        <Dropdown.Item as="button" onClick={() => void signOut()}>
          {t('Sign out')}
        </Dropdown.Item>
      </Dropdown.Menu>
    </Dropdown>
  );
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
            <Toggle icon="server" label={t('System')} text={t('System')} />
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
          <Toggle icon="gear" label={t('Settings')} />
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
      <Button className={styles.drawerOut ?? ''} onClick={() => void signOut()}>
        {t('Sign out')}
      </Button>
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
