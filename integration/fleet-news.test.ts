// What a console is sent of a fleet: news of strangers as themselves, nothing twice, and lists compressed.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { p06LiveColumns, p07Strangers, rights } from '@outrider/contract';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { onceRead } from './support/once-read.ts';
import { Channel, type Json, asList } from './support/operator.ts';
import { HOST, type Server, startDrivenServer, startServer } from './support/server.ts';
import { until } from './support/until.ts';

const STRANGER = '13800000666';
const lettersOf = (push: Json): Json => Object.fromEntries(Object.entries(push).filter(([letter]) => letter !== 'M'));
const named = (channel: Channel, code: string): Json[] => channel.pushes.filter(({ M }) => M === code);

const fellowOf = async (server: Server, name = 'fellow', groupIds = [1]): Promise<Channel> => {
  const { hash } = server.admin;
  const account = { passwordHash: hash, level: 1, rights: new Set(rights), expiresMs: null, groupIds } as const;
  await server.app.users.add({ name, ...account });
  return Channel.signedIn(server, { user: name, hash });
};

test('a stranger that comes and leaves is told as itself, to level 0 alone, and no list is made again', async (t) => {
  const server = await startDrivenServer(t);
  const waiting = { between: () => server.clock.advance(100) };
  const admin = await Channel.signedIn(server, server.admin, waiting);
  const fellow = await fellowOf(server);
  await admin.get('D01', { I: '13800000101', C: 4 });
  const { fin } = await admin.list('Q03');
  for (const channel of [admin, fellow]) await channel.get('P01', { A: 'all', D: 1 });
  const states = (): unknown[] =>
    named(admin, 'P07').flatMap(({ Z }) =>
      asList(Z).map(({ deviceid, registered, status }) => [deviceid, registered, status]),
    );
  for (let round = 1; round <= 3; round += 1) {
    const device = await Device.online(server.ports.jt808, { phone: STRANGER, waiting });
    await until('it is told', () => states().length === 2 * round - 1, waiting);
    device.close();
    await until('its end is told', () => states().length === 2 * round, waiting);
  }
  assert.deepEqual(
    states(),
    [1, 0, 1, 0, 1, 0].map((status) => [STRANGER, 0, status]),
  );
  for (const push of named(admin, 'P07')) assert.ok(p07Strangers.payload.safeParse(lettersOf(push)).success);
  assert.deepEqual([named(admin, 'P03'), fellow.pushes], [[], []]);
  // Who polls without a subscription is told the same: that it is gone, by the list of changes.
  const changed = await admin.list('Q04', { T: fin['T'], C: fin['C'] });
  const told = changed.rows.find(({ deviceid }) => deviceid === STRANGER);
  assert.deepEqual([changed.fin['T'], told?.['status'], told?.['registered']], [fin['T'], 0, 0]);
  const { rows } = await admin.list('Q03');
  assert.deepEqual(
    rows.map(({ deviceid }) => deviceid),
    ['13800000101'],
  );
  assert.deepEqual((await fellow.list('Q04', { T: (await fellow.list('Q03')).fin['T'], C: 0 })).rows.length, 1);
});

test('with D 1 updates come in columns, and Q04 says nothing that they carried; without it everything as ever', async (t) => {
  const server = await startDrivenServer(t);
  const polls = await Channel.signedIn(server);
  // Sums and readings of so many devices are told every three seconds.
  const ids = Array.from({ length: 100 }, (_, i) => String(13_800_000_101 + i));
  for (const I of ids) await polls.get('D01', { I, C: 4 });
  const device = await Device.online(server.ports.jt808);
  afterwards(t, () => device.close());
  /** Takes as little of those three seconds on a busy machine as on an idle one. */
  const report = async (latitude: number): Promise<number> => {
    const timeMs = Math.floor(server.clock.now() / 1000) * 1000;
    const { answer } = await onceRead(server, () => device.locate(locationAt(timeMs, { latitude })));
    server.clock.advance(100);
    return answer;
  };
  await report(24.1);
  const subscribed = await Channel.signedIn(server);
  const { fin } = await subscribed.list('Q03');
  server.clock.advance(1000);
  await report(24.1001);
  await subscribed.get('P01', { A: 'all', D: 1 });
  const list = async (channel: Channel, { T, C }: Json) => channel.list('Q04', { T, C });
  const late = await list(subscribed, fin);
  assert.equal(late.rows.length, 1, 'what changed before the subscription was pushed to nobody');
  server.clock.advance(1000);
  await report(24.1002);
  server.clock.advance(1000);
  await subscribed.get('Q01');
  const columns = named(subscribed, 'P06');
  for (const push of columns)
    assert.ok(p06LiveColumns.payload.safeParse(lettersOf(push)).success, JSON.stringify(push));
  const last = columns.at(-1)?.['Z'];
  assert.deepEqual([(last as Json)?.['i'], (last as Json)?.['la']], [['13800000101'], [24_100_200]]);
  assert.deepEqual([named(subscribed, 'P02'), (await list(subscribed, late.fin)).rows], [[], []]);
  assert.equal((await list(polls, late.fin)).rows.length, 1);
  // The sums of its day have changed with it: they follow, without another report.
  server.clock.advance(20_000);
  const rest = await list(subscribed, late.fin);
  assert.deepEqual(
    rest.rows.map(({ deviceid }) => deviceid),
    ['13800000101'],
  );
  assert.deepEqual((await list(subscribed, rest.fin)).rows, []);
});

/** A way to a port that counts what comes back through it. */
const countingWay = async (t: TestContext, port: number): Promise<{ port: number; bytes: number }> => {
  const way = { port: 0, bytes: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const socket = connect({ port, host: HOST });
    socket.on('data', (data: Buffer) => (way.bytes += data.length));
    for (const each of [client, socket]) sockets.add(each.on('error', () => undefined));
    client.pipe(socket).pipe(client);
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const bound = server.address();
  way.port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return way;
};

test('a list goes compressed to who offers it, as browsers do', async (t) => {
  const server = await startServer(t);
  const admin = await Channel.signedIn(server);
  for (let i = 0; i < 300; i += 1) await admin.get('D01', { I: `BUS-${i}`, C: 4 });
  const way = await countingWay(t, server.ports.command);
  const channel = await Channel.signedIn({ admin: server.admin, ports: { ...server.ports, command: way.port } });
  const before = way.bytes;
  const { rows } = await channel.list('Q03');
  assert.equal(rows.length, 300);
  const [bytes, size] = [way.bytes - before, JSON.stringify(rows).length];
  assert.ok(bytes > 0 && bytes * 10 < size, `${bytes} bytes for ${size}`);
});

test('an edited device is named to who may see it, and to nobody else: P03 with I', async (t) => {
  const server = await startDrivenServer(t);
  const waiting = { between: () => server.clock.advance(100) };
  const admin = await Channel.signedIn(server, server.admin, waiting);
  const [fellow, nobody] = [await fellowOf(server), await fellowOf(server, 'nobody', [])];
  await admin.get('D01', { I: '13800000101', C: 2 });
  for (const channel of [admin, fellow, nobody]) await channel.get('P01', { A: 'all', D: 1 });
  await admin.get('D04', { I: '13800000101', Z: { chnames: 'Door,Seat' } });
  const edited = (channel: Channel): unknown[] =>
    named(channel, 'P03').flatMap(({ I }) => (I === undefined ? [] : [I]));
  await until('it is told', () => edited(admin).length > 0, waiting);
  for (const channel of [fellow, nobody]) await channel.get('Q01'); // an answer behind the push: it has arrived
  assert.deepEqual([admin, fellow, nobody].map(edited), [[['13800000101']], [['13800000101']], []]);
});
