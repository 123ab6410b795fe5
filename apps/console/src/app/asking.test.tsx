// What counts as a fresh answer, when a question is asked again by itself, and that a browser without a network fails at once.
import { type QueryClient, QueryClientProvider, focusManager, onlineManager } from '@tanstack/react-query';
import { getDiskInfo, postTalkLog } from '@outrider/contract';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createQueries } from './queries.ts';
import { type Session, signedOut } from '../live/session.ts';
import { useCall, useFreshCall, useSave } from '../lib/calls.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
});

const input = { afterUpdatetime: 0, beforeUpdatetime: 1, member: '', deviceid: '' };
const [row] = postTalkLog.example.reply;

/** A server whose answers are counted, and which can be away. */
const server = () => {
  const state = { asked: 0, away: false };
  vi.stubGlobal('fetch', () => {
    state.asked += 1;
    if (state.away) return Promise.reject(new TypeError('away'));
    return Promise.resolve(Response.json([{ ...row, username: `answer ${state.asked}` }]));
  });
  return state;
};

const queriesOf = (): QueryClient => {
  const queries = createQueries(createStore<Session>(() => signedOut));
  const asInTheConsole = queries.getDefaultOptions();
  queries.setDefaultOptions({ ...asInTheConsole, queries: { ...asInTheConsole.queries, retry: false, staleTime: 0 } });
  return queries;
};

const draw = (screenOf: () => ReactElement, queries = queriesOf()): (() => void) => {
  const Shown = screenOf;
  const { unmount } = render(
    <QueryClientProvider client={queries}>
      <Shown />
    </QueryClientProvider>,
  );
  return unmount;
};

const Fresh = (): ReactElement => {
  const { data, error } = useFreshCall(postTalkLog, input);
  return <p>{data?.[0]?.username ?? (error === null ? 'asks' : 'failed')}</p>;
};

/** Somebody looks into another tab and comes back. */
const comeBack = (): void =>
  act(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });

it('an answer of an earlier visit is none, also where asking again fails', async () => {
  const told = server();
  const queries = queriesOf();
  const leave = draw(Fresh, queries);
  await screen.findByText('answer 1');
  leave();
  told.away = true;
  draw(Fresh, queries);
  await screen.findByText('failed');
});

it('the same answer as in an earlier visit is a fresh one', async () => {
  const told = server();
  const queries = queriesOf();
  const leave = draw(Fresh, queries);
  await screen.findByText('answer 1');
  leave();
  told.asked = 0;
  draw(Fresh, queries);
  await screen.findByText('asks');
  await screen.findByText('answer 1');
});

it('an answer stays when a later question fails', async () => {
  const told = server();
  draw(Fresh);
  await screen.findByText('answer 1');
  told.away = true;
  comeBack();
  await waitFor(() => expect(told.asked).toBe(2));
  await screen.findByText('answer 1');
});

it('what a button asks is not asked again on coming back, what a screen shows is', async () => {
  const told = server();
  const Both = (): ReactElement => {
    const byHand = useCall(postTalkLog, input, { byHand: true });
    const shown = useCall(postTalkLog, { ...input, member: 'ann' });
    return (
      <p>
        {byHand.data?.[0]?.username}, {shown.data?.[0]?.username}
      </p>
    );
  };
  draw(Both);
  await screen.findByText('answer 1, answer 2');
  comeBack();
  await screen.findByText('answer 1, answer 3');
  expect(told.asked).toBe(3);
});

it('without a network what is told fails at once, and is not told later', async () => {
  const told = server();
  told.away = true;
  onlineManager.setOnline(false);
  const Told = (): ReactElement => {
    const { mutate, error } = useSave(getDiskInfo);
    return <button onClick={() => mutate({})}>{error === null ? 'Tell' : 'Failed'}</button>;
  };
  draw(Told);
  act(() => screen.getByText('Tell').click());
  await screen.findByText('Failed');
  onlineManager.setOnline(true);
  expect(told.asked).toBe(1);
});
