// What is found stays as it is now while more of it is loaded: what somebody saves meanwhile is neither lost nor shown twice.
import { postEventQuery } from '@outrider/contract';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { useSearch } from './use-search.ts';

type Answer = (status: number, body: unknown) => Promise<void>;

const rowOf = (serialno: number): unknown => {
  const { reply } = postEventQuery.example;
  return { ...(Array.isArray(reply) ? reply[0] : {}), serialno };
};

/** One for each question, in their order. */
let answers: Answer[] = [];

beforeAll(startTexts);
beforeEach(() => {
  answers = [];
  vi.stubGlobal('fetch', () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answers.push(async (status, body) => {
      resolve(Response.json(body, { status }));
      for (let turn = 0; turn < 10; turn += 1) await new Promise((done) => setImmediate(done));
    });
    return promise;
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** With events 1 and 2 found, more of them asked for, and a memo saved before that is answered. */
const opened = async () => {
  const { result } = renderHook(() => useSearch());
  act(() => result.current.ask({}));
  await act(async () => answers[0]?.(200, [rowOf(1), rowOf(2)]));
  act(() => result.current.more());
  act(() => result.current.patch(2, { memo: 'seen' }));
  return {
    answer: (status: number, body: unknown) => act(async () => answers[1]?.(status, body)),
    found: () => result.current.found?.events.map(({ serialno, memo }) => [serialno, memo === 'seen']),
  };
};

it('keeps a memo that was saved while more was loading', async () => {
  const { answer, found } = await opened();
  await answer(200, [rowOf(3)]);
  expect(found()).toEqual([
    [1, false],
    [2, true],
    [3, false],
  ]);
});

it('keeps it also where loading more fails', async () => {
  const { answer, found } = await opened();
  await answer(500, { hasError: 1, message: 'broken' });
  expect(found()).toEqual([
    [1, false],
    [2, true],
  ]);
});
