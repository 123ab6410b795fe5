// The frame around every screen but sign-in: bar, notices, the screen, status line.
import type { ReactElement } from 'react';
import { Outlet } from 'react-router';
import styles from './shell.module.css';

export const Shell = (): ReactElement => (
  <div className={styles.shell}>
    <main className={styles.screen} id="screen">
      <Outlet />
    </main>
  </div>
);
