// An event whose files are gone, or cannot be asked for, says so: nothing is on its way then.
import { postEventFiles } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../../lib/i18n.ts';
import { EventFilesModal } from './event-files-modal.tsx';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const GONE = 'This event has no pictures or clips any more';
const open = (...answers: Response[]): void => {
  vi.stubGlobal('fetch', async () => answers.shift() ?? Response.json({ files: [], requests: [] }));
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <EventFilesModal kind="eventFiles" serialno={3} fileId={12} onClose={() => undefined} />
    </QueryClientProvider>,
  );
};

it('gone', async () => {
  open();
  await screen.findByText(GONE);
});

it.each([500, 200])('what the server says with %i, and it is asked again', async (status) => {
  open(Response.json({ hasError: 1, message: 'The disk is full.' }, { status }));
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.');
  expect(screen.queryByText(GONE)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(GONE);
});

it('a file that is there is shown', async () => {
  open(Response.json({ ...postEventFiles.example.reply, requests: [] }));
  await screen.findByRole('img');
});
