// A modal that holds something unsaved is asked about before another one takes its place. The screen under it is not: it stays.
import { mapSetting } from '@outrider/contract';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { OverEveryPath } from '../../lib/unsaved.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { FormSheet } from '../../parts/form/form-sheet.tsx';
import { useForm } from '../../parts/form/use-form.ts';
import { closeOverlay, openOverlay, useOverlay } from '../../parts/overlay-store.ts';
import { LeaveQuestion } from '../leave-question.tsx';

const start = { mode: 'online' as const, tilesUrl: 'https://t.test/{z}/{x}/{y}.png', attribution: '© T', maxZoom: 19 };

const Form = ({ In, label }: { In: typeof FormSheet | typeof FormDialog; label: string }): ReactElement => {
  const form = useForm<typeof start>({
    of: mapSetting.save,
    start,
    rows: [{ control: 'text', key: 'attribution', label }],
    save: () => Promise.resolve(),
  });
  return <In form={form} title={label} saveText="Save" onClose={closeOverlay} />;
};

const Page = (): ReactElement => {
  const kind = useOverlay()?.kind;
  return (
    <>
      <Form In={FormSheet} label="Sheet" />
      <OverEveryPath value={true}>
        {kind === 'deviceBatch' && <Form In={FormDialog} label="Batch" />}
        {kind === 'talk' && <p>Talking</p>}
      </OverEveryPath>
      <LeaveQuestion />
    </>
  );
};

const field = (name: string): HTMLInputElement => screen.getByLabelText(name, { selector: 'input' });
const type = (name: string): boolean => fireEvent.change(field(name), { target: { value: '© U' } });
const questions = (): HTMLElement[] => screen.queryAllByRole('dialog', { name: 'Discard the changes?' });
const answer = async (name: string): Promise<void> => {
  const [question] = questions();
  await act(async () => void (question && fireEvent.click(within(question).getByText(name))));
  await waitFor(() => expect(questions()).toEqual([]));
};
const talk = (): Promise<void> => act(async () => openOverlay({ kind: 'talk', deviceId: 'TRK-1' }));
const isTalking = (): boolean => screen.queryByText('Talking') !== null;

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  closeOverlay();
});

/** Over a screen that holds something unsaved as well. */
const openBatch = async (): Promise<void> => {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Page }])} />);
  type('Sheet');
  await act(async () => openOverlay({ kind: 'deviceBatch', deviceIds: [] }));
};

it('what is typed in a modal is asked about before another one takes its place', async () => {
  await openBatch();
  type('Batch');
  await talk();
  expect([questions().length, isTalking()]).toEqual([1, false]);
  await answer('Keep editing');
  expect([field('Batch').value, isTalking()]).toEqual(['© U', false]);
  await talk();
  await answer('Discard');
  expect([screen.queryByLabelText('Batch'), isTalking(), field('Sheet').value]).toEqual([null, true, '© U']);
});

it('a modal that holds nothing gives way at once, whatever the screen under it holds', async () => {
  await openBatch();
  await talk();
  expect([questions(), isTalking()]).toEqual([[], true]);
});

it('the question goes with the modal, and the other one does not come', async () => {
  await openBatch();
  type('Batch');
  await talk();
  await act(async () => closeOverlay());
  await waitFor(() => expect(questions()).toEqual([]));
  expect([isTalking(), field('Sheet').value]).toEqual([false, '© U']);
});
