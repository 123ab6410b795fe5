// The editor of one raw parameter sets nothing that the device would refuse: out of range, empty, or not as many bytes as there are.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../../lib/i18n.ts';
import { startLive } from '../../../live/index.ts';
import { RawTab } from './raw-tab.tsx';

const raw = [
  { k: '0xF001', v: '1f2e', h: { c: 'text', prefix: '0xF001' } },
  { k: 'sys_rollover', v: 30, h: { c: 'number', prefix: '0x005E', name: 'Rollover angle' } },
];
const queries = new QueryClient();
const Page = () => (
  <QueryClientProvider client={queries}>
    <RawTab deviceId="TRK-1" open />
  </QueryClientProvider>
);

beforeAll(startTexts);
beforeEach(() => {
  queries.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  for (const side of ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
  vi.spyOn(startLive().connection, 'ask').mockResolvedValue({ I: 'TRK-1', Z: raw });
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Page }])} />);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['sys_rollover', '45', ['', '-1', '181', '1.5']],
  ['0xF001', 'AB00', ['', '1f', '1f2e3d', 'zz00', '1f2e ']],
])('%s takes %s and none of the others', async (key, right, wrong) => {
  const [cell] = await screen.findAllByText(key, { selector: 'td *' });
  fireEvent.click(cell ?? document.body);
  const dialog = within(screen.getByRole('dialog'));
  const field = dialog.getByLabelText<HTMLInputElement>(/./, { selector: 'input' });
  const set = dialog.getByRole('button', { name: 'Set' });
  const type = (value: string): Promise<void> => act(async () => void fireEvent.change(field, { target: { value } }));
  for (const value of wrong) {
    await type(value);
    expect([set, field.getAttribute('aria-invalid')], value).toEqual([
      expect.objectContaining({ disabled: true }),
      'true',
    ]);
  }
  await type(right);
  expect(set).toHaveProperty('disabled', false);
});

it('what the device does not answer again stays, and is said to be from before, until it answers', async () => {
  await screen.findAllByText('0xF001', { selector: 'td *' });
  const ask = vi.spyOn(startLive().connection, 'ask').mockRejectedValue(new Error('The device is away.'));
  await act(() => queries.refetchQueries());
  await screen.findByText('This is from before: The device is away.');
  expect(screen.queryAllByText('0xF001', { selector: 'td *' }).length).toBeGreaterThan(0);
  ask.mockResolvedValue({ I: 'TRK-1', Z: raw });
  await act(() => queries.refetchQueries());
  await vi.waitFor(() => expect(screen.queryByText(/This is from before/)).toBeNull());
});
