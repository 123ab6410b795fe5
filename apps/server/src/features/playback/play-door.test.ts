// The door of a playback's sockets, over real sockets: who is refused in which words, what reaches the seat, and that it is left once.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeStreamMessage, localPlaybackQuery, type PlaybackControl } from '@outrider/contract';
import { WebSocket } from 'ws';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import type { Caller } from '../../kernel/access/access.ts';
import { lookbackOf } from '../../kernel/access/lookback.ts';
import { AppError } from '../../kernel/errors.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { createPlayDoor, type PlayRefusal, type PlaySeat } from './play-door.ts';

const HOST = '127.0.0.1';
const DAY_MS = 86_400_000;
const caller: Caller = {
  userId: 7,
  userName: 'ann',
  level: 1,
  rights: new Set(['P_lopb']),
  sessionId: null,
  address: HOST,
};
const channel = { deviceKey: 3, deviceId: 'TRK-3', channel: 2 };

type Scene = {
  who?: Caller;
  /** Who that is now; undefined: the account has ended. */
  now?: () => Caller | undefined;
  asked?: () => typeof channel | PlayRefusal;
  begin?: () => PlaySeat | Promise<PlaySeat>;
};

const openDoor = async (t: TestContext, { who = caller, now = () => who, asked = () => channel, begin }: Scene) => {
  const clock = createManualClock();
  const bus = createLocalBus(silentLog);
  const [requests, logged, watched]: [PlaybackControl[], string[], number[][]] = [[], [], []];
  let left = 0;
  const seat: PlaySeat = { request: (request) => requests.push(request), leave: () => void (left += 1) };
  bus.subscribe('stream.asked', ({ userName, deviceId, type, askedMs, atMs }) => {
    logged.push(`${userName} ${deviceId} ${type} ${atMs - askedMs}`);
  });
  const guard = {
    watch: (_socket: unknown, _caller: unknown, deviceKeys: readonly number[]) => watched.push([...deviceKeys]),
    admitting: <F>(authenticate: F): F => authenticate,
    cut: () => undefined,
    metrics: () => ({}),
    close: () => undefined,
  };
  const door = createPlayDoor(
    { clock, bus, log: silentLog, guard, authenticate: async () => who, access: { current: now } },
    {
      query: localPlaybackQuery,
      right: 'P_lopb',
      forbidden: 'This account may not play recordings',
      from: 'server',
      asked,
      logged: () => 'Local playback',
      begin: begin ?? (() => seat),
    },
  );
  const server = createServer();
  server.on('upgrade', (request, socket, head) =>
    door.handleUpgrade(request, socket, head, new URL(request.url ?? '', `http://${HOST}`)),
  );
  await once(server.listen(0, HOST), 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  t.after(() => {
    door.close();
    server.close();
  });
  const client = new WebSocket(
    `ws://${HOST}:${port}/ws.cgi?type=lopb&deviceid=TRK-3&channel=2&streamid=1&spbtime=1000`,
  );
  client.on('error', () => undefined);
  const until = async (holds: () => boolean): Promise<void> => {
    for (let i = 0; !holds(); i += 1) {
      assert.ok(i < 20_000, 'it never came to that');
      await nextTurn();
    }
  };
  return { client, clock, seat, requests, logged, watched, until, left: () => left };
};

/** The state that the socket says, and the code it closes with. */
const refusalOf = async (client: WebSocket): Promise<unknown[]> => {
  const said: unknown[] = [];
  client.on('message', (data) => {
    const message = Buffer.isBuffer(data) ? decodeStreamMessage(data) : undefined;
    if (message !== undefined) said.push(JSON.parse(new TextDecoder().decode(message.body)));
  });
  const [code] = (await once(client, 'close')) as [number];
  return [...said, code];
};
const refusal = (state: string, message: string) => ({ state, message, generation: 0, from: 'server' });

test('without the right the upgrade is refused as HTTP', async (t) => {
  const { client, logged } = await openDoor(t, { who: { ...caller, rights: new Set() } });
  const [, response] = (await once(client, 'unexpected-response')) as [unknown, { statusCode: number }];
  assert.deepEqual([response.statusCode, logged], [403, []]);
});

test('a device that this account does not see, and what makes no sense, are refused on the socket and asked of nobody', async (t) => {
  const unseen = await openDoor(t, {
    asked: () => {
      throw new AppError('not_found', 'Unknown device');
    },
  });
  assert.deepEqual(await refusalOf(unseen.client), [refusal('forbidden', 'Unknown device'), 1008]);
  const none = await openDoor(t, { asked: () => ({ state: 'none', message: 'The device has no channel 9' }) });
  assert.deepEqual(await refusalOf(none.client), [refusal('none', 'The device has no channel 9'), 1008]);
  assert.deepEqual([unseen.logged, none.logged], [[], []]);
});

test('over a limit it says so and may come later; at once it is not logged, after a while it is', async (t) => {
  const full = new AppError('limit_reached', 'Too many');
  const atOnce = await openDoor(t, {
    begin: () => {
      throw full;
    },
  });
  assert.deepEqual(await refusalOf(atOnce.client), [refusal('limit', 'Too many'), 1013]);
  assert.deepEqual(atOnce.logged, []);
  const later = await openDoor(t, { begin: () => Promise.reject(full) });
  assert.deepEqual(await refusalOf(later.client), [refusal('limit', 'Too many'), 1013]);
  await later.until(() => later.logged.length === 2);
});

test('words longer than a closing frame takes are said whole in the state, and end the socket', async (t) => {
  const words = '太'.repeat(100);
  const full = (): never => {
    throw new AppError('limit_reached', words);
  };
  const later = (): Promise<never> => Promise.reject(new AppError('limit_reached', words));
  for (const begin of [full, later]) {
    const { client } = await openDoor(t, { begin });
    assert.deepEqual(await refusalOf(client), [refusal('limit', words), 1013]);
  }
});

test('a seat that fails as it is left, at once or later, costs nobody else', async (t) => {
  const bug = (): never => {
    throw new Error('a bug');
  };
  const later = (): Promise<never> => Promise.reject(new Error('a bug'));
  for (const leave of [bug, later]) {
    const { client, logged, until } = await openDoor(t, { begin: () => ({ request: () => undefined, leave }) });
    await once(client, 'open');
    client.close();
    await until(() => logged.length === 2);
    await nextTurn();
  }
});

test('what fails without words is said without its own', async (t) => {
  const { client } = await openDoor(t, { begin: () => Promise.reject(new Error('secret path')) });
  assert.deepEqual(await refusalOf(client), [refusal('error', 'Try again later'), 1008]);
});

test('requests reach the seat, hostile and foreign text does not; it is watched, logged at both ends and left once', async (t) => {
  const { client, clock, requests, logged, watched, until, left } = await openDoor(t, {});
  await once(client, 'open');
  await until(() => watched.length === 1);
  for (const text of ['{', '{"at":"x"}', '[]', '{"at":5,"speed":1}']) client.send(text);
  client.send(Buffer.from('{"at":6,"speed":1}'), { binary: true });
  client.send('{"seek":9,"generation":2,"speed":4}');
  await until(() => requests.length === 2);
  assert.deepEqual(requests, [
    { at: 5, speed: 1 },
    { seek: 9, generation: 2, speed: 4 },
  ]);
  assert.deepEqual([watched, logged, left()], [[[3]], ['ann TRK-3 Local playback 0'], 0]);
  clock.advance(1500);
  client.close();
  await until(() => left() === 1 && logged.length === 2);
  assert.equal(logged[1], 'ann TRK-3 Local playback 1500');
});

test('a seek goes back no further than the account looks by now, not than it did when the playback was opened', async (t) => {
  const clock = createManualClock();
  const looking = (days: number): Caller => ({ ...caller, lookback: lookbackOf(days, clock) });
  const account: { now: Caller | undefined } = { now: looking(7) };
  const { client, requests, until } = await openDoor(t, { who: looking(30), now: () => account.now });
  await once(client, 'open');
  const seekTo = async (days: number): Promise<unknown> => {
    const said = requests.length;
    client.send(JSON.stringify({ seek: clock.now() - days * DAY_MS, generation: 2, speed: 1 }));
    await until(() => requests.length > said);
    const request = requests.at(-1);
    return request !== undefined && 'seek' in request && (clock.now() - request.seek) / DAY_MS;
  };
  const hour = (clock.now() % 3_600_000) / DAY_MS;
  assert.deepEqual([await seekTo(2), await seekTo(20)], [2, 7 + hour]);
  account.now = caller;
  assert.equal(await seekTo(90), 90, 'without a limit by now');
  account.now = undefined;
  assert.equal(await seekTo(90), 30 + hour, 'ended: until its socket is cut');
});

test('a viewer that leaves before its seat is there leaves it when it comes', async (t) => {
  const coming = Promise.withResolvers<PlaySeat>();
  const { client, seat, logged, until, left } = await openDoor(t, { begin: () => coming.promise });
  await once(client, 'open');
  client.close();
  await until(() => logged.length === 2);
  assert.equal(left(), 0);
  coming.resolve(seat);
  await until(() => left() === 1);
});
