// What stands in the place of a screen that threw or could not be loaded.
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Crash } from './crash.tsx';

const show = (error: Error): void => {
  const Broken = (): ReactElement => {
    throw error;
  };
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Broken, ErrorBoundary: Crash }])} />);
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {}); // React tells the developer as well
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('a screen that threw says that it stopped, and offers a way on', async () => {
  show(new Error('no such lane'));
  expect((await screen.findByRole('alert')).textContent).toContain('This screen stopped');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the start' }).getAttribute('href')).toBe('/');
});

test('a screen whose code did not come says that instead of the words of the browser', async () => {
  show(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'));
  const { textContent } = await screen.findByRole('alert');
  expect(textContent).toContain('This screen could not be loaded');
  expect(textContent).not.toContain('/assets/x.js');
});
