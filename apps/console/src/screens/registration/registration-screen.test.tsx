// What is ticked in the registration table: it stays ticked under another search, which is said where it is used, and a device that left
// the list has no tick when it comes back.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { postRegistrations } from '@outrider/contract';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { startLive } from '../../live/index.ts';
import { sessionStore, signedOut } from '../../live/session.ts';
import { RegistrationScreen } from './registration-screen.tsx';

const [example] = postRegistrations.example.reply;
let ids: readonly string[] = [];
let days: Readonly<Record<string, number>> = {};
const queries = new QueryClient();

const open = async (): Promise<void> => {
  const router = createMemoryRouter([{ path: '/', Component: RegistrationScreen }]);
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByLabelText('Choose A1');
};
const box = (id: string): HTMLInputElement => screen.getByLabelText(`Choose ${id}`);
const search = (word: string): boolean =>
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: word } });
const press = (name: string): boolean => fireEvent.click(screen.getByText(name, { selector: 'button' }));
const again = (next: readonly string[]): Promise<void> => {
  ids = next;
  return act(() => queries.invalidateQueries());
};

beforeAll(startTexts);
beforeEach(() => {
  ids = ['A1', 'A2', 'B1'];
  queries.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  for (const side of ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
  vi.stubGlobal('fetch', async () =>
    Response.json(ids.map((deviceid) => ({ ...example, deviceid, recdays: days[deviceid] ?? 0 }))),
  );
  sessionStore.setState({ ...signedOut, loginFlag: 1, level: 0 }, true);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says of ticked devices which ones the search does not show, before they are removed', async () => {
  await open();
  for (const id of ['A1', 'A2', 'B1']) fireEvent.click(box(id));
  search('B1');
  screen.getByText('3 chosen, of which the search does not show 2');
  press('Remove');
  await screen.findByText('For 3 devices');
  screen.getByText('The search does not show 2 of them: A1, A2');
});

it('says nothing of it where the search shows all of them', async () => {
  await open();
  for (const id of ['A1', 'A2']) fireEvent.click(box(id));
  search('A');
  screen.getByText('2 chosen');
  press('Remove');
  await screen.findByText('For 2 devices');
  expect(screen.queryByText(/The search does not show/)).toBeNull();
});

it('a device that left the list is not ticked when it comes back', async () => {
  await open();
  for (const id of ['A1', 'B1']) fireEvent.click(box(id));
  await again(['B1']);
  await screen.findByText('1 chosen');
  await again(['A1', 'B1']);
  await screen.findByLabelText('Choose A1');
  expect([box('A1').checked, box('B1').checked]).toEqual([false, true]);
});

it('days of their own that may be fewer are asked for, by the devices that they are fewer for; the field begins empty', async () => {
  const ask = vi.spyOn(startLive().connection, 'ask').mockResolvedValue({ I: 'A1', T: 1 });
  days = { A1: 30, A2: 5, B1: 0 };
  await open();
  for (const id of ['A1', 'A2', 'B1']) fireEvent.click(box(id));
  fireEvent.click(screen.getAllByRole('button', { name: 'Record days' })[0] ?? document.body); // the column has its name, too
  const field = await screen.findByRole('spinbutton', { name: 'Record days' });
  const save = (): Promise<void> => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save' })));
  expect(field).toHaveProperty('value', '');
  fireEvent.change(field, { target: { value: '10' } });
  await save();
  const question = screen.getByRole('dialog', { name: 'Delete what is older?' });
  expect(question.textContent).toContain('but for protected ones: A1, B1');
  expect(ask).not.toHaveBeenCalled();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save and delete' })));
  expect(ask).toHaveBeenCalledTimes(3);
  expect(screen.queryByRole('dialog')).toBeNull();
});
