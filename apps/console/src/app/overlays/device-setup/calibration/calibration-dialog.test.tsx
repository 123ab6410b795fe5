// Points that were moved are asked about before they are dropped, until the panel has them.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../../../lib/i18n.ts';
import { CalibrationDialog } from './calibration-dialog.tsx';
import type { CalibrationView } from './views.ts';

vi.mock('../../../../parts/tiles/use-addresses.ts', () => ({ useAddressFinder: () => () => [] }));
vi.mock('./editor.tsx', () => ({
  Editor: ({ onMove }: { onMove: (points: unknown) => void }) => (
    <>
      <button onClick={() => onMove([[7, 8]])}>Move</button>
      <button onClick={() => onMove([[1, 2]])}>Move back</button>
    </>
  ),
}));

beforeAll(startTexts);
afterEach(cleanup);

const viewAt = (x: number, y: number): CalibrationView => ({
  id: 'road',
  name: 'Front',
  channel: 1,
  handles: [],
  draws: 'road',
  presets: [],
  start: [[x, y]],
  valuesOf: () => ({}),
});
const open = (draft: CalibrationView, onClose: () => void) => {
  const element = (
    <CalibrationDialog
      deviceId="TRK-1"
      title="Calibration"
      views={[viewAt(1, 2)]}
      drafts={[draft]}
      problem={undefined}
      said=""
      busy={false}
      onSave={() => {}}
      onClose={onClose}
    />
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
};
const press = (name: string): Promise<void> =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: true })));
const isAsked = (): boolean => screen.queryByText('Discard the changes?') !== null;

it('the cross asks where points were moved', async () => {
  const close = vi.fn();
  open(viewAt(1, 2), close);
  await press('Move');
  await press('Close');
  expect([isAsked(), close.mock.calls.length]).toEqual([true, 0]);
  await press('Discard');
  expect(close).toHaveBeenCalledOnce();
});

it('nothing is asked where they were moved back, or where the panel has them', async () => {
  const close = vi.fn();
  open(viewAt(1, 2), close);
  await press('Move');
  await press('Move back');
  await press('Close');
  cleanup();
  open(viewAt(7, 8), close);
  await press('Close');
  expect([isAsked(), close.mock.calls.length]).toEqual([false, 2]);
});
