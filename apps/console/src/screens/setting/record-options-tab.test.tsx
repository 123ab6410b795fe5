// Fewer record days delete recordings: that is asked for before they are saved. More days, and all there are, delete nothing.
import { recordOptionsSetting } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { RecordOptionsTab } from './record-options-tab.tsx';

const sent: unknown[] = [];
const loaded = { recorddays: 30, updatetime: 0, updateby: '', fixed: {} };

beforeAll(startTexts);
beforeEach(async () => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method === recordOptionsSetting.load.method) return Response.json(loaded);
    sent.push(JSON.parse(String(body)).recorddays);
    return Response.json({ hasError: 0, message: 'Save Success', result: '1', updatetime: 1 });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RecordOptionsTab />
    </QueryClientProvider>,
  );
  await screen.findByLabelText('Record days');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const save = async (days: number): Promise<void> => {
  fireEvent.change(screen.getByLabelText('Record days'), { target: { value: String(days) } });
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save' })));
};
const question = (): HTMLElement | null => screen.queryByRole('dialog', { name: 'Delete what is older?' });

it('asks before fewer days are saved, and saves nothing on a no', async () => {
  await save(10);
  expect(question()?.textContent).toContain('Recordings older than 10 days are deleted for good');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await act(async () => undefined);
  expect([question(), sent]).toEqual([null, []]);
  await save(10);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'delete' } });
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save and delete' })));
  expect(sent).toEqual([10]);
});

it.each([31, 0])('saves %i days at once', async (days) => {
  await save(days);
  expect([question(), sent]).toEqual([null, [days]]);
});
