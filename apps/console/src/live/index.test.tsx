// Live begins with the console, not with the reading of its files: a viewer page that shares its stores has no connection.
import { afterEach, expect, it, vi } from 'vitest';
import { q10StreamStatus } from '@outrider/contract';
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
