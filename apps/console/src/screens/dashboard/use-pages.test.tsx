// Which page of the list is drawn: another filter begins at the first one, the same filter stays where the reader is.
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { setFilterGroup, setFilterMode, setFilterWord, useFilter } from '../../live/filter.ts';
import { Groups, noGroups } from '../../live/groups.ts';
import { type Session, signedOut } from '../../live/session.ts';
import { groupStore } from '../../live/stores.ts';
import { DrivenClock } from '../../live/driven-clock.ts';
import { PAGE_ROWS, usePages } from './use-pages.ts';

const all = Array.from({ length: PAGE_ROWS * 6 }, (_, i) => `D${i}`);
const List = (): ReactElement => {
  const filter = useFilter();
  const { page, pages } = usePages(
    all.filter((id) => filter.only?.has(id) ?? true),
    filter,
  );
  return <output>{`${page} of ${pages}`}</output>;
};

const session = createStore<Session>(() => signedOut);
/** How many devices are in each group. */
let counts: Record<string, number> = {};
let remembered = '';
const group = (groupid: string) => ({ groupid, parentid: null, name: groupid, updatetime: 0 });
const groups = new Groups({
  clock: new DrivenClock(),
  state: groupStore,
  session,
  askGroups: async () => ['2', '3'].map(group),
  askDevices: async (id) => all.slice(0, counts[id]),
  narrow: setFilterGroup,
  remember: { read: () => remembered, write: () => undefined },
});

const open = (address: string) => {
  const router = createMemoryRouter([{ path: '/', Component: List }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
};
const shown = (): string | null => screen.getByRole('status').textContent;
const signIn = (): Promise<void> => act(async () => session.setState({ loginFlag: 1, level: 0 }));
const choose = (groupid: string): Promise<void> => act(async () => groups.choose(groupid));

beforeEach(() => {
  counts = { 2: PAGE_ROWS * 3, 3: PAGE_ROWS * 4 };
  remembered = '';
  session.setState(signedOut, true);
  groupStore.setState(noGroups, true);
  setFilterGroup(undefined);
  setFilterMode('all');
  setFilterWord('');
});
afterEach(cleanup);

it('a group begins at the first page, from all devices, from another group, and back', async () => {
  open('/?page=5');
  await signIn();
  expect(shown()).toBe('5 of 6');
  await choose('2');
  expect(shown()).toBe('1 of 3');
  cleanup();
  open('/?page=3');
  await choose('3');
  expect(shown()).toBe('1 of 4');
  cleanup();
  open('/?page=3');
  await choose('');
  expect(shown()).toBe('1 of 6');
});

it('devices that somebody else puts into the chosen group leave the reader where he is', async () => {
  open('/?page=1');
  await signIn();
  await choose('2');
  cleanup();
  open('/?page=3');
  counts[2] = PAGE_ROWS * 4;
  await act(async () => groups.changed({ A: 'links', G: '2' }));
  expect(shown()).toBe('3 of 4');
});

it('a remembered group comes a moment after the list: the page of the address stays; what is chosen after that begins at the first', async () => {
  remembered = '2';
  open('/?page=3');
  await signIn();
  expect(shown()).toBe('3 of 3');
  await choose('');
  expect(shown()).toBe('1 of 6');
});

it('a word or a state begins at the first page', async () => {
  open('/?page=3');
  act(() => setFilterWord('D'));
  expect(shown()).toBe('1 of 6');
  cleanup();
  open('/?page=3');
  act(() => setFilterMode('online'));
  expect(shown()).toBe('1 of 6');
});
