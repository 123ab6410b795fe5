// What a large fleet costs: what belongs to all rows is asked for once, and the rows are made in pieces.
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import { db13Heartbeats, getDeviceArray, getMonitorDeviceInfo } from '@outrider/contract';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import type { DeviceLink } from '../../gateway/index.ts';
import { testCaller } from '../../kernel/access/test-access.ts';
import { silentLog } from '../../kernel/log.ts';
import { EncodedJson } from '../../kernel/web/http.ts';
import { type MonitorKit, monitorFeature } from './index.ts';

const MANY = 1001;

const linkOf = (deviceKey: number): DeviceLink => {
  const facts = {
    deviceKey,
    deviceId: `D${deviceKey}`,
    terminalId: `T${deviceKey}`,
    connectedMs: 1000,
    remoteAddress: '192.0.2.1',
    remotePort: 5,
    protocol: '2019',
    counts: { receivedMs: 2000, sentMs: 3000, heartbeats: 2, others: 3 },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is read of a link here
  return facts as unknown as DeviceLink;
};

const setUp = () => {
  const all = new Map(Array.from({ length: MANY }, (_, at) => [at + 1, linkOf(at + 1)]));
  const bus = createLocalBus(silentLog);
  const asked: string[] = [];
  const kit: MonitorKit = {
    bus,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is asked of it here
    links: { get: (key: number) => all.get(key), all: () => all.values() } as unknown as MonitorKit['links'],
    devices: {
      recordable: () => ({ channels: [1, 2] }),
      recordSettingsOf: () => ({ enable: 1, audio: 0 }),
      registeredAs: () => ({ model: 'M' }),
    },
    groups: () => {
      asked.push('groups');
      return (key) => (key === 7 ? ['North', 'Trucks'] : []);
    },
    channels: () => {
      asked.push('channels');
      return new Map([[7, new Set([2])]]);
    },
    work: () => ({ waiting: 4, running: 5 }),
    downloads: () => [],
  };
  return { all, bus, asked, feature: monitorFeature(kit) };
};

/** What it answers, and how often others had their turn meanwhile. */
const answered = async (work: Promise<unknown>): Promise<{ value: unknown; turns: number }> => {
  const counted = { turns: 0, over: false };
  const count = async (): Promise<void> => {
    for (; !counted.over; counted.turns += 1) await nextTurn(); // oxlint-disable-line no-await-in-loop -- counts them
  };
  const counting = count();
  const value = await work;
  counted.over = true;
  await counting;
  assert.ok(value instanceof EncodedJson);
  return { value: JSON.parse(String(value.json)), turns: counted.turns };
};

test('the tables of devices ask for groups and channels once, and let others work between their rows', async () => {
  const { all, bus, asked, feature } = setUp();
  const run = (call: unknown) => {
    const handler = feature.calls.find((each) => each.call === call);
    assert.ok(handler);
    return answered(handler.run(testCaller(), {}, { token: null, setSessionCookie: () => undefined }));
  };
  const array = await run(getDeviceArray);
  assert.deepEqual(asked.splice(0), ['channels']);
  assert.ok(array.turns >= 4, String(array.turns));
  const rows = getDeviceArray.reply.parse(array.value);
  assert.equal(rows.length, MANY);
  assert.deepEqual([rows[6]?.Sock1, rows[6]?.Sock2, rows[6]?.ArrivedTime, rows[5]?.Sock2], [false, true, 1000, false]);

  const left = all.get(7);
  assert.ok(left);
  bus.publish('link.online', { deviceKey: 7, deviceId: 'D7', atMs: 1000 } as never);
  all.delete(7);
  bus.publish('link.offline', { deviceKey: 7, deviceId: 'D7', atMs: 2000 } as never);
  const info = await run(getMonitorDeviceInfo);
  assert.deepEqual(asked.splice(0), ['groups']);
  assert.ok(info.turns >= 4);
  const known = getMonitorDeviceInfo.reply.parse(info.value);
  assert.deepEqual([known.length, known.at(-1)?.deviceid, known.at(-1)?.eventGroup], [MANY, 'D7', 'North, Trucks']);
});

test('DB13 sums the whole fleet', async () => {
  const { feature } = setUp();
  const handler = feature.commands.find((each) => each.command === db13Heartbeats);
  assert.ok(handler);
  const session = { caller: testCaller() } as never;
  const { value, turns } = await answered(
    handler
      .run(session, {})
      .next()
      .then((step) => step.value),
  );
  assert.ok(turns >= 4);
  const { devices, ...sums } = db13Heartbeats.reply.parse(value).Z;
  assert.equal(devices.length, MANY);
  const [hb, re] = [2 * MANY, 3 * MANY];
  assert.deepEqual(sums, { all: hb + re, hb, re, ev: 0, el: 0, wait: 4, run: 5 });
});
