// The clean-up of links to lost devices: a device that the list lacks is asked for first, and only one that the server lacks as well loses
// its links.
import { act, cleanup, renderHook } from '@testing-library/react';
import { AppError, q05Device } from '@outrider/contract';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { decodeDevice } from '../../live/decode-device.ts';
import { devices, startLive } from '../../live/index.ts';
import { sessionStore, signedOut } from '../../live/session.ts';
import { useStrayLinks } from './use-stray-links.ts';

const { reply } = q05Device.example;
/** What the server says of each that is not in the list. */
const answers: Readonly<Record<string, () => Promise<unknown>>> = {
  NEW: () => Promise.resolve(reply),
  GONE: () => Promise.reject(new AppError('not_found', 'Unknown device GONE')),
  SILENT: () => Promise.reject(new AppError('unavailable', 'The server did not answer in time')),
};
const link = (groupid: string, deviceid: string) => ({ groupid, deviceid });
const allLinks = [
  ...['LISTED', ...Object.keys(answers)].map((deviceid) => link('2', deviceid)),
  link('3', 'GONE'),
  link('3', 'NEW'),
];

beforeAll(startTexts);
beforeEach(() => {
  vi.useFakeTimers();
  sessionStore.setState({ ...signedOut, loginFlag: 1, level: 0 }, true);
  const listed = decodeDevice({ ...reply.Z, deviceid: 'LISTED', registered: 1 });
  devices.replaceAll(listed === undefined ? [] : [listed]);
});
afterEach(() => {
  cleanup();
  act(() => devices.clear());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('[A-GROUP-026] deletes the links of what the server does not know either, and of nothing else', async () => {
  const deleted: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    deleted.push([method, JSON.parse(String(body))]);
    return Response.json({ hasError: 1, message: 'Unknown device' }, { status: 404 });
  });
  const ask = vi.spyOn(startLive().connection, 'ask').mockImplementation((_, input) => {
    const { I } = input as { I: string }; // oxlint-disable-line typescript/no-unsafe-type-assertion -- of Q05
    return answers[I]?.() ?? Promise.reject(new Error(I));
  });
  vi.spyOn(console, 'info').mockImplementation(() => undefined); // what the server refused is logged
  renderHook(() => useStrayLinks({ allLinks, loaded: true }));
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(deleted).toEqual([
    ['DELETE', { groupid: '2', deviceid: 'GONE' }],
    ['DELETE', { groupid: '3', deviceid: 'GONE' }],
  ]);
  expect(ask.mock.calls.map(([command, input]) => [command.code, input])).toEqual(
    Object.keys(answers).map((I) => ['Q05', { I }]),
  );
});
