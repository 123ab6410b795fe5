// The user menu of the bar: who is signed in, and his own entries. One item a line; on phones the drawer shows the same ones.
import type { ReactElement } from 'react';
import Dropdown from 'react-bootstrap/Dropdown';
import { deployment } from '../../lib/deployment.ts';
import { t } from '../../lib/i18n.ts';
import { live } from '../../live/index.ts';
import { useSession } from '../../live/session.ts';
import { openOverlay } from '../../parts/overlay-store.ts';
import { openPanel } from '../keys/panel-store.ts';
import styles from './bar.module.css';
import { MenuToggle } from './menu-toggle.tsx';

/** What a user does with his own account, last of all signing out. */
export type UserEntry = { readonly text: string } & (
  | { readonly run: () => void; readonly href?: undefined }
  /** A file of the console, opened beside it. */
  | { readonly href: string; readonly run?: undefined }
);

/** In the order of the menu. */
export const useUserEntries = (): readonly UserEntry[] => [
  ...(deployment.changePassword
    ? [{ text: t('Change password'), run: () => openOverlay({ kind: 'changePassword' }) }]
    : []),
  ...(deployment.copyright === '' ? [] : [{ text: t('Copyright'), run: () => openOverlay({ kind: 'copyright' }) }]),
  { text: t('Keyboard shortcuts'), run: () => openPanel('keys') },
  { text: t('Manual'), href: '/manual.pdf' },
  { text: t('Open source licences'), href: '/licences.txt' },
  { text: t('Sign out'), run: () => void live().account.signOut() },
];

/** Whom to ask for the settings that only the user named admin has here; '' for nobody. */
export const useContactHint = (): string => {
  const isAdmin = useSession((s) => s.userName === 'admin');
  const elseAdmin = useSession((s) => s.level === 0) && deployment.elseAdmin;
  return isAdmin || elseAdmin || deployment.contactHint === '' ? '' : t(deployment.contactHint);
};

export const UserMenu = (): ReactElement => {
  const userName = useSession((s) => s.userName);
  const level = useSession((s) => s.level);
  const entries = useUserEntries();
  const hint = useContactHint();
  return (
    <Dropdown align="end">
      <MenuToggle icon="person" label={t('User menu')} text={userName} />
      <Dropdown.Menu>
        <Dropdown.Header aria-level={2}>
          <bdi className={styles.name}>{userName}</bdi>
          {level === 0 ? t('Administrator') : t('Level {level}', { level })}
        </Dropdown.Header>
        {entries.map(({ text, run, href }) =>
          href === undefined ? (
            <Dropdown.Item key={text} as="button" onClick={run}>
              {text}
            </Dropdown.Item>
          ) : (
            <Dropdown.Item key={text} href={href} target="_blank" rel="noreferrer">
              {text}
            </Dropdown.Item>
          ),
        )}
        <Dropdown.Divider />
        <p className={styles.hint}>
          {deployment.productName} {deployment.version}
        </p>
        {hint !== '' && <p className={styles.hint}>{hint}</p>}
      </Dropdown.Menu>
    </Dropdown>
  );
};
