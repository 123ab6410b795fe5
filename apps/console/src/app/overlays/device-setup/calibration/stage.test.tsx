// The live picture of a calibration ends with the idle page, as every other does.
import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, it, vi } from 'vitest';
import { Stage } from './stage.tsx';
import type { CalibrationView } from './views.ts';

vi.mock('../../../../player/live-tile.tsx', () => ({ LiveTile: () => <div data-testid="live" /> }));
afterEach(cleanup);

it('plays only where somebody is: not over the idle page', async () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of a view that is used
  const view = { channel: 1, name: 'Front' } as CalibrationView;
  const element = <Stage deviceId="TRK-1" view={view} points={[]} stored={[]} chosen={undefined} addresses={[]} />;
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/blockview'] });
  const { queryByTestId } = render(<RouterProvider router={router} />);
  expect(queryByTestId('live')).not.toBeNull();
  await act(() => router.navigate('/idle'));
  expect(queryByTestId('live')).toBeNull();
});
