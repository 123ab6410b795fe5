// The checklist of devices over the live store: words narrow it, keys tick, what is not shown keeps its tick.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { postGroupDevices, postUserInfo, q05Device } from '@outrider/contract';
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { decodeDevice } from '../../live/decode-device.ts';
import { devices } from '../../live/stores.ts';
import { DeviceChecklist } from './device-checklist.tsx';
import { usePicker } from './use-picker.ts';

const { plate, drivername: driver } = q05Device.example.reply.Z;

const fill = (...ids: string[]): void => {
  const wire = q05Device.example.reply.Z;
  const list = ids.map((deviceid) => decodeDevice({ ...wire, deviceid, vehicleid: `V-${deviceid}`, registered: 1 }));
  devices.replaceAll(list.filter((device) => device !== undefined));
};

let ticked: readonly string[] = [];
let problem = '';
const Kept = (): ReactElement => {
  const [chosen, setChosen] = useState<readonly string[]>(['OLD']);
  const picker = usePicker(chosen, setChosen);
  useEffect(() => {
    ticked = chosen;
    problem = picker.problem;
  });
  return <DeviceChecklist picker={picker} />;
};
const open = (): void => {
  // The server is not there: what is asked of it stays open.
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  render(
    <QueryClientProvider client={queries}>
      <Kept />
    </QueryClientProvider>,
  );
};
const list = (): HTMLElement => screen.getByRole('listbox', { name: 'Devices' });
const names = (): (string | null)[] =>
  within(list())
    .getAllByRole('option')
    .map((each) => each.getAttribute('aria-label'));

beforeAll(startTexts);
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  for (const side of ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(400);
});
afterEach(() => {
  cleanup();
  act(() => devices.clear());
  vi.unstubAllGlobals();
});

it('names first, the number last; shows what the words let through, with a place among them, and says when nothing fits', () => {
  fill('A1', 'A2', 'B1');
  open();
  expect(names()).toEqual(['A1', 'A2', 'B1'].map((id) => `V-${id} · ${plate} · ${driver} · ${id}`));
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find devices' }), { target: { value: 'V-A' } });
  expect(names()).toEqual(['A1', 'A2'].map((id) => `V-${id} · ${plate} · ${driver} · ${id}`));
  expect(within(list()).getAllByRole('option')[1]?.getAttribute('aria-posinset')).toBe('2');
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find devices' }), { target: { value: 'nothing' } });
  screen.getByText('No device matches the filter');
});

it('keys tick in the order in which it was done; what is not shown keeps its tick', () => {
  fill('A1', 'A2', 'B1');
  open();
  fireEvent.keyDown(list(), { key: 'End' });
  fireEvent.keyDown(list(), { key: ' ' });
  fireEvent.keyDown(list(), { key: 'Home' });
  fireEvent.keyDown(list(), { key: ' ' });
  expect(ticked).toEqual(['OLD', 'B1', 'A1']);
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all 3 shown' });
  expect(all.indeterminate).toBe(true);
  fireEvent.keyDown(list(), { key: 'a', ctrlKey: true });
  expect([ticked, all.checked, all.indeterminate]).toEqual([['OLD', 'B1', 'A1', 'A2'], true, false]);
  fireEvent.click(all);
  expect(ticked).toEqual(['OLD']);
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(ticked).toEqual([]);
});

/** Two groups are offered, and both are chosen; gives their answers, which are on their way. */
const joinTwo = async () => {
  const { promise: first, resolve: answerFirst } = Promise.withResolvers<Response>();
  const { promise: second, resolve: answerSecond } = Promise.withResolvers<Response>();
  const { reply } = postUserInfo.example;
  const childrens = ['North', 'South'].map((name, i) => ({ groupid: String(i + 1), name }));
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (path === postUserInfo.path) return Response.json({ ...reply, permission: 3, childrens });
    if (path !== postGroupDevices.path) throw new Error(path);
    return String(body).includes('"1"') ? first : second;
  });
  fill('A1');
  open();
  await screen.findByText('South');
  const choice = screen.getByLabelText('Add a group');
  for (const value of ['1', '2']) fireEvent.change(choice, { target: { value } });
  await vi.waitFor(() => expect(choice.getAttribute('aria-busy')).toBe('true'));
  return { choice, answerFirst, answerSecond };
};

it('two groups chosen one after the other both join, whichever is answered first', async () => {
  const { choice, answerFirst, answerSecond } = await joinTwo();
  answerSecond(Response.json(['S1']));
  await vi.waitFor(() => expect(ticked).toEqual(['OLD', 'S1']));
  expect(choice.getAttribute('aria-busy')).toBe('true');
  answerFirst(Response.json(['N1', 'S1']));
  await vi.waitFor(() => expect(ticked).toEqual(['OLD', 'S1', 'N1']));
  await vi.waitFor(() => expect(choice.getAttribute('aria-busy')).toBe('false'));
});

it('a group that could not be asked is said, also where another one was chosen since', async () => {
  const { choice, answerFirst, answerSecond } = await joinTwo();
  answerFirst(Response.json({ hasError: 1, message: 'The disk is gone' }, { status: 500 }));
  answerSecond(Response.json(['S1']));
  await vi.waitFor(() => expect([ticked, problem]).toEqual([['OLD', 'S1'], 'The disk is gone']));
  await vi.waitFor(() => expect(choice.getAttribute('aria-busy')).toBe('false'));
});
