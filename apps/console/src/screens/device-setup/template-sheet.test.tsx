// The sheet of a template that somebody else changed meanwhile: what was not touched is theirs by then, also vehicles and groups.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { TemplateSheet } from './template-sheet.tsx';

const row = {
  templateid: 1,
  name: 'City bus',
  memo: '',
  deviceParams: { sys_spdlimit: 60 },
  groupids: [1],
  keep: true,
  counts: { same: 0, differs: 0, refused: 0, unsupported: 0, unread: 0 },
  updatetime: 1_790_000_000_000,
  updateby: 'ann',
};
const present = {
  name: 'City bus',
  memo: '',
  deviceParams: { sys_spdlimit: 50 },
  deviceids: ['A1', 'B2'],
  groupids: [2, 3],
  keep: true,
};
const changed = { updatetime: 1_790_000_060, updateby: 'bob', present };
let sent: unknown[] = [];

beforeAll(startTexts);
beforeEach(() => {
  sent = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (path.includes('paramtemplatenamed')) return Response.json(['A1']);
    if (method !== 'PUT') return new Promise(() => undefined);
    sent.push(JSON.parse(String(body)));
    if (sent.length > 1) return Response.json({ hasError: 0, message: 'Success' });
    return Response.json({ hasError: 1, code: 'conflict', message: '', changed }, { status: 409 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a second save after a refusal keeps their vehicles and groups', async () => {
  let saves = 0;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TemplateSheet row={row} rows={[row]} onClose={() => undefined} onSaved={() => (saves += 1)} apart={null} />
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByLabelText('Memo', { selector: 'input' }), { target: { value: 'Mine' } });
  const press = (): Promise<void> =>
    act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Update' })));
  await press();
  await waitFor(() => expect(sent).toHaveLength(1));
  await screen.findByText(/^bob changed this/);
  await press();
  await waitFor(() => expect(saves).toBe(1));
  expect(sent).toMatchObject([
    { memo: 'Mine', deviceids: ['A1'], groupids: [1], seenUpdatetime: 1_790_000_000 },
    { ...present, memo: 'Mine', seenUpdatetime: 1_790_000_060 },
  ]);
});
