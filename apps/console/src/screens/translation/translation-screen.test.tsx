// A word that is added under a search stands in the table, where its texts are typed.
import { getI18nConfig } from '@outrider/contract';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { TranslationScreen } from './translation-screen.tsx';

beforeAll(startTexts);
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  for (const side of ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(900);
  const { reply } = getI18nConfig.example;
  vi.stubGlobal('fetch', async () =>
    Response.json({
      ...reply,
      configs: [{ config: 'cn', name: '中文', icon: '' }],
      raw: ['Map', 'Idle'],
      data: { cn: {} },
    }),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a new word is in the table though the search does not find it', async () => {
  const router = createMemoryRouter([{ path: '/', Component: TranslationScreen }], { initialEntries: ['/?find=Map'] });
  render(<RouterProvider router={router} />);
  fireEvent.click(await screen.findByRole('button', { name: 'New word after Map' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Depot' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByRole('textbox', { name: 'Depot in 中文' });
  expect(screen.queryByRole('textbox', { name: 'Idle in 中文' })).toBeNull();
});
