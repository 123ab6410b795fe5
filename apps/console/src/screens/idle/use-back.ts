// Where a click on the idle page leads: the page before, or the first screen this user may open when nothing usable is behind.
import type { Right } from '@outrider/contract';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { usePhone } from '../../lib/device-kind.ts';
import { mapEnabled, useSession } from '../../live/session.ts';

/** In the order of the menus; the map comes before them all. */
const starts: readonly (readonly [string, Right])[] = [
  ['/blockview', 'P_dash'],
  ['/treeview', 'P_tree'],
  ['/liveview', 'P_live'],
  ['/gpsplayback', 'P_gppb'],
  ['/splayback', 'P_lopb'],
  ['/remoteplayback', 'P_repb'],
  ['/todayevents', 'F_event'],
];

/** The first screen for these rights; undefined when there is none. */
const firstScreen = (rights: ReadonlySet<Right>, phone: boolean): string | undefined =>
  !phone && mapEnabled({ rights }) ? '/' : starts.find(([, right]) => rights.has(right))?.[0];

/** The path of the history entry before this one; undefined when there is none of ours, or it leads nowhere. */
const pathBehind = (): string | undefined => {
  // Older browsers have no such list; their router knows its own entries of this page.
  if (!('navigation' in globalThis)) return Number(globalThis.history.state?.idx ?? 0) > 0 ? '/' : undefined;
  const { navigation } = globalThis;
  const index = navigation.currentEntry?.index ?? 0;
  const url = navigation.entries()[index - 1]?.url ?? '';
  const path = URL.canParse(url) ? new URL(url).pathname : undefined;
  return path === '/login' || path === '/idle' ? undefined : path;
};

/** Goes there. Stays where neither exists. */
export const useBack = (): (() => void) => {
  const navigate = useNavigate();
  const rights = useSession((s) => s.rights);
  const phone = usePhone();
  return useCallback(() => {
    const first = firstScreen(rights, phone);
    if (pathBehind() !== undefined) void navigate(-1);
    else if (first !== undefined) void navigate(first, { replace: true });
  }, [navigate, rights, phone]);
};
