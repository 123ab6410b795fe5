// The event socket: which address, when it comes back, that it stays closed when nobody is signed in, what it makes of its texts, and when
// the server's silence counts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventPush } from '@outrider/contract';
import type { Message } from './channel.ts';
import { DrivenClock, settle } from './driven-clock.ts';
import { EventSocket } from './event-socket.ts';
import { type FakeSocket, fakeOpen } from './fake-socket.ts';

const DIRECT = 'ws://host:8900/event.cgi';
const OWN = 'ws://host/event.cgi';

const alarm = {
  cmd: 'new',
  serialno: 7,
  deviceid: 'TRK-1',
  appdevid: 13,
  eventname: 'Over speed',
  notifytext: '',
  notifycolor: '#FFFFFF',
  message: '',
  eventtime: '2026-03-01 14:02:31',
  eventtimeutc: 1_790_000_000,
  vehiclex: 24.1,
  vehicley: 120.5,
  speed: 88,
  sourcetype: 0,
};

/** Says alive back. */
const echo = (message: Message): readonly Message[] => [message];

const open = async (
  reachable: (url: string) => boolean = () => true,
  answer: (message: Message) => readonly Message[] = () => [],
) => {
  const clock = new DrivenClock();
  const sockets: FakeSocket[] = [];
  const heard: EventPush[] = [];
  const files: number[][] = [];
  const lives: boolean[] = [];
  const socket = new EventSocket({
    open: fakeOpen(sockets, answer, reachable),
    clock,
    addresses: async () => [DIRECT, OWN],
    hear: (push) => heard.push(push),
    hearFiles: (serialnos) => files.push([...serialnos]),
    onLive: (live) => lives.push(live),
  });
  socket.start();
  await settle();
  return { clock, sockets, heard, files, lives, socket, urls: () => sockets.map(({ url }) => url) };
};

test('a lost event socket is opened again 1 s later, not sooner', async () => {
  const { clock, sockets } = await open();
  sockets[0]?.drop();
  await clock.pass(999);
  assert.equal(sockets.length, 1);
  await clock.pass(1);
  assert.equal(sockets.length, 2);
  sockets[1]?.drop();
  await clock.pass(1000);
  assert.equal(sockets.length, 3);
});

test('a stopped event socket is closed and not opened again', async () => {
  const { clock, sockets, socket } = await open();
  socket.stop();
  assert.equal(sockets[0]?.closed, true);
  sockets[0]?.drop();
  await clock.pass(60_000);
  assert.equal(sockets.length, 1);
  socket.start();
  await settle();
  assert.equal(sockets.length, 2);
});

test('where the stream port does not answer the own port does, and is tried first from then on', async () => {
  const { clock, sockets, urls } = await open((url) => url === OWN);
  assert.deepEqual(urls(), [DIRECT, OWN]);
  sockets[1]?.drop();
  await clock.pass(1000);
  assert.deepEqual(urls(), [DIRECT, OWN, OWN]);
});

test('with no server there is one attempt a second', async () => {
  const { clock, urls } = await open(() => false);
  await clock.pass(3000);
  assert.deepEqual(urls(), [DIRECT, OWN, DIRECT, OWN, DIRECT, OWN, DIRECT, OWN]);
});

test('events are decoded; what is none is left out and the next is heard', async () => {
  const { sockets, heard } = await open();
  sockets[0]?.say({ cmd: 'new', serialno: 'x' });
  sockets[0]?.say(alarm);
  assert.equal(heard.length, 1);
  assert.equal(heard[0]?.eventtimeutc, 1_790_000_000_000);
});

test('a hint of files is told apart from an alarm; whether hints are heard at all is said', async () => {
  const { clock, sockets, heard, files, lives, socket } = await open();
  assert.deepEqual(lives, [false, true]);
  sockets[0]?.say({ cmd: 'files', serialno: [7, 8] });
  sockets[0]?.say({ cmd: 'files', serialno: [] });
  assert.deepEqual([files, heard], [[[7, 8]], []]);
  sockets[0]?.drop();
  assert.equal(lives.at(-1), false);
  await clock.pass(1000);
  assert.equal(lives.at(-1), true);
  socket.stop();
  assert.equal(lives.at(-1), false);
});

test('a socket that went away without a word is opened again: two questions, and nothing heard', async () => {
  const { clock, sockets, lives, heard } = await open(() => true, echo);
  await clock.pass(60_000);
  assert.deepEqual([sockets.length, lives, heard], [1, [false, true], []]);
  const [silent] = sockets;
  assert.ok(silent);
  silent.take = () => {}; // the cable is out: the socket stays open, and nothing goes through
  await clock.pass(29_999); // questions after 10 and 20 s
  assert.deepEqual([sockets.length, silent.closed], [1, false]);
  await clock.pass(1);
  assert.deepEqual([sockets.length, silent.closed, lives], [2, true, [false, true, false, true]]);
  await clock.pass(60_000);
  assert.equal(sockets.length, 2);
});

test('an alarm is a sign of life as good as an answer', async () => {
  const { clock, sockets } = await open(() => true, echo);
  await clock.pass(0);
  const [busy] = sockets;
  assert.ok(busy);
  busy.take = () => {};
  for (let round = 0; round < 6; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    await clock.pass(15_000);
    busy.say(alarm);
  }
  assert.equal(sockets.length, 1);
});

test('an older server answers no question: its silence says nothing', async () => {
  const { clock, sockets } = await open();
  await clock.pass(600_000);
  assert.equal(sockets.length, 1);
  assert.deepEqual(sockets[0]?.sent.at(-1), { cmd: 'alive' });
});

test('a stopped or lost socket is asked nothing more', async () => {
  const { clock, sockets, socket } = await open(() => true, echo);
  await clock.pass(0);
  sockets[0]?.drop();
  await clock.pass(1000);
  socket.stop();
  const asked = sockets.map(({ sent }) => sent.length);
  await clock.pass(60_000);
  assert.deepEqual(
    [asked, sockets.map(({ sent }) => sent.length)],
    [
      [1, 1],
      [1, 1],
    ],
  );
});
