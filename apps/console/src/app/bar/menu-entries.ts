// Which entries the menus offer: those whose screen works, that the user may open. Pure apart from the route table.
import { matchPath } from 'react-router';
import type { ScreenRoute } from '../../lib/screen-route.ts';
import { mapEnabled, mayDo } from '../../live/session.ts';
import type { Session } from '../../live/session.ts';
import type { IconName } from '../../ui/icon.tsx';
import { screens } from '../../screens/index.ts';

/** `to` is the address, `text` an English key. */
export type MenuEntry = { to: string; text: string; icon: IconName };

/** In the order of the bar. */
const barEntries: readonly MenuEntry[] = [
  { to: '/blockview', text: 'Dashboard', icon: 'table' },
  { to: '/', text: 'Map', icon: 'map' },
  { to: '/liveview', text: 'Live view', icon: 'live' },
];
const systemEntries: readonly MenuEntry[] = [{ to: '/connectrecorder', text: 'Connect a recorder', icon: 'plug' }];

type Viewer = Pick<Session, 'level' | 'rights'>;

const screenOf = (to: string): ScreenRoute | undefined => screens.find((screen) => matchPath(screen.path, to) !== null);

const offered = (entries: readonly MenuEntry[], viewer: Viewer, phone: boolean): readonly MenuEntry[] =>
  entries.filter(({ to }) => {
    const screen = screenOf(to);
    if (screen === undefined || (phone && screen.onPhone !== undefined)) return false;
    return to === '/' ? mapEnabled(viewer) : mayDo(viewer, screen.right);
  });

export const mainMenu = (viewer: Viewer, phone: boolean): readonly MenuEntry[] => offered(barEntries, viewer, phone);

/** Only on the server's own page: these screens change the server that the page came from. */
export const systemMenu = (viewer: Viewer, ownHost: boolean): readonly MenuEntry[] =>
  ownHost ? offered(systemEntries, viewer, false) : [];
