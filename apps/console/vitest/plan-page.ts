// What a component test of a screen of plans stands on: a page with room, an administrator, and a server that knows the plans.
import { vi } from 'vitest';
import { sessionStore, signedOut } from '../src/live/session.ts';

/** `path`: of the call that lists `plans`. The only group is 'Night fleet', 5; all else is empty. */
export const stagePlans = (path: string, plans: readonly unknown[]): void => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  for (const side of ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(900);
  vi.stubGlobal('fetch', async (asked: string) => {
    if (asked.startsWith(path)) return Response.json(plans);
    if (asked.includes('group'))
      return Response.json([{ groupid: '5', name: 'Night fleet', parentid: null, updatetime: 0 }]);
    return Response.json([]);
  });
  sessionStore.setState({ ...signedOut, loginFlag: 1, level: 0 }, true);
};
