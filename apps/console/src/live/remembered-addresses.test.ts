// A link that went silent: sockets that were connected before are made again in time, though nobody says where. Driven clock.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DrivenClock, settle } from './driven-clock.ts';
import { EventSocket } from './event-socket.ts';
import { build, credentials, server } from './fake-server.ts';
import { fakeOpen } from './fake-socket.ts';
import type { FakeSocket } from './fake-socket.ts';

/** Questions for addresses: those up to the first are answered at once, later ones by the test. */
const questions = (answeredAtOnce = 1) => {
  const asked: PromiseWithResolvers<readonly string[]>[] = [];
  const ask = (): Promise<readonly string[]> => {
    const question = Promise.withResolvers<readonly string[]>();
    asked.push(question);
    if (asked.length <= answeredAtOnce) question.resolve(['ws://a/']);
    return question.promise;
  };
  return { asked, ask };
};
const urls = (sockets: readonly FakeSocket[]): string[] => sockets.map(({ url }) => url);

describe('the main channel', () => {
  it('does not wait for a late answer where it was connected before, and takes it the next time', async () => {
    const { asked, ask } = questions();
    const { connection, sockets, clock } = build(server(), undefined, ask);
    await connection.signIn(credentials, false);
    sockets[0]?.drop();
    await clock.pass(14_999);
    assert.deepEqual([asked.length, sockets.length], [2, 1]);
    await clock.pass(1);
    assert.deepEqual(urls(sockets), ['ws://a/', 'ws://a/']);
    sockets[1]?.drop();
    await clock.pass(10_000);
    assert.deepEqual(
      [asked.length, sockets.length],
      [2, 3],
      'the question waits for long already, and is not put twice',
    );
    asked[1]?.resolve(['ws://moved/']);
    await clock.pass(0);
    sockets[2]?.drop();
    await clock.pass(15_000);
    assert.deepEqual([asked.length, urls(sockets).at(-1)], [3, 'ws://moved/']);
  });

  it('takes an answer that comes in time', async () => {
    const { asked, ask } = questions();
    const { connection, sockets, clock } = build(server(), undefined, ask);
    await connection.signIn(credentials, false);
    sockets[0]?.drop();
    await clock.pass(14_000);
    asked[1]?.resolve(['ws://moved/']);
    await clock.pass(60_000);
    assert.deepEqual(urls(sockets), ['ws://a/', 'ws://moved/']);
  });

  it('a sign-in waits for its answer, after another one too: it may be for another server', async () => {
    const { asked, ask } = questions(0);
    const { connection, sockets, clock } = build(server(), undefined, ask);
    const first = connection.signIn(credentials, false);
    await clock.pass(60_000);
    assert.equal(sockets.length, 0);
    asked[0]?.resolve(['ws://a/']);
    await first;
    const second = connection.signIn(credentials, false);
    await clock.pass(60_000);
    assert.equal(sockets.length, 1);
    asked[1]?.resolve(['ws://b/']);
    await second;
    assert.deepEqual(urls(sockets), ['ws://a/', 'ws://b/']);
  });
});

describe('the event socket', () => {
  const open = async (ask: () => Promise<readonly string[]>) => {
    const clock = new DrivenClock();
    const sockets: FakeSocket[] = [];
    const socket = new EventSocket({
      open: fakeOpen(sockets, () => []),
      clock,
      addresses: ask,
      hear: () => {},
      hearFiles: () => {},
      onLive: () => {},
    });
    socket.start();
    await settle();
    return { clock, sockets, socket };
  };

  it('does not wait for cookie and port where it was open before', async () => {
    const { asked, ask } = questions();
    const { clock, sockets } = await open(ask);
    sockets[0]?.drop();
    await clock.pass(5999);
    assert.equal(sockets.length, 1);
    await clock.pass(1);
    assert.equal(sockets.length, 2);
    sockets[1]?.drop();
    await clock.pass(1000);
    assert.deepEqual([sockets.length, asked.length], [3, 2]);
  });

  it('without a cookie it goes nowhere, and asks again; the next user waits for the own cookie', async () => {
    const { asked, ask } = questions();
    const { clock, sockets, socket } = await open(ask);
    sockets[0]?.drop();
    await clock.pass(1000);
    asked[1]?.resolve([]);
    await clock.pass(1000);
    assert.deepEqual([sockets.length, asked.length], [1, 3]);
    socket.stop();
    socket.start();
    await clock.pass(60_000);
    assert.deepEqual([sockets.length, asked.length], [1, 4]);
  });
});
