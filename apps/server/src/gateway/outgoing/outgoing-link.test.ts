// The link to another platform over loopback: what that platform says, good or broken, never ends more than the connection.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { encodeFrame, type Frame, FrameSplitter, p8001GeneralReply, p8100RegisterReply } from '@outrider/jt808';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
import { OutgoingLink } from './outgoing-link.ts';
import { CAME_MS, positionAt } from './test-position.ts';

const HOST = '127.0.0.1';
const UNREADABLE = 'The other server sends what cannot be read.';
/** Longer than the longest pause before a link is tried again. */
const PAUSE_MS = 300_000;
const [REGISTER, AUTHENTICATE, REPORT, BATCH] = [0x0100, 0x0102, 0x0200, 0x0704];
/** What is asked of the device, and the answer that it is not there. */
const [QUESTION, ANSWER] = [0x8104, 0x0001];

/** Of what is encrypted or in parts the header says so, and nothing else is said of it. */
type Oddity = { encryption?: number; packageTotal?: number; packageIndex?: number };

/** The platform: what came, and frames with any body to the connection that is there. */
const openPeer = async (t: TestContext) => {
  const came: Frame[] = [];
  const sockets: Socket[] = [];
  let phone = '';
  const server = createServer((accepted) => {
    sockets.push(accepted);
    // What an earlier connection said late is nothing of this one.
    came.length = 0;
    const splitter = new FrameSplitter();
    accepted.on('error', () => accepted.destroy());
    accepted.on('data', (chunk: Buffer) => {
      if (accepted !== sockets.at(-1)) return;
      for (const event of splitter.push(chunk)) if (event.kind === 'frame') came.push(event);
      phone = came.at(-1)?.header.phone ?? '';
    });
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const hears = (...messageIds: number[]): Frame | undefined =>
    came.find(({ header }) => messageIds.includes(header.messageId));
  /** The next message of these kinds; those before it are forgotten. */
  const next = async (...messageIds: number[]): Promise<Frame> => {
    await turnsUntil('the message comes', () => hears(...messageIds) !== undefined);
    const frame = hears(...messageIds);
    assert.ok(frame);
    came.length = 0;
    return frame;
  };
  const say = (messageId: number, body: Uint8Array, odd: Oddity = {}): void => {
    const isLong = phone.length > 12;
    const header = {
      layout: isLong ? '2019' : '2013',
      versionFlag: isLong,
      protocolVersion: isLong ? 1 : null,
    } as const;
    sockets.at(-1)?.write(encodeFrame({ ...header, phone, messageId, serial: 1, ...odd }, body));
  };
  return {
    port,
    /** How many have connected. */
    connections: () => sockets.length,
    hears,
    next,
    say,
    registers: (authCode: string) =>
      say(p8100RegisterReply.id, p8100RegisterReply.encode({ replySerial: 0, result: 0, authCode }, '2013')),
    answers: ({ header: { serial: replySerial, messageId: replyId } }: Frame, odd?: Oddity) =>
      say(p8001GeneralReply.id, p8001GeneralReply.encode({ replySerial, replyId, result: 0 }, '2013'), odd),
  };
};

const position = positionAt(CAME_MS);

/** A link with a position that waits, not dialled yet. */
const setUp = async (t: TestContext, { deviceId = '13800000101', kept = '' } = {}) => {
  const peer = await openPeer(t);
  const clock = createManualClock();
  const counts = { sent: 0, dropped: 0, waiting: 0, waitingBytes: 0 };
  const told: string[] = [];
  const link = new OutgoingLink(
    {
      clock,
      code: { read: () => Promise.resolve(kept), keep: () => undefined },
      target: { host: HOST, port: peer.port },
      counts,
      tell: (trouble) => void told.push(trouble),
    },
    { deviceId, plate: '' },
  );
  t.after(() => link.close());
  link.push(position, { row: 1, isLate: false });
  return { peer, link, counts, told, pause: () => clock.advance(PAUSE_MS) };
};

for (const [what, messageId, body] of [
  ['a general answer of four bytes', p8001GeneralReply.id, Uint8Array.of(0, 1, 1, 2)],
  ['an answer to the register of two bytes', p8100RegisterReply.id, Uint8Array.of(0, 1)],
  ['an answer without a body', p8001GeneralReply.id, new Uint8Array(0)],
] as const)
  test(`${what} ends the connection, and the next one brings what waits`, async (t) => {
    const { peer, link, counts, told, pause } = await setUp(t);
    link.dial();
    await peer.next(REGISTER);
    peer.say(messageId, body);
    await turnsUntil('it is told', () => told.length > 0);
    assert.deepEqual(told, [UNREADABLE]);
    pause();
    link.dial();
    await peer.next(REGISTER);
    peer.registers('code');
    peer.answers(await peer.next(AUTHENTICATE));
    // Late: it waited while nobody could be reached.
    peer.answers(await peer.next(BATCH));
    await turnsUntil('it is answered', () => counts.sent === 1);
    assert.equal(told.at(-1), '');
  });

test('an answer that is encrypted or in parts is not taken for one', async (t) => {
  const { peer, link, counts } = await setUp(t);
  link.dial();
  await peer.next(REGISTER);
  peer.registers('code');
  const authenticate = await peer.next(AUTHENTICATE);
  for (const odd of [{ encryption: 1 }, { packageTotal: 2, packageIndex: 1 }]) {
    peer.answers(authenticate, odd);
    peer.say(QUESTION, new Uint8Array(0));
    await peer.next(ANSWER);
    assert.equal(link.isReady, false, 'it is not let in');
  }
  peer.answers(authenticate);
  peer.answers(await peer.next(REPORT));
  await turnsUntil('it is answered', () => counts.sent === 1);
});

test('a code that the header of 2019 has no room for ends the connection, and is not used where it was kept', async (t) => {
  const tooLong = 'x'.repeat(256);
  const { peer, link, told } = await setUp(t, { deviceId: '1380000010100', kept: tooLong });
  link.dial();
  await peer.next(REGISTER);
  peer.registers(tooLong);
  await turnsUntil('it is told', () => told.length > 0);
  assert.deepEqual(told, [UNREADABLE]);
});

test('whatever the other platform says, the link is connected still or has said why not', async (t) => {
  const said = fc.record({
    messageId: fc.oneof(fc.constantFrom(p8001GeneralReply.id, p8100RegisterReply.id), fc.nat(0xffff)),
    body: fc.uint8Array({ maxLength: 12 }),
    encryption: fc.constantFrom(0, 0, 0, 1, 7),
    parts: fc.constantFrom({}, {}, { packageTotal: 3, packageIndex: 2 }),
  });
  const { peer, link, told, pause } = await setUp(t);
  await fc.assert(
    fc.asyncProperty(fc.array(said, { maxLength: 8 }), async (all) => {
      told.length = 0;
      const before = peer.connections();
      link.dial();
      await turnsUntil('it is connected', () => peer.connections() > before);
      await peer.next(REGISTER, AUTHENTICATE);
      for (const { messageId, body, encryption, parts } of all) peer.say(messageId, body, { encryption, ...parts });
      peer.say(QUESTION, new Uint8Array(0));
      await turnsUntil('it goes on or says why not', () => peer.hears(ANSWER) !== undefined || told.length > 0);
      link.close();
      pause();
    }),
    { numRuns: 60 },
  );
});
