// What was changed in 'Remote Device Setting' and not saved is asked about before it is dropped, whichever panel it stands in.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../../lib/i18n.ts';
import { systemClock } from '../../../lib/time.ts';
import { OverEveryPath } from '../../../lib/unsaved.ts';
import { startLive } from '../../../live/index.ts';
import { sessionStore, signedOut } from '../../../live/session.ts';
import { closeOverlay, openOverlay, useOverlay } from '../../../parts/overlay-store.ts';
import { LeaveQuestion } from '../../leave-question.tsx';
import { DeviceSetupModal } from './device-setup-modal.tsx';

const KEPT = { hasError: 0, message: 'Save Success', result: '1', checked: true, kept: {}, differs: [] };
const sheet = {
  success: true,
  data: { current: { sys_spdlimit: 80, net_hbsec: 20 }, offlineset: {} },
  wrong: [],
  cut: false,
  changes: {},
  readms: 1_790_000_060_250,
  away: false,
  silent: false,
};
const raw = [
  { k: 'maker_tone', v: '1f', h: { c: 'text', prefix: '0xe001' } },
  { k: 'maker_step', v: 5, h: { c: 'number', prefix: '0xe002', own: true, min: 0, max: 9 } },
];
let saved = Promise.withResolvers<Response>();
/** What was sent to be set. */
let sent: unknown[] = [];
/** Ends with the answer to a question for what the device has. */
let read: () => Promise<Response> = async () => Response.json(sheet);

const Page = (): ReactElement => {
  const kind = useOverlay()?.kind;
  return (
    <QueryClientProvider client={new QueryClient()}>
      <OverEveryPath value={true}>
        {kind === 'deviceSetup' && <DeviceSetupModal kind="deviceSetup" deviceId="TRK-1" onClose={closeOverlay} />}
        {kind === 'talk' && <p>Talking</p>}
      </OverEveryPath>
      <LeaveQuestion />
    </QueryClientProvider>
  );
};

const field = (name: string): HTMLInputElement => screen.getByLabelText(name, { selector: 'input' });
const type = (name: string, value: string): Promise<void> =>
  act(async () => void fireEvent.change(field(name), { target: { value } }));
const press = (name: string): Promise<void> =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: true })));
/** The Save of the panel that a field stands in. */
const savePanelOf = (name: string): Promise<void> =>
  act(async () => {
    const panel = field(name).form?.closest<HTMLElement>('[aria-busy]:not(fieldset)');
    if (panel) fireEvent.click(within(panel).getByText('Save'));
  });
const questions = (): HTMLElement[] => screen.queryAllByRole('dialog', { name: 'Discard the changes?' });
const answer = async (name: string): Promise<void> => {
  const [question] = questions();
  await act(async () => void (question && fireEvent.click(within(question).getByText(name))));
  await waitFor(() => expect(questions()).toEqual([]));
};
const talk = (): Promise<void> => act(async () => openOverlay({ kind: 'talk', deviceId: 'TRK-1' }));
const isTalking = (): boolean => screen.queryByText('Talking') !== null;
/** Whether the browser asks before the page ends. */
const endAsks = (): boolean => !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeAll(startTexts);
beforeEach(async () => {
  saved = Promise.withResolvers();
  for (const side of ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
  // The device is asked at once.
  vi.spyOn(systemClock, 'after').mockImplementation((delayMs, run) => {
    if (delayMs <= 1000) run();
    return () => {};
  });
  sent = [];
  read = async () => Response.json(sheet);
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') return read();
    sent.push(JSON.parse(String(body)));
    return (await saved.promise).clone();
  });
  const rights = ['F_rmdvrs', 'F_rmdvrs_speedlimit', 'F_rmdvrs_heartbeat', 'F_rmdvrs_raw'] as const;
  sessionStore.setState({ ...signedOut, loginFlag: 1, rights: new Set(rights) }, true);
  vi.spyOn(startLive().connection, 'ask').mockResolvedValue({ I: 'TRK-1', Z: raw });
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Page }])} />);
  await act(async () => openOverlay({ kind: 'deviceSetup', deviceId: 'TRK-1' }));
  await screen.findByLabelText('Speed limit');
});
afterEach(() => {
  cleanup();
  closeOverlay();
  sessionStore.setState(signedOut, true);
  vi.unstubAllGlobals();
});

it('another modal takes its place only after a question, and at once where nothing was changed', async () => {
  await type('Speed limit', '90');
  await type('Heartbeat', '25');
  await talk();
  expect([questions().length, isTalking()]).toEqual([1, false]);
  await answer('Keep editing');
  expect([field('Speed limit').value, field('Heartbeat').value]).toEqual(['90', '25']);
  await type('Speed limit', '80');
  expect(endAsks()).toBe(true);
  await type('Heartbeat', '20');
  expect(endAsks()).toBe(false);
  await talk();
  expect([questions(), isTalking()]).toEqual([[], true]);
});

it('the cross and Escape ask as well', async () => {
  await type('Speed limit', '90');
  await press('Close');
  expect(questions().length).toBe(1);
  await answer('Keep editing');
  await act(async () => void fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape', code: 'Escape' }));
  expect(questions().length).toBe(1);
  await answer('Discard');
  expect(screen.queryByLabelText('Speed limit')).toBe(null);
});

it('what is on its way is not asked about, what else was changed is; a panel that begins again holds nothing', async () => {
  await type('Speed limit', '90');
  await savePanelOf('Speed limit');
  expect(endAsks()).toBe(false);
  await type('Heartbeat', '25');
  expect(endAsks()).toBe(true);
  await type('Heartbeat', '20');
  sheet.data.current.sys_spdlimit = 90;
  await act(async () => saved.resolve(Response.json(KEPT)));
  await waitFor(() => expect(screen.queryByText('Saving...')).toBe(null));
  expect([field('Speed limit').value, endAsks()]).toEqual(['90', false]);
  sheet.data.current.sys_spdlimit = 80;
  await type('Speed limit', '95');
  await press('Read again');
  expect(field('Speed limit').value).toBe('95');
  await answer('Discard');
  await waitFor(() => expect(field('Speed limit').value).toBe('80'));
  expect(endAsks()).toBe(false);
});

it('so is what was changed in the raw list', async () => {
  await act(async () => void fireEvent.click(screen.getByRole('tab', { name: 'Raw list' })));
  await screen.findByLabelText('maker_step');
  await type('maker_step', '7');
  expect(endAsks()).toBe(true);
  await type('maker_step', '5');
  expect(endAsks()).toBe(false);
  await act(async () => void fireEvent.click(screen.getByText('maker_tone')));
  const editor = await screen.findByRole('dialog', { name: '0xe001 maker_tone' });
  await act(async () => void fireEvent.change(within(editor).getByRole('textbox'), { target: { value: '2f' } }));
  await talk();
  expect([questions().length, isTalking()]).toEqual([1, false]);
  await answer('Discard');
  expect(isTalking()).toBe(true);
});

it('a second save goes on from what the first one set, also where the device was not waited for', async () => {
  read = () => new Promise(() => undefined);
  await type('Speed limit', '90');
  await savePanelOf('Speed limit');
  await act(async () => saved.resolve(Response.json({ ...KEPT, kept: { sys_spdlimit: 89 } })));
  await press('Cancel');
  await type('Speed limit', '95');
  await savePanelOf('Speed limit');
  const { readms } = sheet;
  expect(sent).toMatchObject([
    { deviceParams: { sys_spdlimit: 90 }, seen: { sys_spdlimit: 80 }, seenms: readms },
    { deviceParams: { sys_spdlimit: 95 }, seen: { sys_spdlimit: 89 } },
  ]);
  expect(Object(sent[1]).seenms).not.toBe(readms);
});

it('each of two panels that were saved at once begins again with what the device has', async () => {
  read = () => new Promise(() => undefined); // until the second save has ended
  await type('Speed limit', '90');
  await type('Heartbeat', '25');
  const first = saved;
  await savePanelOf('Speed limit');
  saved = Promise.withResolvers();
  await savePanelOf('Heartbeat');
  await act(async () => first.resolve(Response.json(KEPT)));
  const current = { sys_spdlimit: 85, net_hbsec: 22 };
  read = async () => Response.json({ ...sheet, data: { ...sheet.data, current } });
  await act(async () => saved.resolve(Response.json(KEPT)));
  await waitFor(() => expect([field('Speed limit').value, field('Heartbeat').value]).toEqual(['85', '22']));
});

it('a value of the raw list stays while another panel is looked at, and the device is asked again after that', async () => {
  const { connection } = startLive();
  const ask = vi.spyOn(connection, 'ask');
  const look = (name: string): Promise<void> =>
    act(async () => void fireEvent.click(screen.getByRole('tab', { name })));
  await look('Raw list');
  await screen.findByLabelText('maker_step');
  await type('maker_step', '7');
  const asked = ask.mock.calls.length;
  await look('System');
  expect(endAsks()).toBe(true);
  await look('Raw list');
  expect(field('maker_step').value).toBe('7');
  await waitFor(() => expect(ask.mock.calls.length).toBe(asked + 1));
});

it('what is typed while the device is asked again after a save stays; taken back, what the device has now is shown', async () => {
  const again = Promise.withResolvers<unknown>();
  read = async () => Response.json(await again.promise);
  await type('Speed limit', '90');
  await savePanelOf('Speed limit');
  await act(async () => saved.resolve(Response.json({ ...KEPT, differs: ['sys_spdlimit'] })));
  await type('Speed limit', '95');
  const current = { sys_spdlimit: 85, net_hbsec: 22 };
  await act(async () => again.resolve({ ...sheet, data: { ...sheet.data, current } }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBe(null));
  expect([field('Speed limit').value, endAsks()]).toEqual(['95', true]);
  await type('Speed limit', '90'); // as it was saved: nothing of the operator's own stands there any more
  await waitFor(() => expect(field('Speed limit').value).toBe('85'));
});

it('nothing can be typed while all is read again: it would go with the answer', async () => {
  const isOpen = (): boolean => field('Speed limit').closest('fieldset:disabled') === null;
  read = () => new Promise(() => undefined);
  expect(isOpen()).toBe(true);
  await press('Read again');
  expect(isOpen()).toBe(false);
  await press('Cancel');
  expect(isOpen()).toBe(true);
});
