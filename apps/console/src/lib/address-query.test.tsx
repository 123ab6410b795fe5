// What is chosen in the address is drawn before the next click is heard, however busy the page is.
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter } from 'react-router';
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
