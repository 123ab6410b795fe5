// What the pad sends: a movement with the press of its button, its end with the release of the same one, whatever else loses the focus.
import { d12Ptz, q05Device } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { decodeDevice } from '../../live/decode-device.ts';
import { devices, startLive } from '../../live/index.ts';
import { sessionStore, signedOut } from '../../live/session.ts';
import { PtzPad } from './ptz-pad.tsx';

beforeAll(startTexts);
beforeEach(() => {
  sessionStore.setState({ ...signedOut, loginFlag: 1, rights: new Set(['F_ptz']) }, true);
  HTMLElement.prototype.setPointerCapture = () => undefined;
  const device = decodeDevice({ ...q05Device.example.reply.Z, deviceid: 'A1', registered: 1 });
  devices.replaceAll(device === undefined ? [] : [device]);
});
afterEach(() => {
  cleanup();
  devices.clear();
  vi.restoreAllMocks();
});

const Page = () => (
  <QueryClientProvider client={new QueryClient()}>
    <PtzPad id="A1" onClose={() => undefined} />
  </QueryClientProvider>
);
/** What the device is told from now on. */
const heard = (): (() => unknown[]) => {
  const ask = vi.spyOn(startLive().connection, 'ask').mockResolvedValue({ R: '1', I: 'A1' });
  return () => ask.mock.calls.map(([command, letters]) => [command, Reflect.get(Object(letters), 'A')]);
};

it('a click that comes without a pointer or a key, as of a screen reader, moves the camera a little', async () => {
  const sent = heard();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  render(<Page />);
  const up = screen.getByRole('button', { name: 'Up' });
  fireEvent.click(up, { detail: 0 });
  expect(sent()).toEqual([[d12Ptz, 'UP']]);
  await vi.advanceTimersByTimeAsync(500);
  expect(sent().slice(1)).toEqual([[d12Ptz, 'STOP']]);
});

it('the click at the end of a press moves nothing more', () => {
  const press = [
    [d12Ptz, 'UP'],
    [d12Ptz, 'STOP'],
  ];
  const sent = heard();
  render(<Page />);
  const up = screen.getByRole('button', { name: 'Up' });
  fireEvent.pointerDown(up, { pointerId: 1 });
  fireEvent.pointerUp(up, { pointerId: 1 });
  fireEvent.click(up, { detail: 1 });
  expect(sent()).toEqual(press);
  // A key makes no click of its button.
  for (const key of ['Enter', ' '])
    expect([fireEvent.keyDown(up, { key }), fireEvent.keyUp(up, { key })]).toEqual([false, false]);
  expect(fireEvent.keyDown(up, { key: 'Tab' })).toBe(true);
  expect(sent()).toEqual([...press, ...press, ...press]);
});

it('a button that is pressed while another one still has the focus moves the camera until it is let go itself', () => {
  const sent = heard();
  render(<Page />);
  const [up, left] = [screen.getByRole('button', { name: 'Up' }), screen.getByRole('button', { name: 'Left' })];
  fireEvent.pointerDown(up, { pointerId: 1 });
  up.focus();
  fireEvent.pointerUp(up, { pointerId: 1 });
  expect(sent()).toEqual([
    [d12Ptz, 'UP'],
    [d12Ptz, 'STOP'],
  ]);
  fireEvent.pointerDown(left, { pointerId: 1 });
  left.focus(); // and Up loses it
  expect(sent().slice(2)).toEqual([[d12Ptz, 'LT']]);
  fireEvent.pointerUp(left, { pointerId: 1 });
  expect(sent().slice(3)).toEqual([[d12Ptz, 'STOP']]);
});
