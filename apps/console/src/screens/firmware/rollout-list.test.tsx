// A roll-out whose account may not plan any more says why nobody is told; what cannot be taken back is asked for first.
import { getFirmwareRollouts } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { sessionStore, signedOut } from '../../live/session.ts';
import { RolloutList } from './rollout-list.tsx';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says that its planner may not any more, beside its state', async () => {
  const [row] = getFirmwareRollouts.example.reply;
  const rows = [
    { ...row, rolloutid: 1, memo: 'north', state: 'paused', lapsed: true },
    { ...row, rolloutid: 2, memo: 'south', state: 'paused' },
  ];
  sessionStore.setState({ ...signedOut, loginFlag: 1, level: 0 }, true);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(rows)));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RolloutList />
    </QueryClientProvider>,
  );
  await screen.findByText('south');
  expect(screen.getAllByText('Who planned it may not any more')).toHaveLength(1);
});

it.each([
  ['End', 'running', 'End north?', 'No more devices get firmware 2.0: the 7 that are still to come do not', 'end'],
  [
    'Begin now',
    'scheduled',
    'Begin north now?',
    ': 7 of them. Added to these are the devices that are in its groups when it begins: 2.',
    'resume',
  ],
  ['Remove', 'ended', 'Remove north?', 'What became of each device is removed', undefined],
])('%s is asked for, with what it is about', async (action, state, title, text, sent) => {
  const [row] = getFirmwareRollouts.example.reply;
  const bodies: { method: string | undefined; action: unknown }[] = [];
  sessionStore.setState({ ...signedOut, loginFlag: 1, level: 0 }, true);
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method === 'GET')
      return Response.json([
        { ...row, rolloutid: 1, memo: 'north', version: '2.0', state, planned: 7, failed: 0, groupids: [3, 4] },
      ]);
    bodies.push({ method, action: JSON.parse(String(body)).action });
    return Response.json({ hasError: 0, message: 'Save Success', result: '1' });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RolloutList />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: action }));
  expect(bodies).toEqual([]);
  expect(screen.getByRole('dialog', { name: title }).textContent).toContain(text);
  const answers = screen.getAllByText(action, { selector: '[role="dialog"] button' });
  await act(async () => void (answers[0] && fireEvent.click(answers[0])));
  expect(bodies.map((each) => each.action)).toEqual([sent]);
});
