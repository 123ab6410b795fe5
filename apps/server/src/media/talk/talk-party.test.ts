// One device in a talk with a driven clock and a link that does as the test says: when it is heard, in which coding, and its ends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, type TalkMode } from '@outrider/contract';
import type { DeviceLink, SoundAttributes, TalkFlow, TalkFrame, TalkSink } from '../../gateway/index.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { TalkParty } from './talk-party.ts';

const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** A link whose answers the test gives. */
class ScriptedLink {
  sinks: TalkSink[] = [];
  stopped = 0;
  readonly answers: PromiseWithResolvers<TalkFlow>[] = [];
  readonly attributes = Promise.withResolvers<SoundAttributes>();
  readonly flow: TalkFlow = {
    write: () => true,
    stop: () => {
      this.stopped += 1;
      return Promise.resolve();
    },
  };

  startTalk(_request: unknown, sink: TalkSink): Promise<TalkFlow> {
    this.sinks.push(sink);
    const answer = Promise.withResolvers<TalkFlow>();
    this.answers.push(answer);
    return answer.promise;
  }

  order(): Promise<SoundAttributes> {
    return this.attributes.promise;
  }

  get sink(): TalkSink {
    const sink = this.sinks.at(-1);
    assert.ok(sink);
    return sink;
  }

  async accept(): Promise<void> {
    this.answers.at(-1)?.resolve(this.flow);
    await settle();
  }

  async refuse(error: Error): Promise<void> {
    this.answers.at(-1)?.reject(error);
    await settle();
  }
}

const setUp = (mode: TalkMode = 'talk', online = true) => {
  const clock = createManualClock();
  const link = new ScriptedLink();
  const formats: (string | null)[] = [];
  const states: string[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a party uses these two methods of a link and no other
  const links = { get: () => (online ? (link as unknown as DeviceLink) : undefined), count: () => 1 };
  const party = new TalkParty(
    { clock, log: silentLog, links, mode, whoTalks: () => 'ann talks with this device' },
    { deviceKey: 1, deviceId: 'D1', channel: 1 },
    {
      changed: ({ state }) => void (states.at(-1) === state || states.push(state)),
      listens: (_party, format) => void formats.push(format?.text ?? null),
      frame: () => undefined,
    },
  );
  party.start();
  return { clock, link, party, states, formats };
};

const packet = (payloadType: number, bytes: number): TalkFrame => ({
  kind: 'audio',
  codec: 'g711a',
  payloadType,
  body: new Uint8Array(bytes).fill(0xd5),
  presentationUs: 0,
  discontinuity: false,
  damagedBefore: false,
  arrivalMs: 0,
});

test('a device that neither sends nor says anything hears G.711A after a moment, and not before', async () => {
  const { clock, link, formats, states } = setUp();
  await link.accept();
  link.sink.connected();
  clock.advance(1499);
  assert.deepEqual(formats, []);
  clock.advance(1);
  assert.deepEqual(formats, ['G.711A, assumed']);
  assert.deepEqual(states, ['connecting', 'waiting', 'playing']);
});

test('a device of a broadcast that does not know 0x9003 is not kept waiting', async () => {
  const { link, formats } = setUp('broadcast');
  await link.accept();
  link.sink.connected();
  assert.deepEqual(formats, []);
  link.attributes.reject(new AppError('device_timeout', 'The device did not answer'));
  await settle();
  assert.deepEqual(formats, ['G.711A, assumed']);
});

test('0x1003 decides at once; the packets of the device have the last word', async () => {
  const { link, formats, party } = setUp();
  link.attributes.resolve({ payloadType: 8, frameBytes: 160 });
  await link.accept();
  link.sink.connected();
  await settle();
  assert.deepEqual(formats, ['G.726 32 kbit/s, LSB first']);
  link.sink.frame(packet(6, 320));
  assert.deepEqual(formats, ['G.726 32 kbit/s, LSB first', 'G.711A']);
  assert.equal(party.describe().format, 'G.711A');
});

test('a device that dials in before it answers is heard when it has answered', async () => {
  const { link, formats } = setUp();
  link.sink.connected();
  link.sink.frame(packet(7, 160));
  assert.deepEqual(formats, []);
  await link.accept();
  assert.deepEqual(formats, ['G.711U']);
});

test('a broken connection waits for the device, a new one goes on in the known coding', async () => {
  const { link, formats, states } = setUp();
  await link.accept();
  link.sink.connected();
  link.sink.frame(packet(6, 320));
  link.sink.lost();
  assert.deepEqual([formats.at(-1), states.at(-1)], [null, 'waiting']);
  link.sink.connected();
  assert.deepEqual([formats.at(-1), states.at(-1)], ['G.711A', 'playing']);
  link.sink.ended('hung-up', 'The device closed the connection');
  assert.deepEqual([formats.at(-1), states.at(-1)], [null, 'ended']);
});

test('failures are told apart, and a start asks again', async () => {
  const cases = [
    [new AppError('device_refused', 'The device refused: failed'), 'refused', 'The device refused: failed'],
    [new AppError('device_timeout', 'The device did not answer'), 'timeout', 'The device did not answer'],
    [new AppError('device_offline', 'The device is offline'), 'offline', 'The device is offline'],
    [new AppError('conflict', 'x'), 'busy', 'ann talks with this device'],
    [new AppError('limit_reached', 'No talk port became free'), 'limit', 'No talk port became free'],
    [new Error('bug'), 'refused', 'The request to the device failed'],
  ] as const;
  for (const [error, state, message] of cases) {
    const { link, party } = setUp();
    await link.refuse(error);
    assert.deepEqual([party.state, party.message], [state, message]);
    assert.notEqual(party.endedMs, null);
    party.start();
    assert.deepEqual([party.state, party.endedMs, link.sinks.length], ['connecting', null, 2]);
    party.start();
    assert.equal(link.sinks.length, 2, 'one that is being asked is not asked twice');
  }
  assert.equal(setUp('talk', false).party.state, 'offline');
});

test('ended while the device is still being asked: its late yes is answered with a stop', async () => {
  const { link, party, states, clock } = setUp();
  await party.end();
  assert.deepEqual(states, ['connecting', 'ended']);
  await link.accept();
  assert.equal(link.stopped, 1);
  link.sink.connected();
  assert.equal(party.state, 'ended');
  assert.equal(clock.pending(), 0);
});

test('the talk outlives its link by 30 seconds, unless the device signs in again', async () => {
  const { clock, link, party } = setUp();
  await link.accept();
  link.sink.connected();
  link.sink.frame(packet(6, 320));
  party.linkChanged(false);
  clock.advance(29_999);
  party.linkChanged(true);
  clock.advance(60_000);
  assert.equal(party.state, 'playing');
  party.linkChanged(false);
  clock.advance(30_000);
  await settle();
  assert.equal(party.state, 'offline');
  assert.equal(link.stopped, 1);
});

test('only voice counts as spoken', async () => {
  const { link, party } = setUp();
  await link.accept();
  link.sink.connected();
  link.sink.frame(packet(6, 320));
  const block = { payloadType: 6, body: new Uint8Array(320), durationMs: 40 };
  party.write(block, false);
  party.write(block, true);
  assert.equal(party.spokenMs, 40);
});
