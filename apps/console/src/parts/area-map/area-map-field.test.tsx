// An area without its map says why: the server does not tell where it comes from, or the map itself does not come.
import { mapSetting } from '@outrider/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { AreaMapField } from './area-map-field.tsx';

vi.mock('../../map/webgl.ts', () => ({ webglSupport: () => 'yes' }));
vi.mock('../../map/area-map.ts', () => ({
  AreaMap() {
    throw new Error('no context');
  },
}));

let answers: Response[] = [];
beforeAll(startTexts);
beforeEach(() => vi.stubGlobal('fetch', async () => answers.shift()));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says what the server says, asks again when that is pressed, and says that no map comes', async () => {
  answers = [
    Response.json({ hasError: 1, message: 'The disk is full.' }, { status: 500 }),
    Response.json(mapSetting.load.example.reply),
  ];
  const shape = { kind: 'circle', centre: undefined, radiusM: 100 } as const;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AreaMapField shape={shape} others={[]} at={undefined} onShape={() => undefined} />
    </QueryClientProvider>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('The map could not be loaded');
  expect(screen.queryByRole('alert')).toBeNull();
});
