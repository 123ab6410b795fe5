// A moment of just now whose file the recorder has not closed: it is asked again until it has, whatever came of one question.
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../lib/time.ts';
import type { RecordList } from '../../parts/record-list/use-record-list.ts';
import { useBeginning } from './use-beginning.ts';
import type { Play } from './use-play.ts';
import type { RemotePlayback } from './use-remote-playback.ts';

type Step = Pick<RecordList, 'state'> & { device?: string };

let waits: (() => void)[] = [];
let asked = 0;
let changes: unknown[] = [];

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the hook reads of it
const viewOf = ({ state, device }: Step) =>
  ({
    deviceId: 'A1',
    look: { play: true, atMs: systemClock.now() - 1000, minutes: 5 },
    change: (part: object) => changes.push(part),
    list: { state, reply: device === undefined ? undefined : { device }, again: () => (asked += 1) },
    segments: [],
    channels: { on: [1] },
  }) as unknown as RemotePlayback;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the hook reads of it
const play = { possible: true, play: () => undefined } as unknown as Play;

beforeEach(() => {
  [waits, asked, changes] = [[], 0, []];
  vi.spyOn(systemClock, 'now').mockReturnValue(1_790_000_000_000);
  vi.spyOn(systemClock, 'after').mockImplementation((_, run) => {
    waits.push(run);
    return () => void (waits = waits.filter((each) => each !== run));
  });
});
afterEach(cleanup);

/** Goes through what the list is one after the other; gives whether it is awaited, and how often the recorder is asked once time has passed. */
const through = (...steps: readonly Step[]) => {
  const drawn = renderHook(({ step }) => useBeginning(viewOf(step), play, () => undefined), {
    initialProps: { step: steps[0] ?? { state: 'asking' } },
  });
  for (const step of steps.slice(1)) drawn.rerender({ step });
  act(() => waits.splice(0).forEach((run) => run()));
  return [drawn.result.current, asked];
};
const asking: Step = { state: 'asking', device: 'answered' };
const told: Step = { state: 'done', device: 'answered' };

it('is asked again after it has answered', () => {
  expect(through({ state: 'asking' }, told)).toEqual([true, 1]);
});

it('is asked again after a question that failed', () => {
  expect(through({ state: 'asking' }, told, asking, { state: 'failed', device: 'answered' })).toEqual([true, 1]);
});

it.each(['busy', 'timeout', 'offline'])('is asked again after it was %s for one question', (device) => {
  expect(through({ state: 'asking' }, told, asking, { state: 'done', device })).toEqual([true, 1]);
  expect(changes).toEqual([]);
});

it('a recorder that has told nothing of the moment is not waited for', () => {
  expect(through({ state: 'asking' }, { state: 'done', device: 'offline' })).toEqual([false, 0]);
  expect(changes).toEqual([{ play: false, save: false }]);
});
