// Live begins with the console, not with the reading of its files: a viewer page that shares its stores has no connection.
import { afterEach, expect, it, vi } from 'vitest';
import { postRecentAlarms, q10StreamStatus } from '@outrider/contract';
import { readPreference, writePreference } from '../lib/preferences.ts';
import { alarms } from './alarms.ts';
import { sessionStore, signedOut } from './session.ts';
import { streamStatusStore } from './stores.ts';

afterEach(() => void vi.unstubAllGlobals());

it('does nothing when it is imported, and is made once, when it is started', async () => {
  const opened: string[] = [];
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      constructor(name: string) {
        super();
        opened.push(name);
      }
    },
  );
  const followed = vi.spyOn(sessionStore, 'subscribe');
  const { live, startLive } = await import('./index.ts');
  expect([opened.length, followed.mock.calls.length]).toEqual([0, 0]);
  expect(() => live()).toThrow('startLive()');
  const made = startLive();
  expect(opened).toHaveLength(1);
  const follows = followed.mock.calls.length;
  expect(follows).toBeGreaterThan(0);
  expect([startLive(), live()]).toEqual([made, made]);
  expect([opened.length, followed.mock.calls.length]).toEqual([1, follows]);
});

it('shows the next user nothing of who watches whom that the former one was told', async () => {
  vi.stubGlobal('BroadcastChannel', EventTarget);
  vi.stubGlobal('fetch', () => Promise.reject(new Error('away')));
  const { startLive } = await import('./index.ts');
  startLive();
  const { Z: status } = q10StreamStatus.example.reply;
  sessionStore.setState({ loginFlag: 1, userName: 'first' });
  streamStatusStore.setState({ status });
  sessionStore.setState({ downSinceMs: 1 });
  expect(streamStatusStore.getState().status).toBe(status);
  sessionStore.setState(signedOut);
  sessionStore.setState({ loginFlag: 1, userName: 'second' });
  expect(streamStatusStore.getState().status).toBeUndefined();
  sessionStore.setState(signedOut);
});

it.each([
  ['begin again: what was seen counts no more, and what is kept as seen', 900, '3 first', 0],
  ['go on: what came since is unseen', 2, '2 first', 1],
])('numbers of alarms that %s', async (_, seen, kept, unseen) => {
  vi.stubGlobal('BroadcastChannel', EventTarget);
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      constructor() {
        super();
        queueMicrotask(() => this.dispatchEvent(new Event('open')));
      }
      send(): void {}
      close(): void {}
    },
  );
  const [alarm] = postRecentAlarms.example.reply.alarms;
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.startsWith(postRecentAlarms.path)) return Response.json({ hasError: 0, message: 'OK', result: '1' });
    return Response.json({ alarms: [{ ...alarm, serialno: 3 }] });
  });
  writePreference('alarmsSeen', `${seen} first`);
  const { startLive } = await import('./index.ts');
  startLive();
  sessionStore.setState({ loginFlag: 1, userName: 'first', rights: new Set(['F_event']) });
  await vi.waitFor(() => expect(alarms.state.getState().alarms).toHaveLength(1));
  await vi.waitFor(() => expect(readPreference('alarmsSeen')).toBe(kept));
  expect(alarms.state.getState().unseen).toBe(unseen);
  sessionStore.setState(signedOut);
  writePreference('alarmsSeen', null);
});
