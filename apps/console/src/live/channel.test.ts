// The framing of the main channel: one JSON object a line, several a message, rubbish left out; failures in the server's words; and
// the end of a connection on which nothing comes any more.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AppError, ChangedError, d02Remove, q01ServerInfo } from '@outrider/contract';
import { channelAddresses } from './addresses.ts';
import { Channel, failureOf, readLines, writeLine } from './channel.ts';
import { DrivenClock, settle } from './driven-clock.ts';
import { build, credentials, server } from './fake-server.ts';
import { type FakeSocket, fakeOpen } from './fake-socket.ts';

it('reads several objects of one text and leaves out what is none', () => {
  assert.deepEqual(readLines('{"M":"Q01"}\n\n{"M":"P02","Z":[]}\nrubbish\n[1]\n7\n{"M":"half'), [
    { M: 'Q01' },
    { M: 'P02', Z: [] },
  ]);
});

it('reads names of devices without marks of direction and controls', () => {
  assert.deepEqual(readLines('{"M":"P02","Z":[{"plate":"\u202eABC\\u0007"}]}'), [
    { M: 'P02', Z: [{ plate: 'ABC\ufffd' }] },
  ]);
});

it('ends each message with a newline', () => assert.equal(writeLine({ M: 'Q01', N: 1 }), '{"M":"Q01","N":1}\n'));

it('turns R and Z into a failure', () => {
  assert.deepEqual(
    [failureOf({ R: '409', Z: 'twice' }).code, failureOf({ R: '409', Z: 'twice' }).message],
    ['conflict', 'twice'],
  );
  assert.equal(failureOf({ R: '503' }).code, 'unavailable');
  assert.equal(failureOf({ R: 'odd' }).code, 'internal');
});

it('turns a save over a change of somebody else into who, when and what holds', () => {
  const X = { updatetime: 1_790_000_000, updateby: 'ann', present: { driver: 'A' } };
  const failure = failureOf({ R: '409', Z: 'ann changed this in the meantime.', X });
  assert.ok(failure instanceof ChangedError);
  assert.deepEqual(failure.changed, { ...X, updatetime: 1_790_000_000_000 });
});

it('tries the command port, then the page itself where it is the server', () => {
  const place = {
    page: { secure: true, host: 'fleet.test:8443' },
    serverHost: 'fleet.test',
    commandPort: 24680,
    own: true,
  };
  assert.deepEqual(channelAddresses(place), ['wss://fleet.test:24680/', 'wss://fleet.test:8443/command']);
  assert.deepEqual(channelAddresses({ ...place, own: false, serverHost: '2001:db8::1' }), [
    'wss://[2001:db8::1]:24680/',
  ]);
});

/** A channel to a server that answers nothing by itself. */
const openSilent = async () => {
  const clock = new DrivenClock();
  const sockets: FakeSocket[] = [];
  let lost = 0;
  const events = { onOpen: () => {}, onPush: () => {}, onClose: () => (lost += 1) };
  const open = fakeOpen(sockets, () => []);
  const channel = new Channel('ws://a/', open, clock, events);
  await settle();
  const ask = () => channel.ask(q01ServerInfo, {}).catch((error: unknown) => String(error));
  return { clock, channel, ask, socket: sockets[0], lost: () => lost };
};

it('ends a connection that went away without a word: a request that timed out, and nothing at all heard since it was sent', async () => {
  const { clock, ask, socket, lost } = await openSilent();
  const first = ask();
  await clock.pass(10_000);
  const second = ask();
  await clock.pass(9999);
  assert.deepEqual([lost(), socket?.closed], [0, false]);
  await clock.pass(1);
  assert.deepEqual([lost(), socket?.closed], [1, true]);
  assert.match(String(await first), /did not answer in time/);
  assert.match(String(await second), /connection was lost/);
  await clock.pass(60_000);
  assert.equal(lost(), 1);
});

it('goes on after a request that timed out while a push or another answer came', async () => {
  const { clock, ask, socket, lost } = await openSilent();
  const asked = ask();
  await clock.pass(1);
  socket?.say({ M: 'P02', Z: [] });
  await clock.pass(20_000);
  assert.match(String(await asked), /did not answer in time/);
  assert.deepEqual([lost(), socket?.closed], [0, false]);
});

it('a silent connection shows as lost and is made again; what was asked in between is refused at once', async () => {
  const { connection, sockets, clock, session } = build(server());
  await connection.signIn(credentials, false);
  await clock.pass(5000);
  const [silent] = sockets;
  assert.ok(silent);
  silent.take = () => {}; // the cable is out: the socket stays open, and nothing goes through
  await clock.pass(27_499); // the next poll after 7.5 s, and 20 s for its answer
  assert.deepEqual([session.getState().downSinceMs, silent.closed], [undefined, false]);
  await clock.pass(1);
  assert.deepEqual([session.getState().downSinceMs, silent.closed], [clock.now(), true]);
  await assert.rejects(connection.ask(d02Remove, { I: 'x' }), (e) => e instanceof AppError && e.code === 'unavailable');
  await clock.pass(10_000);
  assert.deepEqual([session.getState().downSinceMs, sockets.length], [undefined, 2]);
});
