// The wall hides the screen below it: nothing there takes the focus while it stands, and the button that opened it has it again after that.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../../lib/i18n.ts';
import { MosaicOverlay } from './mosaic.tsx';

vi.mock('../../../parts/tiles/use-addresses.ts', () => ({ useRandomAddresses: () => undefined }));

beforeAll(startTexts);
beforeAll(() => void Object.assign(document, { fullscreenElement: null }));
afterEach(cleanup);

const Page = ({ wall }: { wall: boolean }) => (
  <>
    <div data-testid="shell">
      <button type="button">12</button>
    </div>
    {wall && <MosaicOverlay kind="mosaic" streams={12} onClose={() => undefined} />}
    <div data-testid="toasts" />
  </>
);

it('takes the focus from what it hides, not from what stands over it, and gives it back', () => {
  const { rerender } = render(<Page wall={false} />);
  const opener = screen.getByRole('button', { name: '12' });
  opener.focus();
  const isInert = (id: string): boolean => screen.getByTestId(id).hasAttribute('inert');
  rerender(<Page wall />);
  expect([isInert('shell'), isInert('toasts')]).toEqual([true, false]);
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
  rerender(<Page wall={false} />);
  expect([isInert('shell'), document.activeElement]).toEqual([false, opener]);
});
