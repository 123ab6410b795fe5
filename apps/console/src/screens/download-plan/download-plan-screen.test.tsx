// A new plan begins with whose plans are shown; what is deleted is named by what goes.
import { getDownloadPlans } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { stagePlans } from '../../../vitest/plan-page.ts';
import { startTexts } from '../../lib/i18n.ts';
import { DownloadPlanScreen } from './download-plan-screen.tsx';

const [example] = getDownloadPlans.example.reply;
const plans = [
  { ...example, updateMode: 'GROUP', deviceid: 'GLOBAL', groupid: '5', appdevid: 13 },
  { ...example, updateMode: 'DEVICE', deviceid: 'TRK-104', groupid: 'root', appdevid: 13 },
];

const open = async (path: string): Promise<void> => {
  const router = createMemoryRouter([{ path: '/', Component: DownloadPlanScreen }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Event download plan' });
};

beforeAll(startTexts);
beforeEach(() => stagePlans(getDownloadPlans.path, plans));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['/?by=device&of=ALL', 'GLOBAL'],
  ['/?by=device&of=GLOBAL', 'GLOBAL'],
  ['/?by=device&of=TRK-104', 'Devices'],
  ['/?by=group&of=5', 'For a group'],
  ['/?by=group&of=', 'GLOBAL'],
])('at %s a new one is for %s', async (path, mode) => {
  await open(path);
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  const dialog = await screen.findByRole('dialog', { name: 'New download plan' });
  const chosen = within(dialog).getAllByRole<HTMLInputElement>('radio');
  expect(chosen.filter(({ checked }) => checked).map(({ labels }) => labels?.[0]?.textContent)).toEqual([mode]);
});

it('one plan is named by its group and its kind, all of a device by what they are and how many', async () => {
  await open('/?by=group&of=5');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete 13 Night fleet' }));
  screen.getByRole('dialog', { name: /^Delete Group Night fleet, .*\(13\)$/ });
  screen.getByText('Are you really delete');
  cleanup();
  await open('/?by=device&of=ALL');
  expect(screen.getByRole('button', { name: 'Delete GLOBAL' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('button', { name: 'Delete TRK-104' }));
  const dialog = screen.getByRole('dialog', { name: 'Delete the plans of TRK-104' });
  expect(dialog.textContent).toContain('All plans of it on this page are deleted: 1.');
});

it('whose plans are shown is searched for; what is about all stays', async () => {
  await open('/?by=device&of=ALL');
  const offered = (): string[] =>
    screen.getAllByRole('button', { name: /^Delete (?!\d)/ }).map((each) => each.getAttribute('aria-label') ?? '');
  const search = (word: string): boolean =>
    fireEvent.change(screen.getByLabelText('Search'), { target: { value: word } });
  search('trk ');
  expect(offered()).toEqual(['Delete ALL', 'Delete GLOBAL', 'Delete TRK-104']);
  search('bus');
  expect(offered()).toEqual(['Delete ALL', 'Delete GLOBAL']);
});

it('where its files go is said in words', async () => {
  await open('/?by=device&of=ALL');
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  const paths = await screen.findByLabelText<HTMLSelectElement>('Custom path');
  expect([...paths.options].map(({ text }) => text)).toEqual([
    '0: All in one folder',
    '1: A folder for each device',
    '2: A folder for each device, in it one for each day',
  ]);
});

it('columns that somebody does not look at can be switched off: all of them are wider than the window', async () => {
  await open('/?by=device&of=ALL');
  const headers = (): (string | null)[] =>
    screen
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
      .filter((text) => text === 'CH8' || text === 'Media Type');
  expect(headers()).toEqual(['Media Type', 'CH8']);
  const dialog = (): HTMLElement => screen.getByRole('dialog', { name: 'Columns' });
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
  for (const name of ['CH8', 'Media Type']) fireEvent.click(await within(dialog()).findByRole('checkbox', { name }));
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(headers()).toEqual([]);
});
