// Whether an upload is paused is known to nobody here: a console that begins again, or another one, can resume it.
import { d34UploadControl, deviceOrder, getDeviceOrders } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { startLive } from '../../live/index.ts';
import { UploadControls } from './upload-controls.tsx';

const order = deviceOrder.parse(getDeviceOrders.example.reply[0]);

beforeAll(startTexts);
afterEach(cleanup);

it('goes on, pauses and ends from the first press', async () => {
  const asked: unknown[] = [];
  vi.spyOn(startLive().connection, 'ask').mockImplementation(async (_, input) => {
    asked.push(Reflect.get(Object(input), 'A'));
    return d34UploadControl.example.reply;
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UploadControls order={order} />
    </QueryClientProvider>,
  );
  for (const name of ['Resume', 'Pause', 'Resume', 'Cancel the upload'])
    await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  expect(asked).toEqual(['resume', 'pause', 'resume', 'cancel']);
});
