// The groups that the signed-in account reaches: asked after each sign-in, when they change and whenever the server is there again,
// kept in the session.
import type { UserInfo } from '@outrider/contract';
import type { StoreApi } from 'zustand/vanilla';
import type { Session } from './session.ts';

/** Follows the session. An answer for somebody who is no longer signed in is dropped; a refused one leaves no groups. */
export const followOwnGroups = (
  session: StoreApi<Session>,
  ask: () => Promise<UserInfo>,
): { refresh: () => void; stop: () => void } => {
  const refresh = (): void => {
    ask().then(
      ({ username, childrens }) => {
        const { loginFlag, userName } = session.getState();
        if (loginFlag === 1 && userName === username) session.setState({ childrens });
      },
      () => {}, // away: asked again when it is back
    );
  };
  const stop = session.subscribe((now, before) => {
    const entered = now.loginFlag === 1 && (before.loginFlag !== 1 || now.userName !== before.userName);
    // A page that showed the fleet as last known signs in only now, though for the session nobody came or went.
    const back = now.loginFlag === 1 && before.downSinceMs !== undefined && now.downSinceMs === undefined;
    // The level decides how much of the tree is one's own.
    const moved = now.loginFlag === 1 && now.level !== before.level;
    if (entered || back || moved) refresh();
  });
  return { refresh, stop };
};
