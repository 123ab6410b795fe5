// How the console keeps its device list fresh: what it asks on the main channel, in which order and how often, by the page's clock,
// which stands still until the test moves it.
import assert from 'node:assert/strict';
import type { Page, WebSocketRoute } from '@playwright/test';
import { type Ending, addressOf, savePassword, useStage } from './fixture.ts';
import { type Frame, changeAnswers, framesOf, inRows, logSockets, readSockets } from './socket-log.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const SECOND_MS = 1000;
const isList = ({ way, code }: Frame): boolean => way === 'sent' && (code === 'Q03' || code === 'Q04');

/** Signed in on the dashboard, the clock standing still from the beginning: all of the sign-in happens in one moment. */
const open = async (t: Ending, prepare: (page: Page) => Promise<void> | void = () => undefined): Promise<Page> => {
  const page = await stage.signedIn(t, {
    path: '/blockview',
    prepare: async (made) => {
      await made.clock.install({ time: Date.now() });
      await made.clock.pauseAt(Date.now() + SECOND_MS);
      await prepare(made);
      await logSockets(made);
    },
  });
  await framesOf(page, 'sent', 'Q03');
  await answered(page);
  return page;
};

/** Moves the page's clock on in steps, so that answers of the server come in between. */
const pass = async (page: Page, ms: number, stepMs = 500): Promise<void> => {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await page.clock.runFor(Math.min(stepMs, ms - passed));
    await answered(page);
  }
};

/** Until every request of the page has its last answer. */
const answered = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => {
      const { frames } = Reflect.get(globalThis, 'socketLog');
      const pending = new Set<number>();
      for (const { way, text } of frames) {
        const { N, Z, M, R } = JSON.parse(text);
        if (way === 'sent') pending.add(N);
        else if (R !== '1' || Z === 'fin' || !['Q03', 'Q04', 'Q11'].includes(M)) pending.delete(N);
      }
      return pending.size === 0;
    },
    undefined,
    { polling: 20 },
  );

test('[F-POLL-001] after the sign-in come server info, then the device list, then the extra info', async ({ t }) => {
  const page = await open(t);
  await framesOf(page, 'sent', 'Q11');
  const { frames } = await readSockets(page);
  const asked = frames.filter(({ way, code }) => way === 'sent' && code.startsWith('Q')).map(({ code }) => code);
  assert.deepEqual(asked.slice(0, 4), ['Q02', 'Q01', 'Q03', 'Q11']);
  const listed = frames.findIndex(({ way, message: { M, Z } }) => way === 'received' && M === 'Q03' && Z === 'fin');
  const extras = frames.findIndex(({ way, code }) => way === 'sent' && code === 'Q11');
  assert.ok(listed < extras, 'over a slow line the rows come first');
  const login = frames.findIndex(({ way, code }) => way === 'received' && code === 'Q02');
  const info = frames.findIndex(({ way, code }) => way === 'sent' && code === 'Q01');
  assert.equal(frames[login]?.message.R, '1');
  assert.ok(login < info);
});

test('[A-DASH-041] nothing is loaded for the dashboard before it is known what the user may; then it is, at once', async ({
  t,
}) => {
  const page = await stage.page(t);
  await savePassword(page, stage.server.admin, '127.0.0.1');
  await page.clock.install({ time: Date.now() });
  await page.clock.pauseAt(Date.now() + SECOND_MS);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => void held.then(() => socket.send(message)));
  });
  await logSockets(page);
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (/\/gk(?:device|common|event|mileage)\//.test(request.url())) loaded.push(request.url());
  });
  await page.goto(addressOf(stage.server, '/blockview'));
  await framesOf(page, 'sent', 'Q02');
  for (const _ of [1, 2, 3, 4]) await page.clock.runFor(300);
  const { frames } = await readSockets(page);
  assert.deepEqual([frames.map(({ code }) => code), loaded], [['Q02'], []]);
  release();
  const [login] = await framesOf(page, 'received', 'Q02');
  await page.clock.runFor(500);
  const [list] = await framesOf(page, 'sent', 'Q03');
  assert.ok(login && list && list.atMs - login.atMs <= 500, `${login?.atMs} ${list?.atMs}`);
});

test('[F-POLL-003 F-POLL-002 F-POLL-004 F-CONST-004] the first poll 2.5 s after the server info, then one each 10 s, stream status 1 s after each', async ({
  t,
}) => {
  const page = await open(t);
  await pass(page, 34 * SECOND_MS);
  const [info] = await framesOf(page, 'received', 'Q01');
  const { frames } = await readSockets(page);
  const [, ...polls] = frames.filter(isList); // without the list of the sign-in
  const startMs = info?.atMs ?? 0;
  const at = (frame: Frame): number => frame.atMs - startMs;
  assert.deepEqual(polls.map(at), [2500, 12_500, 22_500, 32_500]);
  assert.deepEqual((await framesOf(page, 'sent', 'Q10')).map(at), [3500, 13_500, 23_500, 33_500]);
});

test('[F-POLL-005] each poll asks for the changed list or for the full one, never for both', async ({ t }) => {
  const page = await open(t);
  await pass(page, 25 * SECOND_MS);
  const { frames } = await readSockets(page);
  assert.deepEqual(
    frames.filter(isList).map(({ code }) => code),
    ['Q03', 'Q04', 'Q04', 'Q04'],
  );
  const [fin] = await framesOf(page, 'received', 'Q03', 1);
  const [changed] = await framesOf(page, 'sent', 'Q04');
  assert.ok(fin);
  const lastFin = frames.findLast(({ way, code, message }) => way === 'received' && code === 'Q03' && 'T' in message);
  assert.deepEqual([changed?.message.T, changed?.message.C], [lastFin?.message.T, lastFin?.message.C]);
});

test('[F-POLL-006] a changed list with another token is followed by the full list', async ({ t }) => {
  const page = await open(t, (made) =>
    changeAnswers(made, (line) => (line.M === 'Q04' && line.Z === 'fin' ? { ...line, T: 'another' } : line)),
  );
  await pass(page, 3 * SECOND_MS);
  const { frames } = await readSockets(page);
  assert.deepEqual(
    frames.filter(isList).map(({ code }) => code),
    ['Q03', 'Q04', 'Q03'],
  );
});

test('[F-POLL-007] registering a device is followed by the full list', async ({ t }) => {
  const id = '13800000801';
  await stage.device(t, { phone: id });
  // The server tells of the new list by itself as well; without that push the console must know.
  const page = await open(t, (made) => changeAnswers(made, (line) => (line.M === 'P03' ? undefined : line)));
  await page.clock.runFor(100); // lists are drawn with an animation frame
  await page.getByRole('button', { name: `Add device ${id}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add device' }).click();
  await framesOf(page, 'received', 'D01');
  await page.clock.runFor(2000); // full lists keep a distance of a second
  await framesOf(page, 'sent', 'Q03', 2);
  const { frames } = await readSockets(page);
  const done = frames.findIndex(({ way, code }) => way === 'received' && code === 'D01');
  assert.equal(frames.slice(done).find(isList)?.code, 'Q03');
});

test('[F-POLL-009] a list that comes in parts is taken over when fin ends it', async ({ t }) => {
  await stage.register('13800000802');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const page = await stage.signedIn(t, {
    path: '/blockview',
    prepare: async (made) => {
      await made.routeWebSocket(/./, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((text) => {
          for (const line of String(text).split('\n'))
            void (/"M":"Q03".*"Z":"fin"/.test(line) ? held : Promise.resolve()).then(() => socket.send(`${line}\n`));
        });
      });
      await logSockets(made);
    },
  });
  const batch = await framesOf(page, 'received', 'Q03');
  assert.match(JSON.stringify(inRows(batch[0]?.message ?? {}).Z), /13800000802/);
  await framesOf(page, 'received', 'P01'); // asked and answered after the list was
  // What is known is drawn with the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  assert.equal(await page.getByRole('link', { name: '13800000802' }).count(), 0);
  release();
  await page.getByRole('link', { name: '13800000802' }).waitFor();
});

/** As from a server that knows no columns: it leaves out letters that it does not know. */
const askForRows = (made: Page): Promise<void> =>
  made.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => server.send(String(text).replace(/^(\{"M":"Q03".*),"D":1\}/, '$1}')));
    server.onMessage((text) => socket.send(text));
  });

test('the list is the same on screen whether it comes in columns or, from an older server, in rows', async ({ t }) => {
  for (const id of ['13800000813', '13800000814']) await stage.register(id);
  const shown = async (
    prepare?: (made: Page) => Promise<void>,
  ): Promise<{ lines: () => Promise<string[]>; inRows: boolean }> => {
    const page = await stage.signedIn(t, {
      path: '/blockview',
      prepare: async (made) => {
        await prepare?.(made);
        await logSockets(made);
      },
    });
    await page.getByRole('link', { name: '13800000813' }).waitFor();
    const [list] = await framesOf(page, 'received', 'Q03');
    // Some seconds pass from one page to the other.
    const lines = async (): Promise<string[]> =>
      (await page.getByRole('row').allInnerTexts()).map((line) => line.replaceAll(/\d+ (?=\w+ ago)/g, ''));
    return { lines, inRows: Array.isArray(list?.message.Z) };
  };
  const columns = await shown();
  const rows = await shown(askForRows);
  assert.deepEqual([columns.inRows, rows.inRows], [false, true]);
  // Cells are filled a moment after their row.
  await expect(async () => {
    const expected = await columns.lines();
    assert.ok(expected.length > 2, expected.join('\n'));
    assert.deepEqual(await rows.lines(), expected);
  }).toPass({ timeout: 60_000 });
});

test('[F-POLL-010 F-CONST-005] the end of a list lights the heartbeat for half a second', async ({ t }) => {
  const page = await open(t);
  const heart = page.locator('[data-heartbeat]');
  const colour = (): Promise<string> => heart.evaluate((element) => getComputedStyle(element).color);
  const colours = new Map<boolean, string>();
  /** Also to the eye: dark and lit have a colour each. */
  const lit = async (is: boolean): Promise<void> => {
    await expect(heart).toHaveAttribute('data-heartbeat', String(is));
    const seen = colours.get(is) ?? (await colour());
    colours.set(is, seen);
    await expect(heart).toHaveCSS('color', seen);
  };
  for (const untilNextPollMs of [2000, 9500]) {
    await lit(true);
    await page.clock.runFor(499);
    await lit(true);
    await page.clock.runFor(1);
    await lit(false);
    await page.clock.runFor(untilNextPollMs);
    await answered(page);
  }
  await lit(true);
  assert.notEqual(colours.get(true), colours.get(false));
});

test('[F-POLL-010] parts of a list do not light the heartbeat, its end does', async ({ t }) => {
  await stage.register('13800000803');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const page = await stage.signedIn(t, {
    path: '/blockview',
    prepare: async (made) => {
      await made.clock.install({ time: Date.now() });
      await made.clock.pauseAt(Date.now() + SECOND_MS);
      await made.routeWebSocket(/./, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((text) => {
          for (const line of String(text).split('\n'))
            void (/"M":"Q03".*"Z":"fin"/.test(line) ? held : Promise.resolve()).then(() => socket.send(`${line}\n`));
        });
      });
      await logSockets(made);
    },
  });
  const heart = page.locator('[data-heartbeat]');
  await framesOf(page, 'received', 'Q03');
  await framesOf(page, 'received', 'P01'); // asked and answered after the list was
  await expect(heart).toHaveAttribute('data-heartbeat', 'false');
  release();
  await expect(heart).toHaveAttribute('data-heartbeat', 'true');
});

test('[F-SESSION-013] a lost connection is made again 10 s later, with a new sign-in', async ({ t }) => {
  const routes: WebSocketRoute[] = [];
  const page = await open(t, (made) =>
    made.routeWebSocket(/./, (socket) => {
      socket.connectToServer();
      routes.push(socket);
    }),
  );
  await routes[0]?.close();
  await page.getByText('No connection to the server since').waitFor();
  const lostMs = await page.evaluate(() => Date.now());
  await page.clock.runFor(9999);
  assert.equal((await readSockets(page)).opened.length, 1);
  await page.clock.runFor(1);
  const logins = await framesOf(page, 'sent', 'Q02', 2);
  assert.equal((logins[1]?.atMs ?? 0) - lostMs, 10 * SECOND_MS);
  await page.getByText('No connection to the server since').waitFor({ state: 'hidden' });
});
