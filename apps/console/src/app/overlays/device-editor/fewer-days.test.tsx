// Fewer days of a device delete what it sent: that is asked for before they are saved, and a no leaves them typed.
import { ChangedError, d03ReadDevice, d04ChangeDevice, rights } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../../lib/i18n.ts';
import { startLive } from '../../../live/index.ts';
import { sessionStore, signedOut } from '../../../live/session.ts';
import { DeviceEditorModal } from './device-editor-modal.tsx';

const record = { ...d03ReadDevice.example.reply.Z, recenable: 1, recdays: 30, eventdays: 0 };
const kept: unknown[] = [];
/** What the device is answered with in the place of its save, once. */
let refusal: Error | undefined;

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  sessionStore.setState(signedOut, true);
});

const days = (): HTMLInputElement => screen.getByRole('spinbutton', { name: 'Record days' });
const press = (name: string): Promise<void> =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const asks = (): boolean => screen.queryByRole('dialog', { name: 'Delete what is older?' }) !== null;

const open = async (): Promise<void> => {
  kept.length = 0;
  sessionStore.setState({ ...signedOut, loginFlag: 1, level: 0, rights: new Set(rights) }, true);
  vi.spyOn(startLive().connection, 'ask').mockImplementation(async (command, input) => {
    if (command === d03ReadDevice) return { I: 'A1', Z: record };
    if (command !== d04ChangeDevice) throw new Error(command.code);
    const refused = refusal;
    refusal = undefined;
    if (refused !== undefined) throw refused;
    kept.push(Reflect.get(Object(input), 'Z'));
    return { I: 'A1', T: 1_790_000_001 };
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DeviceEditorModal kind="deviceEditor" deviceId="A1" onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await screen.findByRole('spinbutton', { name: 'Record days' });
};
const type = (value: string): boolean => fireEvent.change(days(), { target: { value } });

it('more days are saved at once', async () => {
  await open();
  type('40');
  await press('Save');
  expect([asks(), kept]).toEqual([false, [{ recdays: 40 }]]);
});

it('a no saves nothing and leaves what was typed, a yes saves it', async () => {
  await open();
  vi.useFakeTimers();
  type('10');
  await press('Save');
  expect([asks(), kept]).toEqual([true, []]);
  await press('Cancel');
  expect([asks(), kept, days().value, screen.queryByRole('alert')]).toEqual([false, [], '10', null]);
  await act(() => vi.advanceTimersByTimeAsync(3000)); // Save rests after each press
  await press('Save');
  await press('Save and delete');
  expect([asks(), kept]).toEqual([false, [{ recdays: 10 }]]);
});

it('days that became fewer by what somebody else saved meanwhile are asked for when they are saved again', async () => {
  await open();
  vi.useFakeTimers();
  refusal = new ChangedError({ updatetime: 1_790_000_000_000, updateby: 'bob', present: { ...record, recdays: 60 } });
  type('40');
  await press('Save');
  expect([asks(), kept, screen.queryAllByRole('alert').length]).toEqual([false, [], 1]);
  await act(() => vi.advanceTimersByTimeAsync(3000)); // Save rests after each press
  await press('Save');
  expect([asks(), kept]).toEqual([true, []]);
  await press('Save and delete');
  expect([asks(), kept]).toEqual([false, [{ recdays: 40 }]]);
});
