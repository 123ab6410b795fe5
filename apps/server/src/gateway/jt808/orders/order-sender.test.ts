// Every order as it goes out and comes back, byte by byte, over lanes whose slow one is taken; how long each waits, and what ends what.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, type ErrorCode } from '@outrider/contract';
import { t1003AvAttributes } from '@outrider/jt1078';
import { FrameSplitter, LinkCodec, type Frame } from '@outrider/jt808';
import { createManualClock } from '../../../kernel/manual-clock.ts';
import { OrderLanes } from './order-lanes.ts';
import { OrderSender } from './order-sender.ts';

const LIST = 0x9205;
const code = (expected: ErrorCode) => (error: unknown) => error instanceof AppError && error.code === expected;
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

/** A link of 2013 whose slow lane waits for a list of recordings that does not come. */
const setUp = () => {
  const clock = createManualClock();
  const frames: Frame[] = [];
  const splitter = new FrameSplitter();
  const codec = new LinkCodec({ layout: '2013', versionFlag: false, protocolVersion: null, phone: '013800138000' });
  const lanes = new OrderLanes(clock, (bytes) => {
    for (const event of splitter.push(bytes)) if (event.kind === 'frame') frames.push(event);
  });
  void lanes.slow.send(LIST, () => codec.encodeBody(LIST, new Uint8Array(1)), { timeoutMs: 3_600_000 });
  frames.length = 0;
  const sender = new OrderSender({ lanes, codec, place: { mediaAddress: () => '10.0.0.1', filesPort: 6809 } });
  const sent = (): string[] =>
    frames.map(({ header, body }) => `${header.messageId.toString(16)} ${Buffer.from(body).toString('hex')}`.trimEnd());
  /** The device answers the newest message. */
  const reply = async (result = 0): Promise<void> => {
    const header = frames.at(-1)?.header;
    assert.ok(header);
    lanes.generalReply(header.serial, header.messageId, result);
    for (let i = 0; i < 5; i += 1) await Promise.resolve();
  };
  return { clock, lanes, sender, sent, reply };
};

/** Ids and bodies worked out from the tables of the standards. */
const answered = {
  stopCamera: { ask: (sender: OrderSender) => sender.order('stopCamera', { channel: 2 }), sends: ['9301 020000'] },
  zoomCamera: {
    ask: (sender: OrderSender) => sender.order('zoomCamera', { channel: 3, zoom: 'out' }),
    sends: ['9306 0301'],
  },
  turnCamera: {
    ask: (sender: OrderSender) => sender.order('turnCamera', { channel: 2, turn: 'up-right' }),
    sends: ['9301 020180', '9301 020480'],
  },
  sendText: { ask: (sender: OrderSender) => sender.order('sendText', { text: 'Hi' }), sends: ['8300 0c4869'] },
  reboot: { ask: (sender: OrderSender) => sender.order('reboot', {}), sends: ['8105 04'] },
  sendAlarmFiles: {
    ask: (sender: OrderSender) =>
      sender.order('sendAlarmFiles', { alarmSign: '54303030303031260101120000050200', alarmNumber: 'A7' }),
    sends: [
      `9208 08${Buffer.from('10.0.0.1').toString('hex')}1a990000543030303030312601011200000502004137${'00'.repeat(30)}${'00'.repeat(16)}`,
    ],
  },
};

for (const [name, { ask, sends }] of Object.entries(answered)) {
  test(`${name}: its bytes, done with the answer, refused with its result`, async () => {
    const { sender, sent, reply } = setUp();
    const done = ask(sender);
    for (const [i] of sends.entries()) {
      assert.deepEqual(sent(), sends.slice(0, i + 1), 'at once, and the next when it was answered');
      await reply();
    }
    assert.equal(await done, undefined);
    const refused = assert.rejects(ask(sender), code('device_refused'));
    await reply(1);
    await refused;
  });
}

test('soundAttributes: asked once a link, no matter who asks, and read from the 0x1003', async () => {
  const { lanes, sender, sent } = setUp();
  const [first, second] = [sender.order('soundAttributes', {}), sender.order('soundAttributes', {})];
  assert.deepEqual(sent(), ['9003']);
  lanes.dedicatedReply(0x1003, t1003AvAttributes.decode(bytesOf('06 01 00 01 0140 01 62 01 04'), '2013'));
  assert.deepEqual(await first, { payloadType: 6, frameBytes: 320 });
  assert.deepEqual(await second, { payloadType: 6, frameBytes: 320 });
  assert.deepEqual(await sender.order('soundAttributes', {}), { payloadType: 6, frameBytes: 320 });
  assert.deepEqual(sent(), ['9003']);
});

test('soundAttributes: a device that is silent for three seconds is not asked again', async () => {
  const { clock, sender, sent } = setUp();
  const failed = assert.rejects(sender.order('soundAttributes', {}), code('device_timeout'));
  clock.advance(3_000);
  await failed;
  await assert.rejects(sender.order('soundAttributes', {}), code('device_timeout'));
  assert.deepEqual(sent(), ['9003']);
});

test('locate: done with the position, not with the word that it was received', async () => {
  const { lanes, sender, sent, reply } = setUp();
  let over = false;
  const done = sender.order('locate', {}).then(() => (over = true));
  assert.deepEqual(sent(), ['8201']);
  await reply();
  assert.equal(over, false);
  lanes.dedicatedReply(0x0201, {});
  await done;
});

test('a movement is late after five seconds and not sent again; its end and the others are sent three times', async () => {
  const { clock, sender, sent } = setUp();
  for (const name of ['turnCamera', 'zoomCamera'] as const) {
    const before = sent().length;
    const failed = assert.rejects(answered[name].ask(sender), code('device_timeout'));
    clock.advance(5_000);
    await failed;
    assert.equal(sent().length - before, 1, name);
  }
  for (const name of ['stopCamera', 'sendText', 'reboot', 'sendAlarmFiles'] as const) {
    const before = sent().length;
    const failed = assert.rejects(answered[name].ask(sender), code('device_timeout'));
    clock.advance(59_999);
    assert.equal(sent().length - before, 3, name);
    clock.advance(1);
    await failed;
  }
});

test('the end of a movement, or another one, ends the diagonal of its camera and of no other', async () => {
  const { sender, sent, reply } = setUp();
  const first = sender.order('turnCamera', { channel: 1, turn: 'up-left' });
  const other = sender.order('turnCamera', { channel: 2, turn: 'down-left' });
  const end = sender.order('stopCamera', { channel: 1 });
  await reply();
  await first;
  await reply();
  await reply();
  await end;
  await reply();
  await other;
  assert.deepEqual(sent(), ['9301 010180', '9301 020280', '9301 010000', '9301 020380']);
});
