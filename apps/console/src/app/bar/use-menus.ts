// The menus of the signed-in user, for bar, drawer and quick bar.
import { getIframes } from '@outrider/contract';
import { useMemo } from 'react';
import { useCall } from '../../lib/calls.ts';
import { usePhone } from '../../lib/device-kind.ts';
import { useOwnHost } from '../../lib/own-host.ts';
import { useSession } from '../../live/session.ts';
import { menusOf } from './menu-entries.ts';
import type { OfferedMenu } from './menu-entries.ts';

const none: readonly never[] = [];

/** The same menus as long as nothing they depend on changed. */
export const useMenus = (): readonly OfferedMenu[] => {
  const level = useSession((s) => s.level);
  const rights = useSession((s) => s.rights);
  const userName = useSession((s) => s.userName);
  const ownHost = useOwnHost();
  const phone = usePhone();
  const pages = useCall(getIframes, {}).data ?? none;
  return useMemo(() => {
    const titles = pages.map(({ title }) => title);
    return menusOf({ level, rights, userName, ownHost, phone }, titles);
  }, [level, rights, userName, ownHost, phone, pages]);
};
