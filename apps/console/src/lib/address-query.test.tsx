// What is chosen in the address is drawn before the next click is heard, however busy the page is.
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter, MemoryRouter, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, it, vi } from 'vitest';
import { useAddressQuery } from './address-query.ts';

const Choice = (): ReactElement => {
  const [query, change] = useAddressQuery();
  const choose = (name: string): void =>
    change((old) => {
      const next = new URLSearchParams(old);
      next.set(name, '1');
      return next;
    });
  return (
    <>
      <output>{query.toString()}</output>
      {['a', 'b'].map((name) => (
        <button key={name} type="button" onClick={() => choose(name)}>
          {name}
        </button>
      ))}
    </>
  );
};

/** As long as a busy page takes to get to a click: what was promised is done, nothing else. */
const busy = async (): Promise<void> => {
  for (let i = 0; i < 50; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await Promise.resolve();
  }
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('keeps both of two choices that follow each other before anything else runs', async () => {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Choice }])} />);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false); // clicks as a browser gives them: nothing waits for the drawing
  const text = (): string | null => screen.getByRole('status').textContent;
  screen.getByRole('button', { name: 'a' }).click();
  await busy();
  expect(text()).toBe('a=1');
  screen.getByRole('button', { name: 'b' }).click();
  await busy();
  expect(text()).toBe('a=1&b=1');
});

type Put = (name: string, value: string) => void;

/** Gives what each drawing offers to change the query with. */
const open = () => {
  const offered: Put[] = [];
  const Screen = (): ReactElement => {
    const [, change] = useAddressQuery();
    offered.push((name, value) =>
      change((old) => {
        const next = new URLSearchParams(old);
        next.set(name, value);
        return next;
      }),
    );
    return <></>;
  };
  const Address = (): ReactElement => <output>{useLocation().search}</output>;
  render(
    <MemoryRouter>
      <Screen />
      <Address />
    </MemoryRouter>,
  );
  const [first] = offered;
  if (first === undefined) throw new Error('nothing was drawn');
  return { first, newest: (): Put | undefined => offered.at(-1) };
};
const search = (): string | null => screen.getByRole('status').textContent;

it('what was begun before something else was chosen leaves that as it is', () => {
  const { first, newest } = open();
  act(() => newest()?.('profile', 'Trucks'));
  expect(search()).toBe('?profile=Trucks');
  act(() => first('row', '7'));
  expect(search()).toBe('?profile=Trucks&row=7');
});

it('after the screen was left for another one nothing is changed', () => {
  const { first } = open();
  act(() => first('row', '7'));
  const there = globalThis.location.pathname;
  globalThis.history.replaceState(null, '', '/other');
  act(() => first('row', '8'));
  globalThis.history.replaceState(null, '', there);
  expect(search()).toBe('?row=7');
});
