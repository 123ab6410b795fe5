// The groups that the signed-in account reaches: asked after each sign-in, kept in the session.
import type { UserInfo } from '@outrider/contract';
import type { StoreApi } from 'zustand/vanilla';
import type { Session } from './session.ts';

/** Follows the session. An answer for somebody who is no longer signed in is dropped; a refused one leaves no groups. */
export const followOwnGroups = (session: StoreApi<Session>, ask: () => Promise<UserInfo>): (() => void) =>
  session.subscribe((now, before) => {
    const entered = now.loginFlag === 1 && (before.loginFlag !== 1 || now.userName !== before.userName);
    if (!entered) return;
    ask().then(
      ({ username, childrens }) => {
        const { loginFlag, userName } = session.getState();
        if (loginFlag === 1 && userName === username) session.setState({ childrens });
      },
      () => {}, // away: the next sign-in asks again
    );
  });
