// The sign-in page as an operator meets it: what is asked, what an empty form says, and that nothing is sent then.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionStore, signedOut } from '../../live/session.ts';
import { LoginScreen } from './login-screen.tsx';

let client = new QueryClient();

const open = (captcha: 0 | 1): ReturnType<typeof vi.fn> => {
  const sent = vi.fn<(url: string) => Promise<Response>>(async (url) => {
    if (url === '/gkserver/captcha') return Response.json({ captcha });
    if (url === '/gkserver/captcha/image') return Response.json({ id: 'c1', svg: '<svg/>' });
    return Response.json({ hasError: 1, message: 'not here' }, { status: 404 });
  });
  vi.stubGlobal('fetch', sent);
  const router = createMemoryRouter([{ path: '/login', Component: LoginScreen }], { initialEntries: ['/login'] });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return sent;
};

beforeEach(() => {
  client = new QueryClient();
  localStorage.clear();
  sessionStore.setState(signedOut, true);
  vi.stubGlobal('WebSocket', () => {
    throw new Error('no socket may be opened here');
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('asks for name and password, hides the password and offers to save it', () => {
  open(0);
  expect(screen.getByLabelText('User name')).toBeTruthy();
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password');
  expect(screen.getByLabelText('Save password')).toBeTruthy();
  expect(screen.queryByLabelText('Server address')).toBeNull();
});

it('answers an empty form with the documented words and sends nothing', async () => {
  const sent = open(0);
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Oops Invalid username or password');
  expect(sent.mock.calls.some(([url]) => url === '/gkserver/protocol')).toBe(false);
});

it('[F-HTTP-003] asks for no verification code when the server answers 0', async () => {
  const sent = open(0);
  const answers = (): unknown[] =>
    client
      .getQueryCache()
      .findAll()
      .map(({ state }) => state.data);
  await vi.waitFor(() => expect(answers()).toContainEqual({ captcha: 0 }));
  await act(() => new Promise<void>((drawn) => requestAnimationFrame(() => drawn())));
  expect(screen.queryByLabelText('Verification code')).toBeNull();
  expect(sent.mock.calls.some(([url]) => url === '/gkserver/captcha/image')).toBe(false);
});

it('[F-HTTP-003] shows the captcha when the server wants one, and says when its answer is wrong', async () => {
  const sent = open(1);
  fireEvent.change(await screen.findByLabelText('Verification code'), { target: { value: 'wrong' } });
  expect(await screen.findByAltText('Verification code picture')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('User name'), { target: { value: 'admin' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'x' } });
  sent.mockImplementation(async () => Response.json({ hasError: 1, message: 'no' }, { status: 400 }));
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The verification code you entered is incorrect');
});

const form = (): string => document.querySelector('form')?.className ?? '';

it('shakes once for each refusal', async () => {
  open(0);
  const calm = form();
  sessionStore.setState({ loginFlag: 2 });
  await vi.waitFor(() => expect(form()).not.toBe(calm));
});
