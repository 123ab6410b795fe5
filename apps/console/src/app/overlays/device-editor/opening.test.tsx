// An editor that could not ask what is set says why, and asks again.
import { AppError, d03ReadDevice, rights } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../../lib/i18n.ts';
import { startLive } from '../../../live/index.ts';
import { sessionStore, signedOut } from '../../../live/session.ts';
import { DeviceEditorModal } from './device-editor-modal.tsx';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  sessionStore.setState(signedOut, true);
});

it('asks again', async () => {
  sessionStore.setState({ ...signedOut, loginFlag: 1, level: 0, rights: new Set(rights) }, true);
  vi.spyOn(startLive().connection, 'ask')
    .mockRejectedValueOnce(new AppError('internal', 'The disk is full.'))
    .mockResolvedValue({ I: 'A1', Z: d03ReadDevice.example.reply.Z });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <DeviceEditorModal kind="deviceEditor" deviceId="A1" onClose={() => undefined} />
    </QueryClientProvider>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Save' });
});
