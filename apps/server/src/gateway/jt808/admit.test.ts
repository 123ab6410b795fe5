// While it is decided who a connection is, what comes on it waits: in its order, bounded, and for one answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeFrame, p8001GeneralReply, p8100RegisterReply, t0100Register, t0102Authenticate } from '@outrider/jt808';
import type { Admission, TerminalRequest } from '../ports.ts';
import { openTestConnection } from './test-connection.ts';

const REGISTER = 0x0100;
const AUTHENTICATE = 0x0102;
const HEARTBEAT = 0x0002;
const LOCATION = 0x0200;
const NOTHING = new Uint8Array(0);
const NOWHERE = new Uint8Array(28);
const HELD = 64;

const registration = t0100Register.encode(
  { province: 0, city: 0, manufacturer: 'M', model: 'X', terminalId: 'T', plateColor: 0, plate: 'AB' },
  '2013',
);
const code = t0102Authenticate.encode({ authCode: 'code' }, '2013');
const accepted: Admission = {
  outcome: 'accepted',
  deviceKey: 1,
  deviceId: '13800138000',
  authCode: 'code',
  utcOffsetMinutes: 480,
  edition: null,
};

const connect = (kind: 'tcp' | 'udp' = 'tcp') => {
  const asked: { request: TerminalRequest; isWanted: () => boolean; answer: PromiseWithResolvers<Admission> }[] = [];
  const stored: number[] = [];
  const signedOn: number[] = [];
  const refused: string[] = [];
  const device = openTestConnection({
    kind,
    authenticated: false,
    directory: {
      admit: (request, isWanted = () => true) => {
        const answer = Promise.withResolvers<Admission>();
        asked.push({ request, isWanted, answer });
        return answer.promise;
      },
      forget: () => undefined,
    },
    refusals: { add: ({ reason }) => void refused.push(reason) },
    positions: { store: (deviceKey) => Promise.resolve(void stored.push(deviceKey)) },
    onAuthenticated: (connection, who) => {
      signedOn.push(who.deviceKey);
      connection.accepted = who;
    },
  });
  /** Of what was answered: to which message, under which serial, with what. */
  const answers = async (): Promise<[number, number, number][]> => {
    for (let i = 0; i < 10; i += 1) await nextTurn();
    return device.frames().map(({ header, body }) => {
      if (header.messageId === p8100RegisterReply.id) {
        const { replySerial, result } = p8100RegisterReply.decode(body, '2013');
        return [REGISTER, replySerial, result];
      }
      const { replyId, replySerial, result } = p8001GeneralReply.decode(body, '2013');
      return [replyId, replySerial, result];
    });
  };
  const decide = (index: number, admission: Admission = accepted): void => asked[index]?.answer.resolve(admission);
  return { ...device, asked, stored, signedOn, refused, answers, decide };
};

test('what a recorder sends behind its code is handled when it is let in, in its order', async () => {
  const { say, asked, stored, answers, decide } = connect();
  say(AUTHENTICATE, code, 1);
  say(LOCATION, NOWHERE, 2);
  say(HEARTBEAT, NOTHING, 3);
  say(LOCATION, NOWHERE, 4);
  assert.deepEqual([await answers(), asked.length, stored], [[], 1, []]);
  decide(0);
  assert.deepEqual(
    (await answers()).map(([id, serial]) => [id, serial]).toSorted((a, b) => (a[1] ?? 0) - (b[1] ?? 0)),
    [
      [AUTHENTICATE, 1],
      [LOCATION, 2],
      [HEARTBEAT, 3],
      [LOCATION, 4],
    ],
  );
  assert.ok((await answers()).every(([, , result]) => result === 0));
  assert.deepEqual((await answers())[0], [AUTHENTICATE, 1, 0]);
  assert.deepEqual(stored, [1, 1]);
});

test('a code that comes while the register is decided is asked for afterwards, and holds the rest once more', async () => {
  const { say, asked, answers, decide } = connect();
  say(REGISTER, registration, 1);
  say(AUTHENTICATE, code, 2);
  say(HEARTBEAT, NOTHING, 3);
  await answers();
  assert.deepEqual(
    asked.map(({ request }) => request.kind),
    ['register'],
  );
  decide(0);
  assert.deepEqual(await answers(), [[REGISTER, 1, 0]]);
  assert.deepEqual(
    asked.map(({ request }) => [request.kind, request.authCode]),
    [
      ['register', ''],
      ['authenticate', 'code'],
    ],
  );
  decide(1);
  assert.deepEqual((await answers()).slice(1), [
    [AUTHENTICATE, 2, 0],
    [HEARTBEAT, 3, 0],
  ]);
});

test('a register that is repeated meanwhile is decided once, and its newest repetition answered', async () => {
  const { say, asked, answers, decide } = connect();
  for (const serial of [1, 2, 3]) say(REGISTER, registration, serial);
  await answers();
  assert.equal(asked.length, 1);
  decide(0);
  assert.deepEqual(await answers(), [[REGISTER, 3, 0]]);
  say(REGISTER, registration, 4);
  decide(1);
  assert.deepEqual((await answers()).slice(1), [[REGISTER, 4, 0]]);
});

test('what cannot be decided is not answered, and what the recorder sends then is heard', async () => {
  const { say, asked, answers, decide } = connect();
  say(REGISTER, registration, 1);
  asked[0]?.answer.reject(new Error('full'));
  assert.deepEqual(await answers(), []);
  say(REGISTER, registration, 2);
  decide(1);
  assert.deepEqual(await answers(), [[REGISTER, 2, 0]]);
  say(AUTHENTICATE, code, 3);
  asked[2]?.answer.reject(new Error('full'));
  assert.equal((await answers()).length, 1);
  say(AUTHENTICATE, code, 4);
  decide(3);
  assert.deepEqual((await answers()).slice(1), [[AUTHENTICATE, 4, 0]]);
});

for (const kind of ['tcp', 'udp'] as const)
  test(`so much waits over ${kind} and no more: it is read no further, and the rest is left unanswered`, async () => {
    const { say, answers, decide, kit, isPaused } = connect(kind);
    say(AUTHENTICATE, code, 1);
    for (let i = 1; i <= HELD - 1; i += 1) say(HEARTBEAT, NOTHING, 1 + i);
    assert.equal(isPaused(), false);
    for (let i = HELD; i <= HELD + 6; i += 1) say(HEARTBEAT, NOTHING, 1 + i);
    assert.deepEqual([isPaused(), kit.counters.unkeptMessages], [true, 6]);
    decide(0);
    assert.deepEqual(
      (await answers()).map(([, serial]) => serial),
      Array.from({ length: 1 + HELD }, (_, i) => 1 + i),
    );
    assert.equal(isPaused(), false);
    say(HEARTBEAT, NOTHING, 200);
    assert.deepEqual((await answers()).at(-1), [HEARTBEAT, 200, 0]);
  });

test('large messages fill the room as well', () => {
  const { say, kit, isPaused } = connect();
  say(AUTHENTICATE, code, 1);
  for (let i = 0; i < 20; i += 1) say(LOCATION, new Uint8Array(900), 2 + i);
  assert.equal(isPaused(), true);
  assert.ok(kit.counters.unkeptMessages > 5);
});

test('a connection that ended meanwhile is wanted no more, and nothing that it sent is handled', async () => {
  const { say, asked, stored, signedOn, refused, answers, decide, close } = connect();
  say(AUTHENTICATE, code, 1);
  say(LOCATION, NOWHERE, 2);
  assert.equal(asked[0]?.isWanted(), true);
  close();
  assert.equal(asked[0]?.isWanted(), false);
  decide(0);
  assert.deepEqual([await answers(), stored, signedOn], [[], [], []]);
  assert.deepEqual(refused, ['left before authentication'], 'and nothing is held against it');
});

/** A frame of the right sum that says five bytes more than it has. */
const short = (): Uint8Array => {
  const header = { layout: '2013', versionFlag: false, protocolVersion: null, phone: '013800138000' } as const;
  const frame = encodeFrame({ ...header, messageId: HEARTBEAT, serial: 1 }, new Uint8Array(2).fill(1));
  const [lengthAt, sumAt] = [4, frame.length - 2];
  frame[sumAt] = (frame[sumAt] ?? 0) ^ (frame[lengthAt] ?? 0) ^ 7;
  frame[lengthAt] = 7;
  return frame;
};
const noise = Uint8Array.of(0x7e, 1, 2, 3, 0x7e);

test('twenty frames that nobody can read are the end: called broken from a recorder that says too much, else no recorder', () => {
  for (const [first, reason] of [
    [short(), 'broken frames'],
    [noise, 'not JT/T 808'],
  ] as const) {
    const refused: string[] = [];
    const { sayBytes } = openTestConnection({
      authenticated: false,
      refusals: { add: (refusal) => void refused.push(refusal.reason) },
    });
    sayBytes(first);
    for (let i = 0; i < 18; i += 1) sayBytes(noise);
    assert.ok(!refused.includes(reason), 'nineteen are not');
    sayBytes(noise);
    assert.equal(refused.at(-1), reason);
  }
});
