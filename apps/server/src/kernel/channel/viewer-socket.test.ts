// The shape of browser sockets, over real ones: who is let in, what is heard, what a slow or lost browser costs, and how it ends.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { type ClientOptions, WebSocket } from 'ws';
import { z } from 'zod';
import type { Caller } from '../access/access.ts';
import { testCaller } from '../access/test-access.ts';
import { AppError } from '../errors.ts';
import { createTestLog } from '../log.ts';
import { createManualClock } from '../manual-clock.ts';
import { turnsUntil } from '../turns-until.ts';
import { closeServer, listenOn } from '../web/listen.ts';
import { routeUpgrades } from '../web/upgrade.ts';
import type { GuardedSocket, MayUse } from './socket-guard.ts';
import { createViewerSockets, readQuery, type Seat, type ViewerSocket } from './viewer-socket.ts';

const SAID = z.object({ go: z.string() });
const QUERY = z.object({ device: z.coerce.number() });
const MAX_UNREAD = 1024 * 1024;
/** Of this device nobody knows what it shows. */
const UNSHOWN = 13;

type Enter = (viewer: ViewerSocket, device: number) => Seat<z.output<typeof SAID>>;

/** Asked as /?user=<name>&device=<key>; the name `nobody` is not known, and `guest` may not. */
const start = async (t: TestContext, enter: Enter = () => ({}), most = 10) => {
  const clock = createManualClock();
  const log = createTestLog();
  const watched: { caller: Caller; deviceKeys: readonly number[]; may: MayUse }[] = [];
  const cut: GuardedSocket[] = [];
  const entered: ViewerSocket[] = [];
  const may: MayUse = ({ level }) => level === 0;
  const sockets = createViewerSockets<number, z.output<typeof SAID>>(
    {
      clock,
      log,
      guard: {
        admitting: (authenticate) => authenticate,
        watch: (_socket, caller, deviceKeys, mayUse) => void watched.push({ caller, deviceKeys, may: mayUse }),
        cut: (socket) => {
          cut.push(socket);
          socket.terminate();
        },
        metrics: () => ({}),
        close: () => undefined,
      },
      authenticate: async (_request, url) => {
        const userName = url.searchParams.get('user') ?? '';
        if (userName === 'nobody') throw new AppError('unauthenticated', 'Sign in first.');
        if (userName === 'broken') throw new Error('a bug');
        return testCaller({ userName, level: userName === 'guest' ? 3 : 0 });
      },
    },
    {
      what: 'a test',
      may,
      refusal: 'This account may not',
      most: { sockets: most, refusal: 'Too many' },
      maxUnreadBytes: MAX_UNREAD,
      maxMessageBytes: 100,
      says: SAID,
      admit: (_caller, url) => readQuery(QUERY, url).device,
      shows: (device) => {
        if (device === UNSHOWN) throw new Error('a bug');
        return [device];
      },
      enter: (viewer, device) => {
        entered.push(viewer);
        return enter(viewer, device);
      },
    },
  );
  const server = createServer();
  routeUpgrades(server, new Map([['*', sockets.handleUpgrade]]), log);
  const port = await listenOn(server, '127.0.0.1', 0, 'streamPort');
  t.after(async () => {
    sockets.close();
    await closeServer(server);
  });
  const dial = (query: string, options: ClientOptions = {}): WebSocket => {
    const client = new WebSocket(`ws://127.0.0.1:${port}/?${query}`, options);
    client.on('error', () => undefined);
    t.after(() => client.terminate());
    return client;
  };
  const open = async (query = 'user=ann&device=1', options: ClientOptions = {}): Promise<WebSocket> => {
    const client = dial(query, options);
    await once(client, 'open');
    return client;
  };
  /** Status and words by which a request is refused. */
  const refusal = async (query: string): Promise<string> => {
    const client = dial(query);
    const { promise, resolve } = Promise.withResolvers<string>();
    client.on('unexpected-response', (_request, response) => {
      response.on('data', (body) => resolve(`${response.statusCode} ${JSON.parse(String(body)).message}`));
    });
    client.on('open', () => resolve('open'));
    return promise;
  };
  return { clock, log, sockets, watched, may, cut, entered, open, refusal };
};

const ending = async (client: WebSocket): Promise<string> => {
  const [code, reason] = await once(client, 'close');
  return `${code} ${String(reason)}`.trimEnd();
};

test('who is not known, may not, asks for what there is not or comes too late is refused with status and words', async (t) => {
  const { sockets, log, entered, open, refusal } = await start(t, undefined, 1);
  assert.equal(await refusal('user=nobody&device=1'), '401 Sign in first.');
  assert.equal(await refusal('user=guest&device=1'), '403 This account may not');
  assert.match(await refusal('user=ann&device=x'), /^400 device: /);
  assert.deepEqual(log.lines, []);
  assert.equal(await refusal('user=broken&device=1'), '500 Internal error.');
  assert.equal(log.lines.length, 1);
  assert.equal(entered.length, 0);
  await open();
  assert.equal(await refusal('user=ann&device=1'), '429 Too many');
  assert.equal(sockets.open.size, 1);
});

test('a socket is watched by the rule that admitted it, for the devices it shows, and counts until it closes', async (t) => {
  let left = 0;
  const { clock, sockets, watched, may, open } = await start(t, () => ({ leave: () => (left += 1) }));
  const client = await open('user=ann&device=7');
  assert.deepEqual(
    watched.map(({ caller, deviceKeys }) => [caller.userName, deviceKeys]),
    [['ann', [7]]],
  );
  assert.equal(watched[0]?.may, may);
  assert.deepEqual(
    [...sockets.open].map(({ caller, address }) => `${caller.userName} ${address}`),
    ['ann 127.0.0.1'],
  );
  client.close();
  await turnsUntil('it is closed', () => sockets.open.size === 0);
  assert.equal(left, 1);
  assert.equal(clock.pending(), 0);
});

test('what the rules say is heard, bytes too; foreign and hostile text changes nothing, a long message ends it', async (t) => {
  const heard: string[] = [];
  const { open } = await start(t, () => ({
    hear: ({ go }) => void heard.push(go),
    hearBytes: (bytes) => void heard.push(bytes.toString('hex')),
  }));
  const client = await open();
  for (const said of ['{"go":1}', 'no JSON', '[]', '{"go":"up"}', Buffer.of(1, 2), '{"go":"down"}']) client.send(said);
  await turnsUntil('three are heard', () => heard.length === 3);
  assert.deepEqual(heard, ['up', '0102', 'down']);
  client.send('x'.repeat(101));
  assert.match(await ending(client), /^1009/);
});

test('text and whole frames arrive', async (t) => {
  const { entered, open } = await start(t);
  const client = await open();
  const got: string[] = [];
  client.on('message', (data) => got.push(String(data)));
  entered[0]?.send('hello');
  entered[0]?.write(Buffer.from([0x81, 2, 0x68, 0x69]));
  await turnsUntil('both came', () => got.length === 2);
  assert.deepEqual(got, ['hello', 'hi']);
});

test('a browser that reads nothing is left out where that may be, and cut past the bound', async (t) => {
  const { entered, sockets, cut, open } = await start(t);
  const client = await open();
  client.pause();
  const [viewer] = entered;
  assert.ok(viewer);
  const frame = Buffer.alloc(64 * 1024);
  frame.writeUInt16BE(0x827f);
  frame.writeBigUInt64BE(BigInt(frame.length - 10), 2);
  const full = (): boolean => viewer.duplex.writableLength > 2 * frame.length;
  for (let i = 0; i < 1000 && !full(); i += 1) {
    viewer.write(frame);
    await new Promise(setImmediate);
  }
  const unread = viewer.duplex.writableLength;
  viewer.write(frame, frame.length);
  assert.equal(viewer.duplex.writableLength, unread, 'left out');
  assert.equal(cut.length, 0);
  for (let i = 0; i < 2 * (MAX_UNREAD / frame.length) && cut.length === 0; i += 1) viewer.write(frame);
  assert.equal(cut.length, 1);
  assert.ok(viewer.duplex.writableLength <= MAX_UNREAD + frame.length);
  viewer.send('more');
  assert.equal(cut.length, 1, 'cut once');
  await turnsUntil('it is gone', () => sockets.open.size === 0);
});

test('a browser that answers pings stays, one that went away without a word is cut at the second', async (t) => {
  const { clock, sockets, open } = await start(t);
  const [living, lost] = [await open(), await open('user=bob&device=1', { autoPong: false })];
  let pings = 0;
  living.on('ping', () => (pings += 1));
  clock.advance(20_000);
  await once(living, 'ping');
  living.ping(); // its pong comes behind ours
  await once(living, 'pong');
  assert.equal(sockets.open.size, 2);
  clock.advance(20_000);
  await once(lost, 'close');
  assert.deepEqual(
    [...sockets.open].map(({ caller }) => caller.userName),
    ['ann'],
  );
  assert.equal(pings >= 1, true);
});

test('what cannot be had now is said as that, a bug without its words; a refusal and an end have their codes', async (t) => {
  const ends: Record<number, Enter> = {
    1: () => {
      throw new AppError('limit_reached', 'The server is full');
    },
    2: () => {
      throw new Error('secret');
    },
    3: (viewer) => {
      viewer.end('Played at another place now');
      return {};
    },
    4: (viewer) => {
      viewer.end();
      return {};
    },
    5: (viewer) => {
      viewer.endForNow('Later');
      return {};
    },
  };
  const { log, open } = await start(t, (viewer, device) => ends[device]?.(viewer, device) ?? {});
  const endOf = async (device: number): Promise<string> => ending(await open(`user=ann&device=${device}`));
  assert.equal(await endOf(1), '1013 The server is full');
  assert.deepEqual(log.lines, []);
  assert.equal(await endOf(2), '1013 Try again later');
  assert.equal(log.lines.length, 1);
  assert.equal(await endOf(3), '1008 Played at another place now');
  assert.equal(await endOf(4), '1000');
  assert.equal(await endOf(5), '1013 Later');
});

test('a reason longer than a closing frame takes is cut, never in the middle of a character', async (t) => {
  const words = ['x'.repeat(200), '车'.repeat(100), `x${'😀'.repeat(40)}`];
  const told = ['x'.repeat(123), '车'.repeat(41), `x${'😀'.repeat(30)}`];
  const ways: ((viewer: ViewerSocket, reason: string) => ReturnType<Enter>)[] = [
    (_viewer, reason) => {
      throw new AppError('limit_reached', reason);
    },
    (viewer, reason) => {
      viewer.end(reason);
      return {};
    },
  ];
  for (const [i, way] of ways.entries()) {
    const { log, open } = await start(t, (viewer, device) => way(viewer, words[device] ?? ''));
    const ends = await Promise.all(words.map(async (_, device) => ending(await open(`user=ann&device=${device}`))));
    assert.deepEqual(
      ends,
      told.map((reason) => `${[1013, 1008][i]} ${reason}`),
    );
    assert.deepEqual(log.lines, []);
  }
});

test('what a room throws at one browser ends that one, is logged, and others are served', async (t) => {
  const bug = (): never => {
    throw new Error('a bug');
  };
  const seats: Record<number, Seat<z.output<typeof SAID>>> = {
    1: { hear: bug },
    2: { hearBytes: bug },
    3: { leave: bug },
  };
  const heard: string[] = [];
  const other: Seat<z.output<typeof SAID>> = { hear: ({ go }) => void heard.push(go) };
  const { log, sockets, open } = await start(t, (_viewer, device) => seats[device] ?? other);
  const living = await open('user=ann&device=9');
  const clients = await Promise.all([1, 2, 3].map((device) => open(`user=bob&device=${device}`)));
  clients[0]?.send('{"go":"up"}');
  clients[1]?.send(Buffer.of(1));
  clients[2]?.terminate();
  await turnsUntil('they are gone', () => sockets.open.size === 1 && log.lines.length === 3);
  assert.deepEqual(
    log.lines.map(({ level, text, facts }) => [level, text, facts['what']]),
    Array.from({ length: 3 }, () => ['error', 'viewer socket failed', 'a test']),
  );
  living.send('{"go":"on"}');
  await turnsUntil('the other is heard', () => heard.length === 1);
});

test('what fails before a seat is asked for ends the socket, is logged, and leaves nothing open', async (t) => {
  const { clock, log, sockets, open, refusal } = await start(t);
  const lost = await open(`user=ann&device=${UNSHOWN}`);
  if (lost.readyState !== WebSocket.CLOSED) await once(lost, 'close');
  await turnsUntil('it is gone', () => sockets.open.size === 0);
  assert.deepEqual(
    log.lines.map(({ level, text }) => [level, text]),
    [['error', 'viewer socket failed']],
  );
  assert.equal(clock.pending(), 0);
  assert.equal(await refusal('user=ann&device=1'), 'open');
});

test('closing cuts all that are open', async (t) => {
  const { sockets, open } = await start(t);
  const clients = [await open(), await open()];
  sockets.close();
  await Promise.all(clients.map((client) => once(client, 'close')));
  assert.equal(sockets.open.size, 0);
});
