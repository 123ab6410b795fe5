// Every order as it goes out and comes back, byte by byte, over lanes whose slow one is taken; how long each waits, and what ends what.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, type ErrorCode, vendorCommandNames, vendorCommands } from '@outrider/contract';
import { t1003AvAttributes } from '@outrider/jt1078';
import { FrameSplitter, LinkCodec, t0107Attributes, type Frame, VENDOR_COMMANDS } from '@outrider/jt808';
import { createManualClock } from '../../../kernel/manual-clock.ts';
import { OrderLanes } from './order-lanes.ts';
import { OrderSender } from './order-sender.ts';

const LIST = 0x9205;
const ALL_PARAMETERS = 0x8104;
const code = (expected: ErrorCode) => (error: unknown) => error instanceof AppError && error.code === expected;
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

/** A link that waits for a list of recordings and for all parameters, which do not come, where `busy`. */
const setUp = ({ busy = true, edition = '2013' }: { busy?: boolean; edition?: '2013' | '2019' } = {}) => {
  const clock = createManualClock();
  const frames: Frame[] = [];
  const splitter = new FrameSplitter();
  const isNew = edition === '2019';
  const codec = new LinkCodec({
    layout: edition,
    versionFlag: isNew,
    protocolVersion: isNew ? 1 : null,
    phone: '013800138000'.padStart(isNew ? 20 : 12, '0'),
  });
  const lanes = new OrderLanes(clock, (bytes) => {
    for (const event of splitter.push(bytes)) if (event.kind === 'frame') frames.push(event);
  });
  const taken = { lists: LIST, slow: ALL_PARAMETERS } as const;
  for (const lane of ['lists', 'slow'] as const)
    if (busy) {
      const id = taken[lane];
      void lanes[lane].send(id, () => codec.encodeBody(id, new Uint8Array(1)), { timeoutMs: 3_600_000 });
    }
  frames.length = 0;
  let block = 0x0100;
  const place = {
    mediaAddress: () => '10.0.0.1',
    filesPort: 6809,
    edition: () => codec.edition,
    utcOffsetMinutes: () => 480,
    nextBlock: () => (block += 1),
  };
  const sender = new OrderSender({ lanes, codec, place });
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

test('a movement is late after five seconds and not sent again; its end is sent twice, a request for files once', async () => {
  const { clock, sender, sent } = setUp();
  for (const name of ['turnCamera', 'zoomCamera'] as const) {
    const before = sent().length;
    const failed = assert.rejects(answered[name].ask(sender), code('device_timeout'));
    clock.advance(5_000);
    await failed;
    assert.equal(sent().length - before, 1, name);
  }
  for (const [name, endsMs, times] of [
    ['stopCamera', 15_000, 2],
    ['sendAlarmFiles', 10_000, 1],
  ] as const) {
    const before = sent().length;
    const failed = assert.rejects(answered[name].ask(sender), code('device_timeout'));
    clock.advance(endsMs - 1);
    assert.equal(sent().length - before, times, name);
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

/** What a device is told to do, each with its bytes in both editions where they differ: sections 12, 15, 16, 19 and 20 of the standard. */
const slow: Record<string, { ask: (sender: OrderSender) => Promise<unknown>; sends: string; sends2019?: string }> = {
  'a text': { ask: (s) => s.order('sendText', { text: 'Hi' }), sends: '8300 0c4869', sends2019: '8300 0f014869' },
  'an urgent text to be shown': {
    ask: (s) => s.order('sendText', { text: '\u6d4b', urgent: true, display: true }),
    sends: '8300 05b2e2',
    sends2019: '8300 0601b2e2',
  },
  'a text of service, read aloud': {
    ask: (s) => s.order('sendText', { text: 'A', purpose: 'service', readAloud: true }),
    sends: '8300 0841',
    sends2019: '8300 090241',
  },
  'a fault code on the advertising screen': {
    ask: (s) => s.order('sendText', { text: 'A', advertise: true, faultCode: true, display: false }),
    sends: '8300 3041',
    sends2019: '8300 230141',
  },
  upgrade: {
    ask: (s) => s.order('upgradeFrom', { url: 'ftp://a/b', tcpPort: 21, firmware: '2.0', minutes: 5 }),
    sends: `8105 01${Buffer.from('ftp://a/b;;;;;21;;;;2.0;5').toString('hex')}`,
  },
  'another server': {
    ask: (s) => s.order('connectTo', { address: '10.1.2.3', tcpPort: 6808, authCode: 'K', minutes: 60 }),
    sends: `8105 02${Buffer.from('0;K;;;;10.1.2.3;6808;0;60').toString('hex')}`,
  },
  'the usual server': {
    ask: (s) => s.order('connectTo', 'usual'),
    sends: `8105 02${Buffer.from('1').toString('hex')}`,
  },
  'another server for good': {
    ask: (s) => s.order('useServer', { host: '10.1.2.3', port: 6808 }),
    sends: '8103 02000000130831302e312e322e33000000180400001a98',
    sends2019: `8103 01000000130d${Buffer.from('10.1.2.3:6808').toString('hex')}`,
  },
  'power off': { ask: (s) => s.order('powerOff', {}), sends: '8105 03' },
  reboot: { ask: (s) => s.order('reboot', {}), sends: '8105 04' },
  restore: { ask: (s) => s.order('restoreDefaults', {}), sends: '8105 05' },
  'close data': { ask: (s) => s.order('closeData', {}), sends: '8105 06' },
  'close radio': { ask: (s) => s.order('closeRadio', {}), sends: '8105 07' },
  lock: { ask: (s) => s.order('setDoors', { doors: 'lock' }), sends: '8500 01', sends2019: '8500 0001000100' },
  unlock: { ask: (s) => s.order('setDoors', { doors: 'unlock' }), sends: '8500 00', sends2019: '8500 0001000101' },
  'a photo': { ask: (s) => s.order('takePhotos', { channel: 3 }), sends: '8801 0300010000 00 02057f40407f' },
  'photos that stay': {
    ask: (s) => s.order('takePhotos', { channel: 1, count: 2, intervalS: 300, keepOnDevice: true }),
    sends: '8801 010002012c 01 02057f40407f',
  },
  // Type, channel, cause, from, to in the device's zone, then whether it deletes them.
  'all it keeps of a kind': {
    ask: (s) =>
      s.order('fetchMedia', {
        kind: 'sound',
        channel: 2,
        cause: 'collision',
        fromMs: Date.UTC(2026, 0, 2, 3, 4, 5),
        toMs: null,
        remove: true,
      }),
    sends: '8803 01 02 03 260102110405 000000000000 01',
  },
  'one thing that it keeps': {
    ask: (s) => s.order('fetchMedium', { id: 258, remove: false }),
    sends: '8805 00000102 00',
  },
  'sound in the vehicle': {
    ask: (s) => s.order('recordSound', { action: 'start', seconds: 300, keepOnDevice: true }),
    sends: '8804 01 012c 01 00',
  },
  'no more sound': { ask: (s) => s.order('recordSound', { action: 'stop' }), sends: '8804 00 0000 00 00' },
  'pass through': {
    ask: (s) => s.order('passThrough', { type: 0x41, content: Uint8Array.of(0x41, 0x54, 0x0d) }),
    sends: '8900 4141540d',
  },
};
const spaceless = (text: string): string => text.slice(0, 5) + text.slice(5).replaceAll(' ', '');

for (const [name, { ask, sends, sends2019 = sends }] of Object.entries(slow)) {
  test(`${name}: its bytes in both editions, done with the answer, and the reasons to refuse`, async () => {
    for (const [edition, bytes] of [
      ['2013', sends],
      ['2019', sends2019],
    ] as const) {
      const { sender, sent, reply } = setUp({ edition }); // behind no list and no question, however long they wait
      const done = ask(sender);
      assert.deepEqual(sent(), [spaceless(bytes)], edition);
      await reply();
      await done;
    }
    const { sender, reply } = setUp({ busy: false });
    const refused = assert.rejects(ask(sender), code('device_refused'));
    await reply(1);
    await refused;
    const unsupported = assert.rejects(ask(sender), code('device_unsupported'));
    await reply(3);
    await unsupported;
  });

  test(`${name}: sent once, late after ten seconds, and behind nothing that a person waits for`, async () => {
    const { clock, sender, sent } = setUp({ busy: false });
    const failed = assert.rejects(ask(sender), code('device_timeout'));
    void sender.order('stopCamera', { channel: 1 }).catch(() => undefined);
    assert.equal(sent().at(-1), '9301 010000', 'a camera does not wait for it');
    clock.advance(9_999);
    assert.equal(sent().filter((message) => message === spaceless(sends)).length, 1);
    clock.advance(1);
    await failed;
  });
}

test('attributes: asked with an empty body and read from the 0x0107', async () => {
  const { lanes, sender, sent } = setUp({ busy: false });
  const asked = sender.order('attributes', {});
  assert.deepEqual(sent(), ['8107']);
  const ascii = (text: string, width: number): string =>
    Buffer.from(text)
      .toString('hex')
      .padEnd(width * 2, '0');
  const body = `0004${ascii('OUTR', 5)}${ascii('M1', 20)}${ascii('T000001', 7)}89860012345678901234 02${ascii('h1', 2)} 03${ascii('1.2', 3)} 03 20`;
  lanes.dedicatedReply(0x0107, t0107Attributes.decode(bytesOf(body), '2013'));
  assert.deepEqual(await asked, {
    terminalType: 4,
    manufacturer: 'OUTR',
    model: 'M1',
    terminalId: 'T000001',
    iccid: '89860012345678901234',
    hardware: 'h1',
    firmware: '1.2',
    gnss: 3,
    comm: 32,
    knowsVendorBlock: false,
  });
});

test('vendor: a block with a number of its own, and the block with the same number that answers it, or says why not', async () => {
  const { lanes, sender, sent } = setUp();
  const head = (command: string, serial: string, result: string): string => `4f5201 ${command} ${serial} ${result}`;
  const json = (value: unknown): string => {
    const bytes = Buffer.from(JSON.stringify(value));
    return `01 ${bytes.length.toString(16).padStart(4, '0')} ${bytes.toString('hex')}`;
  };
  const say = (hex: string): boolean => lanes.dedicatedReply(0x0900, { type: 0xf0, content: bytesOf(hex) });
  const asked = sender.order('vendor', { command: 'format', asks: { disk: 'sd1' } });
  assert.deepEqual(sent(), [
    `8900 f0${head('04', '0101', 'ff')}${json({ disk: 'sd1' })}`.replaceAll(' ', '').replace('8900f0', '8900 f0'),
  ]);
  assert.equal(say(`${head('04', '0100', '00')} 00 0000`), false, 'of an earlier one');
  assert.equal(say(`${head('03', '0101', '00')} 00 0000`), false, 'of another command');
  assert.equal(say(`${head('04', '0101', 'ff')} 00 0000`), false, 'a question is no answer');
  assert.equal(lanes.dedicatedReply(0x0900, { type: 0x41, content: Uint8Array.of(1) }), false, 'of a serial port');
  assert.equal(say(`${head('04', '0101', '00')} 00 0000`), true);
  assert.equal(await asked, null);
  const told = sender.order('vendor', { command: 'storage' });
  say(`${head('03', '0102', '00')}${json({ disks: [] })}`);
  assert.deepEqual(await told, { json: { disks: [] } });
  for (const [serial, result, body, why] of [
    ['0103', '01', json({ why: 'no disk' }), /no disk/],
    ['0104', '03', '00 0000', /not supported/],
    ['0105', '04', '00 0000', /busy/],
    ['0106', '00', '01 0001 5b', /cannot be read/],
  ] as const) {
    const failed = assert.rejects(sender.order('vendor', { command: 'storage' }), why);
    say(`${head('03', serial, result)} ${body}`);
    await failed;
  }
});

test('recorderData: the block that asks, its check byte, and the block that answers or says that it failed', async () => {
  const { lanes, sender, sent } = setUp({ busy: false });
  const mileage = sender.order('recorderData', { what: 3 });
  assert.deepEqual(sent(), ['8700 03aa7503000000dc'], 'aa ^ 75 ^ 03 = dc');
  // 55 ^ 7a ^ 02 ^ 00 ^ 01 ^ 00 ^ 99
  lanes.dedicatedReply(0x0700, { replySerial: 0, command: 3, data: bytesOf('55 7a 02 0001 00 99 b5') }, 0);
  assert.deepEqual([...(await mileage).data], [0x99]);
  const failed = assert.rejects(
    sender.order('recorderData', { what: 8, span: { from: '261101000000', to: '261102000000', most: 258 } }),
    code('device_refused'),
  );
  const body = '08aa7508000e002611010000002611020000000102';
  const check = bytesOf(body.slice(2)).reduce((sum, byte) => sum ^ byte, 0);
  assert.equal(sent().at(-1), `8700 ${body}${check.toString(16).padStart(2, '0')}`);
  lanes.dedicatedReply(0x0700, { replySerial: 1, command: 8, data: bytesOf('55 7a fa 00 d5') }, 1);
  await failed;
});

test('a photo: the numbers of the 0x0805, or why there are none', async () => {
  const { lanes, sender } = setUp({ busy: false });
  const taken = sender.order('takePhotos', { channel: 1, count: 2 });
  lanes.dedicatedReply(0x0805, { replySerial: 0, result: 0, mediaIds: [14, 15] }, 0);
  assert.deepEqual(await taken, [14, 15]);
  for (const [result, why] of [
    [1, 'device_refused'],
    [2, 'device_unsupported'],
  ] as const) {
    const failed = assert.rejects(sender.order('takePhotos', { channel: 9 }), code(why));
    lanes.dedicatedReply(0x0805, { replySerial: result, result }, result);
    await failed;
  }
});

test('doors: the position that comes without a general answer says it as well', async () => {
  const { lanes, sender } = setUp({ busy: false });
  const done = sender.order('setDoors', { doors: 'lock' });
  lanes.dedicatedReply(0x0500, {});
  assert.equal(await done, undefined);
});

test("a field with a ';' would move what follows it: it is refused and nothing is sent", async () => {
  const { sender, sent } = setUp({ busy: false });
  await assert.rejects(sender.order('connectTo', { address: 'a;b', tcpPort: 1 }), code('invalid'));
  assert.deepEqual(sent(), []);
});

test('the commands of the vendor block that the contract names are those of the block', () => {
  assert.deepEqual(
    vendorCommandNames.map((name) => [name, vendorCommands[name].code]),
    VENDOR_COMMANDS.map(({ name, code: number }) => [name, number]),
  );
});

test('files of an alarm that are asked for in vain hold up nobody who watches, and a camera that is silent for seconds only', async () => {
  const { clock, lanes, sender, sent } = setUp();
  const files = sender.order('sendAlarmFiles', { alarmSign: '54303030303031260101120000050200', alarmNumber: 'A7' });
  const located = sender.order('locate', {});
  assert.deepEqual(
    sent().map((frame) => frame.slice(0, 4)),
    ['9208', '8201'],
  );
  const [lost, silent] = [
    assert.rejects(files, code('device_timeout')),
    assert.rejects(located, code('device_timeout')),
  ];
  await clock.advanceAsync(15_000);
  await Promise.all([lost, silent]);
  const stopped = sender.order('stopCamera', { channel: 2 });
  const live = lanes.prompt.send(0x9101, () => ({ serial: 900, frames: [new Uint8Array(0)] }), { repeats: 0 });
  const ended = assert.rejects(stopped, code('device_timeout'));
  await clock.advanceAsync(15_000);
  await ended;
  lanes.generalReply(900, 0x9101, 0);
  await live;
});

test('a movement that waited behind others is not made when a newer one steers the camera', async () => {
  const { clock, lanes, sender, sent } = setUp();
  const before = lanes.prompt.send(0x9101, () => ({ serial: 900, frames: [new Uint8Array(0)] }), { repeats: 0 });
  const [moved, stopped] = [
    sender.order('turnCamera', { channel: 2, turn: 'left' }),
    sender.order('stopCamera', { channel: 2 }),
  ];
  lanes.generalReply(900, 0x9101, 0);
  await before;
  await moved;
  assert.deepEqual(sent(), ['9301 020000']);
  await Promise.all([assert.rejects(stopped, code('device_timeout')), clock.advanceAsync(15_000)]);
});
