// Talks that are open are counted, each once and until it is over.
import { act, cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { countTalk, useTalkOpen } from './open-talks.ts';
import { firstStatus } from './talk-status.ts';
import type { TalkStatus } from './talk-status.ts';

const Shown = (): ReactElement => <b>{String(useTalkOpen())}</b>;
afterEach(cleanup);

it('a talk counts from its call to its end, a second one by itself, and one that is closed counts no more', () => {
  const { container } = render(<Shown />);
  const [first, second] = [createStore<TalkStatus>(() => firstStatus), createStore<TalkStatus>(() => firstStatus)];
  expect(container.textContent).toBe('false');
  let stopFirst = (): void => {};
  let stopSecond = (): void => {};
  act(() => {
    stopFirst = countTalk(first);
    stopSecond = countTalk(second);
  });
  expect(container.textContent).toBe('true');
  act(() => first.setState({ line: 'open' }));
  act(() => first.setState({ line: 'over' }));
  expect(container.textContent).toBe('true');
  act(() => stopSecond());
  expect(container.textContent).toBe('false');
  act(() => stopFirst());
  expect(container.textContent).toBe('false');
});
