// A refusal that is opened stays open while its recorder goes on trying.
import type { Refusal } from '@outrider/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { Refusals } from './refusals.tsx';

beforeAll(startTexts);
afterEach(cleanup);

const refusal = (time: number, terminal: string): Refusal => ({
  time,
  transport: 'tcp',
  port: 6808,
  address: '192.0.2.1',
  terminal,
  reason: 'not registered',
  detail: '',
  bytes: '',
  count: 1,
});

it('what is read stays open when it comes again, and opens no other', () => {
  const { rerender } = render(<Refusals rows={[refusal(5000, '801'), refusal(4000, '802')]} />);
  const opened = (): (boolean | undefined)[] =>
    ['801', '802'].map((terminal) => screen.getByText(terminal).closest('details')?.open);
  const [details] = document.querySelectorAll('details');
  if (details !== undefined) details.open = true;
  rerender(<Refusals rows={[refusal(9000, '801'), refusal(4000, '802')]} />);
  expect(opened()).toEqual([true, false]);
});
