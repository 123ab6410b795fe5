// Who can see what, beside all links: it is asked again when access was taken away, here or by somebody else.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { deleteGroupLink, getGroupLinks, getUserGroups, postFindSetting } from '@outrider/contract';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { groupNews } from '../../live/group-news.ts';
import { GroupSummaryScreen } from './group-summary-screen.tsx';

const groups = [
  { groupid: '1', parentid: null, name: 'All', updatetime: 1 },
  { groupid: '2', parentid: '1', name: 'north', updatetime: 1 },
];
const reachOf = (username: string) => ({ username, permission: 2, groupid: '2', heldby: '2', expired: 0 });
/** Those who see it. */
let seers: readonly string[] = [];

const replyTo = (method: string | undefined, path: string): unknown => {
  if (path === getUserGroups.path) return groups;
  if (path === postFindSetting.path) return seers.map(reachOf);
  if (path === getGroupLinks.path && method === getGroupLinks.method) return [{ groupid: '2', deviceid: 'A1' }];
  if (path === deleteGroupLink.path && method === deleteGroupLink.method) return { groupid: '2', deviceid: 'A1' };
  throw new Error(path);
};

const open = async (): Promise<void> => {
  const router = createMemoryRouter([{ path: '/', Component: GroupSummaryScreen }], {
    initialEntries: ['/?device=A1'],
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: 5000 } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await sees('ann', true);
};
const sees = (name: string, isThere: boolean): Promise<void> =>
  vi.waitFor(() => expect(screen.queryByText(name) !== null).toBe(isThere));

beforeAll(startTexts);
beforeEach(() => {
  seers = ['ann', 'bob'];
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  for (const side of ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => Response.json(replyTo(method, path)));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says who sees a device still, once it was taken out of a group', async () => {
  await open();
  fireEvent.click(screen.getByLabelText('Take A1 out of north'));
  seers = ['bob'];
  fireEvent.click(await screen.findByText('Take out', { selector: 'button' }));
  await sees('ann', false);
  await sees('bob', true);
});

it.each([
  ['a link', { A: 'links', I: 'A1', G: '2', S: false }],
  ['the tree of groups', { A: 'tree' }],
] as const)('is asked again when somebody else changed %s', async (_, change) => {
  await open();
  seers = ['bob'];
  act(() => groupNews.tell(change));
  await sees('ann', false);
  await sees('bob', true);
});
