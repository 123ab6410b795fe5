// The vendor block as orders send and read it, byte by byte; and that the contract's rows are the settings of the block.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ItemControl, type ParameterControl, vendorRows } from '@outrider/contract';
import { FrameSplitter, fromHex, LinkCodec, t0900TransparentUp, VENDOR_SETTINGS, type Frame } from '@outrider/jt808';
import { createManualClock } from '../../../kernel/manual-clock.ts';
import { OrderLanes } from './order-lanes.ts';
import { OrderSender } from './order-sender.ts';
import { readSettings, settingsAsked, settingsJson } from './vendor-codec.ts';

const hexOf = (text: string): string => Buffer.from(text).toString('hex');
const setUp = () => {
  const clock = createManualClock();
  const frames: Frame[] = [];
  const splitter = new FrameSplitter();
  const codec = new LinkCodec({ layout: '2013', versionFlag: false, protocolVersion: null, phone: '013800138000' });
  const lanes = new OrderLanes(clock, (bytes) => {
    for (const event of splitter.push(bytes)) if (event.kind === 'frame') frames.push(event);
  });
  let orders = 0;
  const place = {
    mediaAddress: () => '10.0.0.1',
    filesPort: 6809,
    edition: () => '2013' as const,
    utcOffsetMinutes: () => 480,
    nextBlock: () => (orders += 1),
  };
  const sender = new OrderSender({ lanes, codec, place });
  const sent = (): string[] => frames.map(({ body }) => Buffer.from(body).toString('hex'));
  /** 0x0900 of type F0 with a block: command, serial, result and JSON. */
  const answer = (command: number, serial: number, result: number, json = ''): void => {
    const two = (n: number, bytes: number): string => n.toString(16).padStart(bytes * 2, '0');
    const head = `f04f5201${two(command, 1)}${two(serial, 2)}${two(result, 1)}`;
    const body = `${head}${json === '' ? '00' : '01'}${two(json.length, 2)}${hexOf(json)}`;
    lanes.dedicatedReply(0x0900, t0900TransparentUp.decode(fromHex(body), '2013'));
  };
  return { clock, sender, sent, answer };
};

test('settings that the device takes none of are refused with its first reason', async () => {
  const { sender, sent, answer } = setUp();
  const set = sender.order('setVendorSettings', { values: { sys_tz: 0 } });
  assert.deepEqual(sent(), [`f04f5201020001ff010019${hexOf('{"settings":{"sys_tz":0}}')}`]);
  answer(2, 1, 1, '{"settings":{},"refused":{"sys_tz":"not known"}}');
  await assert.rejects(set, /not known/);
});

test('settings become values of the table: switches are 0 and 1, a password is a mask, what does not fit is named', () => {
  const told = {
    sys_tz: 3600,
    cam_rec: [true, false],
    net_wfpwd: 'geheim',
    preosd_chname: ['front', ''],
    sys_spden: 77,
    enc_aig: 101,
    enc_aog: 'loud',
    nobody: 1,
  };
  assert.deepEqual(readSettings({ json: { settings: told } }), {
    values: {
      sys_tz: 3600,
      cam_rec: [1, 0],
      net_wfpwd: '********',
      preosd_chname: ['front', ''],
      sys_spden: 77,
    },
    wrong: [
      { id: 'enc_aig', trouble: 'value', bytes: 3 },
      { id: 'enc_aog', trouble: 'value', bytes: 6 },
    ],
  });
  assert.deepEqual(readSettings(null), { values: {}, wrong: [] });
  assert.deepEqual(
    settingsJson({ cam_rec: [1, 0], g_sensor_en: 1, net_wfpwd: '********', net_hbsec: 5, preosd_chname: ['a', 'b'] }),
    { cam_rec: [true, false], g_sensor_en: true, preosd_chname: ['a', 'b'] },
  );
  assert.deepEqual(settingsAsked(['sys_tz', 'net_hbsec']), { names: ['sys_tz'] });
});

const typeOf = (control: ItemControl): string => {
  if (control.kind === 'switch') return 'boolean';
  return ['text', 'time', 'days', 'minutes', 'points'].includes(control.kind) ? 'text' : 'number';
};
const described = (control: ParameterControl) =>
  control.kind === 'each'
    ? { of: `list of ${typeOf(control.of)}`, count: control.count, item: control.of }
    : { of: typeOf(control), count: 'cameras', item: control };

test('every row of the block is a setting of the block with the same type, count and bounds', () => {
  for (const { key, place, control } of vendorRows) {
    const setting = VENDOR_SETTINGS.find(({ name }) => name === place.setting);
    assert.ok(setting, key);
    const { of, count, item } = described(control);
    assert.deepEqual([setting.of, 'count' in setting ? setting.count : 'cameras'], [of, count], key);
    if ('min' in item && 'low' in setting) assert.deepEqual([setting.low, setting.high], [item.min, item.max], key);
    if (item.kind === 'text' && 'most' in setting) assert.equal(setting.most, item.most, key);
    if (item.kind === 'bits' && 'low' in setting) assert.deepEqual([setting.low, setting.high], [0, item.max], key);
    if (item.kind === 'select' && 'low' in setting)
      for (const [value] of item.options) assert.ok(value >= setting.low && value <= setting.high, `${key} ${value}`);
  }
});
