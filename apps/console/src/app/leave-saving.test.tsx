// The sheet of a record while it is being saved: what leaves it asks, and the end of its save acts on itself alone.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { mapSetting } from '@outrider/contract';
import type { ReactElement } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { toast } from 'sonner';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { LeaveQuestion } from './leave-question.tsx';
import { startTexts } from '../lib/i18n.ts';
import { Toasts } from '../ui/toasts.tsx';
import { FormSheet } from '../parts/form/form-sheet.tsx';
import { useForm } from '../parts/form/use-form.ts';
import { type EditorProps, ResourceScreen } from '../parts/resource/resource-screen.tsx';

type Note = { id: string; text: string };
const rows: readonly Note[] = [
  { id: 'a', text: 'First' },
  { id: 'b', text: 'Second' },
];
const start = { mode: 'online' as const, tilesUrl: 'https://t.test/{z}/{x}/{y}.png', attribution: '', maxZoom: 19 };
let saved = Promise.withResolvers<void>();

const Editor = ({ row, onClose, onSaved, apart }: EditorProps<Note>): ReactElement => {
  const form = useForm<typeof start>({
    of: mapSetting.save,
    start: { ...start, attribution: row?.text ?? '' },
    edits: true,
    rows: [{ control: 'text', key: 'attribution', label: 'Text' }],
    save: async () => {
      await saved.promise;
      onSaved();
    },
  });
  return <FormSheet form={form} title={row?.text ?? 'New'} saveText="Save" onClose={onClose} apart={apart} />;
};
const columns = [{ id: 'text', header: 'Text', width: '1fr', value: ({ text }: Note) => text }];
const Screen = (): ReactElement => (
  <>
    <ResourceScreen
      resource={{
        title: 'Notes',
        answer: { data: rows, error: null, refetch: () => undefined },
        columns,
        rowId: ({ id }) => id,
        name: 'Notes',
        remember: 'columns:users',
        addText: 'New note',
        editor: Editor,
      }}
    />
    <LeaveQuestion />
    <Toasts />
  </>
);

const open = () => {
  const router = createMemoryRouter([{ path: '/', Component: Screen }], { initialEntries: ['/?row=a'] });
  render(<RouterProvider router={router} />);
  return {
    query: (): string => router.state.location.search,
    go: (to: string): Promise<void> => act(async () => void router.navigate(to)),
  };
};
const press = (name: string): Promise<void> => act(async () => void fireEvent.click(screen.getByText(name)));
const type = (value: string): Promise<void> =>
  act(async () => void fireEvent.change(screen.getByLabelText('Text', { selector: 'input' }), { target: { value } }));
const asks = (): boolean => screen.queryByText('Discard the changes?') !== null;

beforeAll(startTexts);
beforeEach(() => {
  saved = Promise.withResolvers<void>();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
});
afterEach(() => {
  toast.dismiss();
  cleanup();
  vi.unstubAllGlobals();
});

it('another row asks while the first one is being saved; its end closes it without a question', async () => {
  const { query, go } = open();
  await type('Mine');
  await press('Save');
  await go('/?row=b');
  expect([asks(), query()]).toEqual([true, '?row=a']);
  await press('Keep editing');
  await act(async () => saved.resolve());
  expect([asks(), query()]).toEqual([false, '']);
});

it('the end of a save that was left does not close the sheet that is open by then', async () => {
  const { query, go } = open();
  await type('Mine');
  await press('Save');
  await go('/?row=b');
  await press('Discard');
  await type('Other');
  await act(async () => saved.resolve());
  expect(query()).toBe('?row=b');
  expect(screen.getByLabelText<HTMLInputElement>('Text', { selector: 'input' }).value).toBe('Other');
  expect(await screen.findByText('Save Success')).toBeTruthy();
});

it('a failure after the sheet was left is said in a toast', async () => {
  const { go } = open();
  await type('Mine');
  await press('Save');
  await go('/?row=b');
  await press('Discard');
  await act(async () => saved.reject(new Error('Unknown device')));
  expect(await screen.findByText('Unknown device')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
