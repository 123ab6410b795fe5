// Talk with one vehicle, told as an operator meets it: a tone at the microphone is measured in what the vehicle heard, the driver's
// voice comes back, and whatever ends a talk or keeps it from beginning is said in words.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { p9102LiveControl } from '@outrider/jt1078';
import { type Vehicle, createVehicle } from '../apps/simulator/src/index.ts';
import { Channel } from '../integration/support/operator.ts';
import { HOST } from '../integration/support/server.ts';
import { until } from '../integration/support/until.ts';
import { openBrowser } from './browser.ts';
import { type StageServer, addressOf, fillSignIn, savePassword, startStageServer, useStage } from './fixture.ts';
import { heardBy, samplesPerSecond, toneMicrophone, toneShare, watchTalks } from './microphone.ts';
import { allAsked } from './support/clock.ts';
import { expect, test } from './test.ts';

const stage = useStage({}, undefined, { full: true, switches: toneMicrophone() });

const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const modal = (page: Page): Locator => page.getByRole('dialog', { name: 'Talk', exact: true });
const state = (page: Page): Locator => modal(page).getByRole('status');
const connected = (page: Page): Promise<void> => state(page).getByText('Connected', { exact: true }).waitFor();
const talkTo = (page: Page): Locator => button(page, /^Talk to /);
const volume = (page: Page): Locator => modal(page).getByRole('slider', { name: 'Volume' });

/** Opens the live view of a vehicle and calls it. */
const call = async (page: Page): Promise<void> => {
  await talkTo(page).click();
  await connected(page);
};
const toneHeard = (vehicle: Vehicle): Promise<boolean> =>
  until('the tone is heard in the vehicle', () => toneShare(heardBy(vehicle)) > 0.7);
/** Waits until the loudspeaker was silent for a while, by its own blocks. */
const silent = (vehicle: Vehicle): Promise<boolean> =>
  until('it is silent in the vehicle', () => {
    const last = heardBy(vehicle).slice(-40);
    return last.length === 40 && last.every((block) => block.every((sample) => Math.abs(sample) < 200));
  });
const hungUp = (vehicle: Vehicle): Promise<boolean> =>
  until('the vehicle is told that the talk is over', () =>
    vehicle.received.some(
      ({ id, body }) => id === p9102LiveControl.id && p9102LiveControl.decode(body, '2013').command === 4,
    ),
  );
const log = ({ app, admin }: StageServer) => {
  const user = app.users.byName(admin.user);
  assert.ok(user);
  const caller = { userId: user.id, userName: user.name, level: 0, rights: user.rights, sessionId: null, address: '' };
  return app.talks.list(caller, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }, 100);
};

for (const [audio, phone] of [
  ['g711a', '013800000801'],
  ['g726', '013800000802'],
] as const)
  test(`[F-MODAL-005] [F-STREAMSOCK-005] [A-STREAM-003] a talk with a ${audio} recorder carries the tone at 8000 samples a second, and the driver's voice back`, async ({
    t,
  }) => {
    const details = { drivername: '王小明 <b>x</b>', vehicleid: `TRK-${audio}`, plate: 'ABC-8010' };
    const vehicle = await stage.vehicle(t, { phone, channels: 1, audio }, details);
    const page = await stage.signedIn(t, { path: `/liveview/${vehicle.deviceId}` });
    const talks = watchTalks(page);
    await call(page);
    await modal(page).getByText(details.vehicleid, { exact: true }).waitFor();
    await modal(page).getByText(details.drivername).waitFor();
    await expect(volume(page)).toHaveValue('5');
    await toneHeard(vehicle);
    // A busy machine may lose a moment of the microphone, which shortens one of these seconds.
    const rightSeconds = (): number[] => samplesPerSecond(talks[0]?.blocks ?? []).filter((samples) => samples === 8000);
    await until('three whole seconds were said, and more whole ones than others', () => {
      const whole = rightSeconds().length;
      return whole >= 3 && whole > samplesPerSecond(talks[0]?.blocks ?? []).length / 2;
    });
    const [talk, ...others] = talks;
    assert.deepEqual([others.length, talk?.url.searchParams.get('deviceid')], [0, vehicle.deviceId]);
    assert.ok(toneShare(talk?.blocks ?? []) > 0.7, 'at 8000 samples a second it has the pitch of the file');
    assert.ok(
      page.workers().some((worker) => worker.url().includes('talk.worker')),
      'a worker encodes',
    );
    for (const name of ['You', 'Driver'])
      await modal(page).locator(`[role="meter"][aria-label="${name}"]:not([aria-valuenow="0"])`).waitFor();
    await button(modal(page), 'End').click();
    await state(page).getByText('Ended', { exact: true }).waitFor();
    await hungUp(vehicle);
    const entry = await until('the talk is logged', async () =>
      (await log(stage.server)).find(({ deviceId, result }) => deviceId === vehicle.deviceId && result === 'talked'),
    );
    assert.deepEqual([entry.userName, entry.mode], ['admin', 'talk']);
    await button(modal(page), 'Call again').click();
    await connected(page);
  });

test('mute silences the line, the space bar and the button speak while they are held', async ({ t }) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000803', channels: 1 });
  const page = await stage.signedIn(t, { path: `/liveview/${vehicle.deviceId}` });
  const talks = watchTalks(page);
  await call(page);
  await volume(page).fill('0');
  const hold = modal(page).locator('[data-hold]');
  await modal(page).getByRole('button', { name: 'The line is open', pressed: true }).waitFor();
  await toneHeard(vehicle);
  await button(modal(page), 'Mute').click();
  await hold.getByText('Hold to talk').waitFor();
  await silent(vehicle);
  await allAsked(page); // what the page has sent is counted here by now
  const before = talks[0]?.bytes ?? 0;
  const played = heardBy(vehicle).length;
  await until('the vehicle plays on for a while', () => heardBy(vehicle).length >= played + 40);
  assert.equal(talks[0]?.bytes, before, 'nothing leaves the browser');
  const speaking = async (): Promise<void> => {
    const at = talks[0]?.bytes ?? 0;
    await hold.getByText('Speaking').waitFor();
    await until('it speaks', () => (talks[0]?.bytes ?? 0) > at + 2000);
  };
  await modal(page).getByText('Talk', { exact: true }).click();
  await page.keyboard.down('Space');
  await speaking();
  await page.keyboard.up('Space');
  await hold.getByText('Hold to talk').waitFor();
  await hold.hover();
  await page.mouse.down();
  await speaking();
  await page.mouse.up();
  await hold.getByText('Hold to talk').waitFor();
  await button(modal(page), 'Keep the line open').click();
  await modal(page).getByRole('button', { name: 'The line is open', pressed: true }).waitFor();
});

test('closing the dialog by Escape hangs up; a click beside it does not', async ({ t }) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000804', channels: 1 });
  const page = await stage.signedIn(t, { path: `/liveview/${vehicle.deviceId}` });
  await call(page);
  await page.mouse.click(20, 400);
  await connected(page);
  await page.keyboard.press('Escape');
  await modal(page).waitFor({ state: 'detached' });
  await hungUp(vehicle);
});

test('a second operator is told who talks, and gets the line by calling again', async ({ t }) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000805', channels: 1 });
  const path = `/liveview/${vehicle.deviceId}`;
  const first = await stage.signedIn(t, { path });
  await call(first);
  const second = await stage.signedIn(t, { path, account: await stage.account('second', 1) });
  await talkTo(second).click();
  await state(second).getByText('Busy', { exact: true }).waitFor();
  await state(second).getByText('admin talks with this device').waitFor();
  await button(modal(first), 'Close').click();
  await hungUp(vehicle);
  await button(modal(second), 'Call again').click();
  await connected(second);
});

test('[F-ERR-034] [A-STREAM-004] a refused microphone is in the console and said in place, without a toast; the driver is heard all the same', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000806', channels: 1 });
  const refusing = await openBrowser({ full: true, switches: ['--use-fake-ui-for-media-stream=deny'] });
  const page = await refusing.pageFor(t);
  t.after(() => refusing.close());
  const entries: string[] = [];
  page.on('console', (message) => entries.push(message.text()));
  await savePassword(page, stage.server.admin, HOST);
  await page.goto(addressOf(stage.server, `/liveview/${vehicle.deviceId}`));
  await call(page);
  await modal(page).getByRole('alert').getByText('The microphone is not allowed').waitFor();
  for (const words of ['the microphone is not available refused', 'You must allow your microphone.'])
    await until(`the console has '${words}'`, () => entries.some((text) => text.includes(words)));
  assert.equal(await page.locator('[data-sonner-toast]').count(), 0);
  await expect(modal(page).locator('[data-hold]')).toBeDisabled();
  await modal(page).locator('[role="meter"][aria-label="Driver"]:not([aria-valuenow="0"])').waitFor();
  await button(modal(page), 'End').click();
  await button(modal(page), 'Close').first().click();
  await page.getByRole('region', { name: /ch1/ }).waitFor();
});

test('a browser without audio worklets speaks on the older way', async ({ t }) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000807', channels: 1 });
  const page = await stage.signedIn(t, {
    path: `/liveview/${vehicle.deviceId}`,
    prepare: (made) => made.addInitScript(() => Reflect.deleteProperty(BaseAudioContext.prototype, 'audioWorklet')),
  });
  const talks = watchTalks(page);
  await call(page);
  await toneHeard(vehicle);
  // The first blocks may be silent: the microphone opens before its file plays.
  await until('what was sent has the pitch of the file', () => toneShare(talks[0]?.blocks ?? []) > 0.7);
});

test('a lost server ends the talk in words', async ({ t }) => {
  const server = await startStageServer();
  t.after(() => server.close());
  const vehicle = createVehicle({ host: HOST, port: server.ports.jt808, phone: '013800000808', channels: 1 });
  t.after(() => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: vehicle.deviceId, C: 1 });
  operator.close();
  const expected = /WebSocket connection|Failed to load resource/;
  const page = await stage.signedIn(t, { server, path: `/liveview/${vehicle.deviceId}`, expected });
  await call(page);
  await server.stop();
  await state(page).getByText('Ended', { exact: true }).waitFor();
  await state(page).getByText('The connection to the server was lost').waitFor();
  await button(modal(page), 'Call again').waitFor();
});

test('[F-RIGHTS-019] [A-RIGHTS-005] the way to talk is there with F_talk on a secure page, and gone without either', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000809', channels: 1 });
  const path = `/liveview/${vehicle.deviceId}`;
  const seen = async (page: Page): Promise<number> => {
    await page.locator('[data-channel="1"]').waitFor();
    return talkTo(page).count();
  };
  const rights = ['P_dash', 'P_live', 'F_gps'];
  const without = await stage.account('mute', 1, rights);
  const having = await stage.account('voiced', 1, [...rights, 'F_talk']);
  assert.equal(await seen(await stage.signedIn(t, { path, account: without })), 0);
  const voiced = await stage.signedIn(t, { path, account: having });
  await talkTo(voiced).waitFor();
  assert.equal(await seen(voiced), 1);
  assert.equal(await seen(await stage.signedIn(t, { path, account: having, plain: true })), 0);
});

test('from sign-in to talking to a named driver takes at most five actions', async ({ t }) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000810', channels: 1 }, { vehicleid: 'BUS 7' });
  const page = await stage.page(t, { expected: /WebGL/ });
  await page.goto(addressOf(stage.server, '/'));
  await fillSignIn(page, stage.server.admin);
  await page.getByRole('contentinfo').waitFor();
  const actions = [
    () => page.getByRole('searchbox', { name: 'Filter devices' }).fill('bus 7'),
    () => page.getByRole('region', { name: 'Vehicles' }).getByText('BUS 7', { exact: true }).click(),
    () => button(page, 'Talk to BUS 7').click(),
  ];
  for (const act of actions) await act();
  await connected(page);
  assert.ok(actions.length <= 5);
  await toneHeard(vehicle);
});

test('on a phone the dialog fits, and the button to talk is big enough for a thumb', async ({ t }) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000811', channels: 1 }, { vehicleid: 'TRK-811' });
  const page = await stage.signedIn(t, { path: `/liveview/${vehicle.deviceId}`, phone: true });
  await call(page);
  const box = await modal(page).locator('[data-hold]').boundingBox();
  assert.ok(box !== null && box.height >= 44 && box.x >= 0 && box.x + box.width <= 390);
});
