// A roll-out whose account may not plan any more says why nobody is told; its devices are named; what cannot be taken back is asked for first.
import { getFirmwareRollouts, getRolloutDevices, q05Device } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { decodeDevice } from '../../live/decode-device.ts';
import { sessionStore, signedOut } from '../../live/session.ts';
import { devices } from '../../live/stores.ts';
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

it('its devices have their names before their numbers', async () => {
  const [row] = getFirmwareRollouts.example.reply;
  const [member] = getRolloutDevices.example.reply;
  const device = decodeDevice({ ...q05Device.example.reply.Z, deviceid: '13800000101', vehicleid: 'TRK-104' });
  devices.replaceAll(device === undefined ? [] : [device]);
  onTestFinished(() => devices.clear());
  sessionStore.setState({ ...signedOut, loginFlag: 1, level: 0 }, true);
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(
      url.endsWith(getFirmwareRollouts.path) ? [{ ...row, memo: 'north' }] : [{ ...member, deviceid: '13800000101' }],
    ),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RolloutList />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Show devices' }));
  const name = await screen.findByText('TRK-104');
  expect(name.closest('li')?.textContent).toContain('TRK-104 13800000101');
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

it('what cannot be asked for says so and is asked for again: the roll-outs, and the devices of one', async () => {
  const [row] = getFirmwareRollouts.example.reply;
  const [member] = getRolloutDevices.example.reply;
  sessionStore.setState({ ...signedOut, loginFlag: 1, level: 0 }, true);
  let isBroken = true;
  const held = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (url: string) => {
    if (isBroken) return Response.json({ hasError: 1, message: 'The disk is full.' }, { status: 500 });
    if (url.endsWith(getFirmwareRollouts.path)) return Response.json([{ ...row, memo: 'north' }]);
    await held.promise;
    return Response.json([{ ...member, deviceid: '13800000101' }]);
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RolloutList />
    </QueryClientProvider>,
  );
  const tryAgain = async (): Promise<void> => {
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.');
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  };
  await tryAgain();
  await screen.findByText('north');
  isBroken = true;
  fireEvent.click(screen.getByRole('button', { name: 'Show devices' }));
  await tryAgain();
  await screen.findByLabelText('Loading');
  held.resolve();
  await screen.findByText('13800000101');
});
