// `npm run screens [part of a name …]`: starts a server with the demo fleet and writes docs/screens/<screen>-<1440|390>-<light|dark>.webp for every
// screen there is, and docs/guide/pictures/<screen>.jpg for the user manual. What is on them is real: the fleet drives, the pictures of the cameras come over sockets.
// `--into <folder>` keeps docs as it is and writes png for a look, of the dialogs of dialog-scenes.ts too: then also `--locale cn`, and as often
// as wanted `--size 844x390` and `--theme dark` (light, dark or a theme's name). Chinese needs a font (Debian's fonts-noto-cjk).
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { demoKit } from '../../apps/server/src/demo-kit.ts';
import type { Config } from '../../apps/server/src/config.ts';
import { startDemo } from '../../apps/server/src/features/demo/index.ts';
import { Device } from '../../integration/support/device.ts';
import { Channel, type Json, asJson } from '../../integration/support/operator.ts';
import { HOST } from '../../integration/support/server.ts';
import { until } from '../../integration/support/until.ts';
import { type TestBrowser, openBrowser } from '../browser.ts';
import { type StageServer, addressOf, savePassword, startStageServer } from '../fixture.ts';
import { dialogScreens } from './dialog-scenes.ts';
import { pictureDisks, SPARE } from './disks.ts';
import { fill } from './fill.ts';
import type { Scene, Screen } from './screen.ts';
import { screens } from './screens.ts';
import { speak } from './speak.ts';

const folder = join(import.meta.dirname, '..', '..', 'docs', 'screens');
/** The pictures of docs/guide, of which the user manual is made: one look of every screen. */
const guideFolder = join(import.meta.dirname, '..', '..', 'docs', 'guide', 'pictures');
const GUIDE_LOOK = '-1440-light';
const GUIDE_QUALITY = 78;
const QUALITY = 72;
const MOST_BYTES = 10_000_000;
const { values: options, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: {
    into: { type: 'string' },
    locale: { type: 'string' },
    size: { type: 'string', multiple: true },
    theme: { type: 'string', multiple: true },
  },
});
const PATIENT = { deadlineMs: 120_000 };
const PHONE_BELOW_PX = 500;

/** A phone is what is held in a hand, upright or sideways. */
const sizeOf = (text: string): { width: number; height: number; phone: boolean } => {
  const [, width = NaN, height = NaN] = /^(\d{3,4})x(\d{3,4})$/.exec(text)?.map(Number) ?? [];
  if (Number.isNaN(height)) throw new Error(`a size is written 844x390, not ${text}`);
  return { width, height, phone: Math.min(width, height) < PHONE_BELOW_PX };
};
const sizes = (options.size ?? ['1440x900', '390x844']).map(sizeOf);
const usualThemes: Readonly<Record<string, string>> = { light: 'default', dark: 'darkly' };
const looks = (options.theme ?? ['light', 'dark']).map((name) => ({ name, theme: usualThemes[name] ?? name }));

/** The ports people know, so that the pictures show them; any others where these are taken. */
const usualPorts = {
  httpPort: 8088,
  commandPort: 24_680,
  streamPort: 8900,
  jt808Port: 6808,
  mediaLivePort: 6078,
  mediaPlaybackPort: 6079,
  filesPort: 6090,
  talkPorts: [6100, 6119],
} satisfies Partial<Config>;
const demo = { demo: true, demoVehicles: 24, serverAddress: 'fleet.example.org', allowDiskFormat: [SPARE] };

const startServer = async (): Promise<StageServer> => {
  try {
    return await startStageServer({ ...usualPorts, ...demo, mediaAddress: HOST }, undefined, { disks: pictureDisks });
  } catch {
    return startStageServer({ ...demo, mediaAddress: HOST }, undefined, { disks: pictureDisks });
  }
};

const speedOf = (device: Json): number => {
  const { data } = asJson(device['gps_info']);
  return data === null ? 0 : Number(asJson(data)['speedInKmh']);
};

/** Of the demo fleet that many are away on purpose, or come without a place. */
const AWAY = 4;

/** Waits until the fleet is online and moving, and gives its fastest vehicle. */
const findScene = (channel: Channel): Promise<Pick<Scene, 'deviceId'>> =>
  until(
    'the fleet drives',
    async () => {
      const { rows } = await channel.list('Q03');
      const online = rows.filter(({ status, registered }) => status === 1 && registered === 1);
      const [fastest] = online.toSorted((a, b) => speedOf(b) - speedOf(a));
      const driving = online.filter((device) => speedOf(device) > 3).length;
      return (
        fastest !== undefined &&
        online.length >= demo.demoVehicles - AWAY &&
        driving >= demo.demoVehicles / 2 && { deviceId: String(fastest['deviceid']) }
      );
    },
    PATIENT,
  );

/** Some who were turned away, and one new device, so that their places are not empty. */
const callersBeside = async ({ ports }: StageServer): Promise<Device> => {
  const known = await Device.online(ports.jt808, { phone: '13900000901' });
  known.close();
  const liar = await Device.dial(ports.jt808, { phone: '13900000901', from: '127.0.0.9' });
  await liar.authenticate('wrong');
  liar.close();
  const scanner = createConnection({ port: ports.jt808, host: HOST, localAddress: '127.0.0.7' });
  scanner.on('error', () => undefined);
  await once(scanner, 'connect');
  scanner.end(`GET / HTTP/1.1\r\nHost: fleet.example.org\r\n\r\n${' '.repeat(4096)}`);
  await once(scanner, 'close');
  return Device.online(ports.jt808, { phone: '13900000902' });
};

/** Takes the picture of a page that is ready. */
const take = async (page: Page, name: string): Promise<void> => {
  // What flashes or slides has come to rest.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished),
    ),
  );
  if (options.into !== undefined) return void (await page.screenshot({ path: join(options.into, `${name}.png`) }));
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  const bytes = Buffer.from(data, 'base64');
  writeFileSync(join(folder, `${name}.webp`), bytes);
  // A PDF takes no webp: the manual has its own.
  if (name.endsWith(GUIDE_LOOK)) {
    const file = join(guideFolder, `${name.slice(0, -GUIDE_LOOK.length)}.jpg`);
    writeFileSync(file, await page.screenshot({ type: 'jpeg', quality: GUIDE_QUALITY }));
  }
  console.log(`${name}.webp ${Math.round(bytes.length / 1000)} kB`);
};

/** The administrator's answer to the offer of online tiles, which is made once: the pictures show the map after it. */
const keepOfflineMap = async (browser: TestBrowser, server: StageServer): Promise<void> => {
  const ends: unknown[] = [];
  const page = await browser.pageFor({ after: (end) => void ends.push(end) });
  await savePassword(page, server.admin, HOST);
  await page.goto(addressOf(server, '/'));
  const keep = page.getByRole('button', { name: 'Keep the offline map' });
  await keep.click();
  await keep.waitFor({ state: 'detached' });
  for (const end of ends) if (typeof end === 'function') await end();
};

type Look = { size: (typeof sizes)[number]; look: (typeof looks)[number] };

/** All screens in one size and one theme, each in a page of its own context. One that does not come is reported and left out. */
const takeAll = async (
  { browser, server, find }: { browser: TestBrowser; server: StageServer; find: () => Promise<Scene> },
  wanted: readonly Screen[],
  { size: { width, height, phone }, look }: Look,
): Promise<void> => {
  for (const screen of wanted.filter(({ onPhone }) => onPhone || !phone)) {
    const ends: unknown[] = [];
    const context = { viewport: { width, height }, hasTouch: phone, isMobile: phone, timezoneId: 'UTC' };
    const page = await browser.pageFor({ after: (end) => void ends.push(end) }, undefined, context);
    try {
      if (screen.signedIn) await savePassword(page, server.admin, HOST);
      await page.addInitScript(
        ({ theme, locale }) => {
          localStorage.setItem('themeName', theme);
          if (locale !== undefined) localStorage.setItem('locale', locale);
          // Notices of the fleet's alarms would lie over what a picture is to show.
          localStorage.setItem('eventNotify', 'false');
        },
        { theme: look.theme, locale: options.locale },
      );
      if (options.locale !== undefined) speak(page, options.locale);
      await screen.prepare?.(page);
      // Looked up again for each picture: the fastest vehicle of a minute ago may be parked by now.
      await page.goto(addressOf(server, screen.path(await find())));
      await screen.ready(page);
      await take(page, `${screen.name}-${width}-${look.name}`);
    } catch (error) {
      process.exitCode = 1;
      const said = await page
        .locator('body')
        .innerText()
        .catch(() => '');
      console.error(`${screen.name}-${width}-${look.name}:`, error, `\nThe page says: ${said}`);
    }
    for (const end of ends) if (typeof end === 'function') await end();
  }
};

const isKnown = (file: string): boolean => {
  const [, screen] = /^(.+)-\d+-[a-z]+\.webp$/.exec(file) ?? [];
  return screens.some(({ name }) => name === screen);
};

/** Removes pictures of screens that are no more. */
const forgetOthers = (): void => {
  for (const file of readdirSync(folder)) if (!isKnown(file)) rmSync(join(folder, file));
};

/** Of all pictures there are, not only of those made now. */
const bytesInAll = (): number =>
  readdirSync(folder).reduce((total, file) => total + statSync(join(folder, file)).size, 0);

/** All screens, or those whose names hold one of the parts. */
const makeScreens = async (): Promise<void> => {
  const offered = options.into === undefined ? screens : [...screens, ...dialogScreens];
  const wanted = offered.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
  for (const each of [folder, guideFolder, options.into ?? folder]) mkdirSync(each, { recursive: true });
  const server = await startServer();
  const fleet = await startDemo(demoKit(server.app, server.config));
  const browser = await openBrowser({ full: true });
  try {
    const fresh = await callersBeside(server);
    const { user, password, hash } = server.admin;
    const channel = await Channel.signedIn(server, { user, hash });
    const find = async (): Promise<Scene> => ({ ...(await findScene(channel)), user, password });
    await keepOfflineMap(browser, server);
    await find();
    await fill(server, channel, browser);
    for (const size of sizes)
      for (const look of looks) await takeAll({ browser, server, find }, wanted, { size, look });
    channel.close();
    fresh.close();
    if (options.into !== undefined) return;
    forgetOthers();
    const total = bytesInAll();
    console.log(`${Math.round(total / 1000)} kB in all`);
    if (total > MOST_BYTES) throw new Error(`the pictures must stay under ${MOST_BYTES / 1000} kB together`);
  } finally {
    await browser.close();
    await fleet.close();
    await server.close();
  }
};

await makeScreens();
