// A call rings until it is answered, from its toast, from the list of the bell or by any other button that talks to its device; no call
// rings into a talk.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { EventPush } from '@outrider/contract';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { alarms } from '../../live/alarms.ts';
import { sessionStore, signedOut } from '../../live/session.ts';
import { closeOverlay, openOverlay } from '../../parts/overlay-store.ts';
import { countTalk } from '../../parts/talk/open-talks.ts';
import { firstStatus } from '../../parts/talk/talk-status.ts';
import type { TalkStatus } from '../../parts/talk/talk-status.ts';
import { Toasts } from '../../ui/toasts.tsx';
import { AlarmListView } from './alarm-list-view.tsx';
import { AlarmNotices } from './alarm-notices.tsx';

const call = (serialno: number, deviceid: string): EventPush => ({
  cmd: 'call',
  serialno,
  deviceid,
  appdevid: 19,
  eventname: 'SOS',
  notifytext: '',
  notifycolor: '#FFFFFF',
  message: '',
  eventtime: '2026-03-01 14:02:31',
  eventtimeutc: 1_790_000_000_000,
  vehiclex: null,
  vehicley: null,
  speed: 0,
  sourcetype: 0,
});

const rings = (): boolean => document.querySelector('audio[data-ring]') !== null;

/** Each push is published with the next frame. */
const come = (...pushes: EventPush[]): Promise<void> =>
  act(async () => {
    for (const push of pushes) alarms.hear(push);
    await new Promise((next) => void requestAnimationFrame(next));
  });

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ hasError: 1, message: 'not here' }, { status: 404 }));
  vi.stubGlobal('isSecureContext', true);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  sessionStore.setState({ ...signedOut, loginFlag: 1, rights: new Set(['F_talk', 'F_event']) }, true);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <AlarmNotices />
        <AlarmListView onGo={() => undefined} />
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  );
});
afterEach(async () => {
  await act(async () => {
    closeOverlay();
    sessionStore.setState(signedOut, true); // nothing rings on
    alarms.clear();
  });
  cleanup();
  vi.unstubAllGlobals();
});

const toasts = (): number => document.querySelectorAll('[data-sonner-toast]:not([data-removed="true"])').length;

it('Talk in the list answers the call: it rings no longer, and its toast is gone', async () => {
  await come(call(1, 'TRK-1'));
  expect([rings(), toasts()]).toEqual([true, 1]);
  const [inList] = screen.getAllByRole('button', { name: 'Talk' });
  expect(inList?.closest('[data-sonner-toast]')).toBeNull();
  await act(async () => void fireEvent.click(inList ?? document.body));
  expect(rings()).toBe(false);
  await vi.waitFor(() => expect(toasts()).toBe(0));
});

it('a talk to one device does not answer the call of another', async () => {
  await come(call(1, 'TRK-1'), call(2, 'TRK-2'));
  await act(async () => openOverlay({ kind: 'talk', deviceId: 'TRK-2' }));
  expect(rings()).toBe(true);
  await act(async () => openOverlay({ kind: 'talk', deviceId: 'TRK-1' }));
  expect(rings()).toBe(false);
});

it('no call rings while a talk is under way', async () => {
  await come(call(1, 'TRK-1'));
  const status = createStore<TalkStatus>(() => firstStatus);
  let stop = (): void => {};
  act(() => {
    stop = countTalk(status);
  });
  expect(rings()).toBe(false);
  await come(call(2, 'TRK-2'));
  expect(rings()).toBe(false);
  act(() => status.setState({ line: 'over' }));
  expect(rings()).toBe(true);
  act(() => stop());
});
