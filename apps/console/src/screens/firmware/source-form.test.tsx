// A file of the store is chosen only when its address can be told: before, the choice would do nothing.
import { getFwStore, getProtocol } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { SourceForm } from './source-form.tsx';
import type { Source } from './use-firmware.ts';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('waits for the port that the links have', async () => {
  const [file] = getFwStore.example.reply;
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', (url: string) =>
    url.endsWith(getProtocol.path) ? promise : Promise.resolve(Response.json([{ ...file, memo: '' }])),
  );
  const changes: Source[] = [];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SourceForm
        source={{ url: '', user: '', password: '', way: 'auto' }}
        onChange={(source) => changes.push(source)}
      />
    </QueryClientProvider>,
  );
  const field = (): HTMLSelectElement => screen.getByRole('combobox', { name: 'Firmware' });
  await screen.findByRole('option', { name: file?.filename ?? '' });
  expect(field().disabled).toBe(true);
  resolve(Response.json({ ...getProtocol.example.reply, streamings: [24_681] }));
  await vi.waitFor(() => expect(field().disabled).toBe(false));
  fireEvent.change(field(), { target: { value: file?.firmwareid } });
  expect(changes.map(({ url }) => url)).toEqual([expect.stringMatching(/:24681\/fw\.cgi\?id=/)]);
});
