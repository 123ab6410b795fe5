// /testdev over a socket that is told what comes: lines of one device at a time, and nothing that is sent into nowhere.
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { getProtocol } from '@outrider/contract';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { systemClock } from '../../lib/time.ts';
import { TestDevicePage } from './testdev-page.tsx';

let sockets: Socket[] = [];
class Socket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 1;
  readonly sent: string[] = [];
  constructor() {
    super();
    sockets.push(this);
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
    queueMicrotask(() => this.dispatchEvent(new Event('close')));
  }
  hear(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}
const line = (name: string) => ({
  M: 'DB4',
  I: 'A1',
  T: 1_790_000_000_000,
  Z: { id: '0200', name, serial: 1, fields: '', hex: '7e' },
});
const type = (name: string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(name, { selector: 'input, textarea' }), { target: { value } });
const press = (name: string): Promise<void> =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: true })));
const connect = async (id: string): Promise<Socket | undefined> => {
  type('Device ID', id);
  const before = sockets.length;
  await press('Connect');
  await waitFor(() => expect(screen.getByText('connected')).toBeTruthy());
  return sockets[before];
};
let draw: (() => void)[] = [];

beforeAll(startTexts);
beforeEach(() => {
  sockets = [];
  draw = [];
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('fetch', async () => Response.json(getProtocol.example.reply));
  vi.spyOn(systemClock, 'after').mockImplementation((_, run) => {
    draw.push(run);
    return () => {};
  });
  render(<TestDevicePage />);
  type('User name', 'admin');
  type('Password', 'secret');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const drawAll = (): void => act(() => draw.splice(0).forEach((run) => run()));

it('lines of another device take the place of those of the first one, also of what was not drawn yet', async () => {
  const first = await connect('A1');
  first?.hear(line('of A1'));
  drawAll();
  expect(screen.getByText(/of A1/)).toBeTruthy();
  first?.hear(line('late of A1'));
  await press('Disconnect');
  const second = await connect('B2');
  second?.hear(line('of B2'));
  drawAll();
  expect(screen.getByText(/of B2/)).toBeTruthy();
  expect(screen.queryByText(/of A1/)).toBeNull();
});

it('those of the same one stay when it is connected again', async () => {
  const first = await connect('A1');
  first?.hear(line('of A1'));
  drawAll();
  await press('Disconnect');
  await connect('A1');
  expect(screen.getByText(/of A1/)).toBeTruthy();
});

it('what is confirmed after the connection was lost is not sent, and the question says so', async () => {
  const socket = await connect('A1');
  type('Bytes', '7e7e');
  await press('Send bytes');
  await act(async () => socket?.close());
  const sent = socket?.sent.length;
  await press('Send');
  expect(screen.getByRole('dialog', { name: 'Send these bytes to A1?' }).textContent).toContain('disconnected');
  expect(socket?.sent.length).toBe(sent);
});
