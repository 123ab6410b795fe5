// What is changed in the matrix is asked for before the screen is left, and whom it is about is said only when it is known.
import { postUserList, rights, s04Permissions } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { droppedBy } from '../../lib/unsaved.ts';
import { startLive } from '../../live/index.ts';
import { PermissionScreen } from './permission-screen.tsx';

const [set] = s04Permissions.example.reply.Z;
const [user] = postUserList.example.reply;
let users = Promise.withResolvers<Response>();

beforeAll(startTexts);
beforeEach(async () => {
  users = Promise.withResolvers();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  for (const side of ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(900);
  vi.stubGlobal('fetch', () => users.promise);
  const sets = [{ ...set, id: '2', name: 'Dealer', access: '0'.repeat(rights.length) }];
  vi.spyOn(startLive().connection, 'ask').mockResolvedValue({ Z: sets });
  const router = createMemoryRouter([{ path: '/', Component: PermissionScreen }]);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  fireEvent.click((await screen.findAllByRole('button', { name: / for Dealer: / }))[0] ?? document.body);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const bar = (): string => screen.getByRole('region', { name: 'Changes' }).textContent ?? '';
const leaves = (): number =>
  droppedBy({ from: { pathname: '/', search: '' }, to: { pathname: '/user', search: '' }, step: false }).length;

it('asks before it is left with something unsaved', () => {
  expect(leaves()).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(leaves()).toBe(0);
});

it('says of nobody that they gain something before the accounts are there', async () => {
  expect(bar()).toContain('1 change');
  expect(bar()).not.toContain('nobody has this permission');
  users.resolve(Response.json([{ ...user, name: 'wang', permission: 2, ownrights: false }]));
  await screen.findByText(/wang/);
  expect(bar()).toMatch(/gain.*: wang/);
});

it('says so where they cannot be loaded', async () => {
  users.resolve(Response.json({ hasError: 1, message: 'The database is busy' }, { status: 500 }));
  await screen.findByText('The accounts could not be loaded: whom this is about is not known.');
  expect(bar()).not.toContain('nobody has this permission');
});
