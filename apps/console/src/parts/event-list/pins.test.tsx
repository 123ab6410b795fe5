// The head of a column that pins a value: what it says of the values, in the language of the page.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { chooseLocale } from '../../lib/i18n.ts';
import { PinHead } from './pins.tsx';
import { sourceName } from './rows.ts';

beforeAll(async () => {
  // The texts that come along.
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('away');
  });
  await chooseLocale('tw');
});
afterEach(cleanup);

it('says the sources of events in the language of the page', () => {
  const head = { name: 'source', header: '來源', values: [[sourceName(1), 2]], onPin: () => {} } as const;
  const { rerender } = render(<PinHead {...head} value={undefined} />);
  expect(screen.getByRole<HTMLOptionElement>('option', { name: '補傳 (2)' }).value).toBe('Recover');
  rerender(<PinHead {...head} value="Recover" />);
  expect(screen.getByRole('button').textContent).toMatch(/^補傳/);
  expect(screen.getByRole('button').getAttribute('aria-label')).toContain('補傳');
});

it("leaves somebody's own words as they are", () => {
  render(<PinHead name="device" header="設備" value={undefined} values={[['Map', 1]]} onPin={() => {}} />);
  screen.getByRole('option', { name: 'Map (1)' });
});
