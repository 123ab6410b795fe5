// The bar of phones: the hamburger, the filter box, and the drawer with every menu, the settings and the user's own entries.
import type { ReactElement } from 'react';
import Offcanvas from 'react-bootstrap/Offcanvas';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { deployment } from '../../lib/deployment.ts';
import { t } from '../../lib/i18n.ts';
import { useNewDeviceIds } from '../../live/hooks.ts';
import { useSession } from '../../live/session.ts';
import { Button } from '../../ui/button.tsx';
import { AlarmBell } from './alarm-bell.tsx';
import { BarButton, BarLink } from './bar-button.tsx';
import { textOf } from './bar-menu.tsx';
import styles from './bar.module.css';
import { FilterBox } from './filter-box.tsx';
import { GroupFilter } from './group-filter.tsx';
import type { OfferedMenu } from './menu-entries.ts';
import { PersonalSettings } from './personal-settings.tsx';
import { useMenus } from './use-menus.ts';
import { useContactHint, useUserEntries } from './user-menu.tsx';

const drawer = createStore(() => ({ open: false }));
/** Opens the drawer: the hamburger, or 'More' of the bar at the bottom. */
export const openDrawer = (): void => drawer.setState({ open: true });
const closeDrawer = (): void => drawer.setState({ open: false });

const DrawerMenu = ({ menu, badge }: { menu: OfferedMenu; badge: number }): ReactElement => {
  const entries = menu.sections.flatMap((section) => section.entries);
  return (
    <section aria-label={t(menu.text)}>
      {entries.length > 1 && (
        <div className={styles.sectionTitle} aria-hidden="true">
          {t(menu.text)}
        </div>
      )}
      {entries.map((entry) =>
        entry.to === undefined ? (
          <BarButton
            key={entry.text}
            icon={menu.icon}
            label={textOf(entry)}
            words
            onClick={() => {
              closeDrawer();
              entry.run();
            }}
          />
        ) : (
          <BarLink
            key={entry.to}
            to={entry.to}
            icon={entry.icon ?? menu.icon}
            label={textOf(entry)}
            words
            badge={badge}
            onClick={closeDrawer}
          />
        ),
      )}
    </section>
  );
};

const OwnEntries = (): ReactElement => {
  const hint = useContactHint();
  return (
    <div className={styles.drawerOut}>
      {hint !== '' && <p className={styles.hint}>{hint}</p>}
      {useUserEntries().map(({ text, run, href }) =>
        href === undefined ? (
          <Button
            key={text}
            onClick={() => {
              closeDrawer();
              run();
            }}
          >
            {text}
          </Button>
        ) : (
          <a key={text} className="btn btn-light" href={href} target="_blank" rel="noreferrer">
            {text}
          </a>
        ),
      )}
    </div>
  );
};

const countOf = ({ sections }: OfferedMenu): number => sections.reduce((sum, { entries }) => sum + entries.length, 0);
/** Single entries come first: behind a list with a heading they would look like a part of it. */
const singlesFirst = (menus: readonly OfferedMenu[]): readonly OfferedMenu[] => [
  ...menus.filter((menu) => countOf(menu) === 1),
  ...menus.filter((menu) => countOf(menu) > 1),
];

const Drawer = (): ReactElement => {
  const menus = singlesFirst(useMenus());
  const userName = useSession((s) => s.userName);
  const fresh = useNewDeviceIds().length;
  return (
    <Offcanvas show onHide={closeDrawer} placement="start" aria-label={t('Menu')} className={styles.drawer ?? ''}>
      <div className={styles.drawerHead}>
        <img src={deployment.logo} alt="" height="28" />
        <strong>{userName}</strong>
        <Button look="bare" icon="close" aria-label={t('Close')} onClick={closeDrawer} />
      </div>
      <nav className={styles.drawerNav} aria-label={t('Screens')}>
        {menus.map((menu) => (
          <DrawerMenu key={menu.text} menu={menu} badge={menu.text === 'Dashboard' ? fresh : 0} />
        ))}
      </nav>
      <div className={styles.drawerGroups}>
        <GroupFilter />
      </div>
      <PersonalSettings />
      <OwnEntries />
    </Offcanvas>
  );
};

export const PhoneBar = (): ReactElement => {
  const { open } = useStore(drawer);
  return (
    <header className={styles.bar}>
      <BarButton icon="menu" label={t('Menu')} onClick={openDrawer} />
      <FilterBox />
      <AlarmBell />
      {open && <Drawer />}
    </header>
  );
};
