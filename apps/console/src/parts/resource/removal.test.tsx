// A removal that ends after its sheet was left closes no other sheet, leads nowhere, and is no news of another screen.
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { toast } from 'sonner';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { showToast } from '../../ui/toast.ts';
import { Toasts } from '../../ui/toasts.tsx';
import { type EditorProps, ResourceScreen } from './resource-screen.tsx';

type Note = { id: string; text: string };
const rows: readonly Note[] = [
  { id: 'a', text: 'First' },
  { id: 'b', text: 'Second' },
];
const columns = [{ id: 'text', header: 'Text', width: '1fr', value: ({ text }: Note) => text }];
let removed = Promise.withResolvers<void>();
const refetch = vi.fn();

const Editor = ({ row, apart }: EditorProps<Note>): ReactElement => (
  <section aria-label={row?.text ?? 'New'}>{apart}</section>
);
const Notes = (): ReactElement => (
  <ResourceScreen
    resource={{
      title: 'Notes',
      answer: { data: rows, error: null, refetch },
      columns,
      rowId: ({ id }) => id,
      name: 'Notes',
      remember: 'columns:users',
      addText: 'New note',
      editor: Editor,
      removal: { may: () => true, text: 'Remove', question: ({ text }) => `${text}?`, remove: () => removed.promise },
    }}
  />
);

/** With the first note open, and its removal on its way. */
const removing = async () => {
  const router = createMemoryRouter(
    [
      { path: '/notes', Component: Notes },
      { path: '/other', element: <p>Elsewhere</p> },
    ],
    { initialEntries: ['/notes?row=a'] },
  );
  render(
    <>
      <RouterProvider router={router} />
      <Toasts />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  const question = within(screen.getByRole('dialog'));
  await act(async () => void fireEvent.click(question.getByRole('button', { name: 'Remove' })));
  return {
    at: (): string => router.state.location.pathname + router.state.location.search,
    go: (to: string): Promise<void> => act(async () => void router.navigate(to)),
    end: (): Promise<void> => act(async () => removed.resolve()),
  };
};
const told = (): number => screen.queryAllByText('Delete Success').length;

beforeAll(startTexts);
beforeEach(() => {
  removed = Promise.withResolvers<void>();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
});
afterEach(() => {
  toast.dismiss();
  cleanup();
  refetch.mockClear();
  vi.unstubAllGlobals();
});

it('closes its own sheet and says so', async () => {
  const { at, end } = await removing();
  await end();
  await screen.findByText('Delete Success');
  expect([at(), screen.queryByRole('region', { name: 'First' })]).toEqual(['/notes', null]);
});

it('leaves the sheet open that was opened meanwhile', async () => {
  const { at, go, end } = await removing();
  await go('/notes?row=b');
  await end();
  await screen.findByText('Delete Success');
  expect(at()).toBe('/notes?row=b');
  screen.getByRole('region', { name: 'Second' });
});

it('on another screen it leads nowhere and says nothing, and the list is asked for again', async () => {
  const { at, go, end } = await removing();
  await go('/other');
  await end();
  await vi.waitFor(() => expect(refetch).toHaveBeenCalledTimes(1));
  act(() => showToast('info', 'What is said after it'));
  await screen.findByText('What is said after it');
  expect([at(), told()]).toEqual(['/other', 0]);
});
