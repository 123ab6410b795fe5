// Exports that are given up: the next one does not wait for the end of the one before, and is not disturbed by it.
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { AddressFiller } from './address-filler.ts';
import { emptyTrack } from './track.ts';
import type { TrackResult } from './track-query.ts';
import { useExport } from './use-export.ts';

type Round = { told: (done: number) => void; end: () => void };

/** Names nothing by itself: the test says how far it is and when it ends. */
class HeldFiller extends AddressFiller {
  readonly rounds: Round[] = [];
  constructor() {
    super({ clock: { after: () => () => {} }, ask: () => Promise.resolve('') });
  }
  override nameAll(_points: unknown, told: (done: number) => void, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.rounds.push({ told, end: () => (signal.aborted ? reject(signal.reason) : resolve()) });
    return promise;
  }
}

const result: TrackResult = {
  deviceId: 'TRK-1',
  days: { first: '2026-03-01', last: '' },
  span: { startMs: 0, endMs: 1 },
  track: emptyTrack,
  maxSpeed: 0,
  stops: [],
  events: [],
  cut: false,
};

const opened = () => {
  const addresses = new HeldFiller();
  const { result: hook } = renderHook(() => useExport({ addresses }));
  return { hook, rounds: addresses.rounds };
};

beforeAll(startTexts);
afterEach(cleanup);

it('begins the next export although the one that was given up has not ended', async () => {
  const { hook, rounds } = opened();
  act(() => hook.current.start('json', result, true));
  expect(hook.current.state).toBe('json');
  act(() => hook.current.cancel());
  expect(hook.current.state).toBe('none');
  act(() => hook.current.start('csv', result, true));
  expect(hook.current.state).toBe('csv');
  await act(async () => {
    rounds[0]?.told(7);
    rounds[0]?.end();
    await Promise.resolve();
  });
  expect(hook.current).toMatchObject({ state: 'csv', done: 0 });
  act(() => rounds[1]?.told(3));
  expect(hook.current.done).toBe(3);
});

it('runs one export at a time', () => {
  const { hook, rounds } = opened();
  act(() => hook.current.start('json', result, true));
  act(() => hook.current.start('csv', result, true));
  expect(hook.current.state).toBe('json');
  expect(rounds).toHaveLength(1);
});
