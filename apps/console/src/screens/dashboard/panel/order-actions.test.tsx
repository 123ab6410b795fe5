// An order that the device does not take: its question says why and stays with what was typed.
import { AppError } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../../lib/i18n.ts';
import { startLive } from '../../../live/index.ts';
import { sessionStore, signedOut } from '../../../live/session.ts';
import { OrderActions } from './order-actions.tsx';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  sessionStore.setState(signedOut, true);
});

const press = (name: string): Promise<void> =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const field = (): HTMLInputElement => screen.getByRole('textbox', { name: 'Text' });

it.each([
  ['refused', () => Promise.reject(new AppError('device_offline', 'The device is offline.')), 'Deivice offline'],
  ['not answered', () => Promise.resolve({ I: 'A1', R: '408' }), 'Text no response'],
])('a text that is %s stays in its question, and goes once it is taken', async (_, answer, words) => {
  sessionStore.setState({ ...signedOut, loginFlag: 1, rights: new Set(['F_lmdvrs_textdevice']) }, true);
  const ask = vi.spyOn(startLive().connection, 'ask').mockImplementation(answer);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OrderActions id="A1" />
    </QueryClientProvider>,
  );
  await press('Send text');
  fireEvent.change(field(), { target: { value: 'Call the office' } });
  await press('Send');
  expect([screen.getByRole('alert').textContent, field().value]).toEqual([words, 'Call the office']);
  ask.mockResolvedValue({ I: 'A1', R: '1' });
  await press('Send');
  expect(screen.queryByRole('dialog')).toBeNull();
});
