// The frame around every screen but sign-in: bar, notices, the screen, status line.
import type { ReactElement } from 'react';
import { Outlet, useLocation } from 'react-router';
import { t } from '../lib/i18n.ts';
import { useSession } from '../live/session.ts';
import { NavBar } from './bar/nav-bar.tsx';
import { PhoneActions } from './bar/phone-actions.tsx';
import { OfflineBanner, OlderServerBanner, OtherVersionBanner, PlainHttpNotice } from './banners.tsx';
import { useIdleWatch } from './countdown/use-idle-watch.ts';
import { ShellPanels } from './keys/panels.tsx';
import { ScreenTitle } from './screen-title.tsx';
import styles from './shell.module.css';
import { StatusBar } from './status/status-bar.tsx';
import { UnseenDevice } from './unseen-device.tsx';

/** Before the sign-in is settled there is no bar: the gate of the screen decides where this leads. */
export const Shell = (): ReactElement => {
  const signedIn = useSession((s) => s.loginFlag === 1);
  const { pathname } = useLocation();
  useIdleWatch();
  return (
    <div className={styles.shell}>
      <ScreenTitle path={pathname} />
      <a className={styles.skip} href="#screen">
        {t('Skip to the screen')}
      </a>
      {signedIn && <NavBar />}
      <OfflineBanner />
      <OlderServerBanner />
      <OtherVersionBanner />
      <PlainHttpNotice />
      <UnseenDevice />
      <main className={styles.screen} id="screen" tabIndex={-1}>
        <Outlet />
      </main>
      {signedIn && <StatusBar />}
      {signedIn && <PhoneActions />}
      {signedIn && <ShellPanels />}
    </div>
  );
};
