// A vehicle that knows the vendor block, over a real socket: what is set there changes what it raises, what its disk has and what its
// log says, and is still so after a restart.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, test } from 'node:test';
import {
  decodeLocation,
  decodeVendorBlock,
  encodeVendorBlock,
  p8107QueryAttributes,
  p8204LinkCheck,
  p8300Text,
  p8900TransparentDown,
  t0107Attributes,
  t0900TransparentUp,
  VENDOR_BLOCK_TERMINAL_BIT,
  VENDOR_SETTINGS,
  vendorCommandCode,
} from '@outrider/jt808';
import type { VendorCommand } from '@outrider/jt808';
import { p9205QueryResources, t1205ResourceList } from '@outrider/jt1078';
import { ManualClock } from '../clock.ts';
import { loadRoadNetwork } from '../drive/road-network.ts';
import { loadClips } from '../media/clip-store.ts';
import { ScriptedPlatform } from '../testing/scripted-platform.ts';
import type { AlarmName } from './alarm-desk.ts';
import type { VehicleOptions } from './options.ts';
import { createVehicle } from './vehicle.ts';
import type { Vehicle } from './vehicle.ts';

const network = loadRoadNetwork();
const clips = loadClips();
const HOUR_MS = 3_600_000;
const START_MS = 1_790_000_000_000;

let platform: ScriptedPlatform;
let port = 0;
let clock: ManualClock;
let folder = '';
let serial = 0;
const running: Vehicle[] = [];

beforeEach(async () => {
  platform = new ScriptedPlatform();
  port = await platform.listen();
  clock = new ManualClock(START_MS);
  folder = mkdtempSync(`${tmpdir()}/vendor-`);
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((vehicle) => vehicle.stop()));
  platform.close();
  rmSync(folder, { recursive: true });
});

const online = async (options: Partial<VehicleOptions> = {}): Promise<Vehicle> => {
  const vehicle = createVehicle({
    host: '127.0.0.1',
    port,
    clips,
    network,
    clock,
    channels: 2,
    vendorBlock: true,
    parked: true,
    intervalMs: 24 * HOUR_MS,
    heartbeatMs: HOUR_MS,
    answerTimeoutMs: HOUR_MS,
    stateFile: `${folder}/vehicle.json`,
    ...options,
  });
  running.push(vehicle);
  vehicle.start();
  await vehicle.whenOnline();
  await platform.ask(p8204LinkCheck, {}); // its first report is here
  return vehicle;
};

const again = async (vehicle: Vehicle): Promise<Vehicle> => {
  await vehicle.stop();
  return online();
};

/** Asks one command and gives what came back, with its JSON read. */
const ask = async (name: VendorCommand, asked?: unknown): Promise<{ result: number | null; json: unknown }> => {
  serial += 1;
  const body = asked === undefined ? null : { json: JSON.stringify(asked) };
  const block = { command: vendorCommandCode(name), serial, result: null, body };
  const up = await platform.query(p8900TransparentDown, encodeVendorBlock(block), t0900TransparentUp);
  assert.ok('content' in up);
  const answer = decodeVendorBlock(up);
  assert.deepEqual([answer.command, answer.serial], [block.command, serial]);
  const json: unknown = answer.body !== null && 'json' in answer.body ? JSON.parse(answer.body.json) : null;
  return { result: answer.result, json };
};

/** Files on the disk of a camera, as 0x9205 lists them. */
const files = async (channel: number): Promise<number> => {
  const any = { startBcd: '000000000000', endBcd: '000000000000', alarmFlags: 0n };
  const query = { channel, ...any, resourceType: 0, streamType: 0, storageType: 0 };
  return (await platform.query(p9205QueryResources, query, t1205ResourceList)).resources.length;
};

const raises = async (vehicle: Vehicle, name: AlarmName, item: number): Promise<boolean> => {
  const coming = platform.next(0x0200);
  vehicle.sendAlarm(name);
  return decodeLocation((await coming).body).items.some(({ id }) => id === item);
};

test('it says what it knows, and only where the option is on', { timeout: 60_000 }, async () => {
  const vehicle = await online();
  const attributes = await platform.query(p8107QueryAttributes, {}, t0107Attributes);
  assert.equal(attributes.terminalType & VENDOR_BLOCK_TERMINAL_BIT, VENDOR_BLOCK_TERMINAL_BIT);
  assert.deepEqual(await ask('hello'), {
    result: 0,
    json: {
      model: 'SIM-2CH',
      firmware: 'outrider-0.1.0',
      commands: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 21],
      settings: VENDOR_SETTINGS.map(({ name }) => name),
    },
  });
  assert.deepEqual(await ask('list-faces'), { result: 0, json: { capacity: 16, slots: [] } });
  await vehicle.stop();
  await online({ vendorBlock: false });
  const without = await platform.query(p8107QueryAttributes, {}, t0107Attributes);
  assert.equal(without.terminalType & VENDOR_BLOCK_TERMINAL_BIT, 0);
  const hello = encodeVendorBlock({ command: 0, serial: 1, result: null, body: null });
  assert.equal(await platform.ask(p8900TransparentDown, hello), 3);
});

test(
  'driver assistance and driver monitoring that are off raise nothing, also after a restart',
  { timeout: 60_000 },
  async () => {
    const vehicle = await online();
    assert.equal(await raises(vehicle, 'forward-collision', 0x64), true);
    assert.equal(await raises(vehicle, 'phone-call', 0x65), true);
    assert.equal((await ask('write-settings', { settings: { event_adasen: false } })).result, 0);
    assert.equal(await raises(vehicle, 'forward-collision', 0x64), false);
    assert.equal(await raises(vehicle, 'phone-call', 0x65), true);
    const second = await again(vehicle);
    assert.deepEqual((await ask('read-settings', { names: ['event_adasen', 'event_dsmen'] })).json, {
      settings: { event_adasen: false, event_dsmen: true },
    });
    assert.equal((await ask('write-settings', { settings: { event_dsmen: false } })).result, 0);
    assert.equal(await raises(second, 'forward-collision', 0x64), false);
    assert.equal(await raises(second, 'phone-call', 0x65), false);
  },
);

test('a camera that is not recorded has no files of that time', { timeout: 60_000 }, async () => {
  const vehicle = await online();
  assert.deepEqual([await files(1), await files(2)], [72, 72]);
  assert.equal((await ask('write-settings', { settings: { cam_rec: [true, false] } })).result, 0);
  clock.advance(2 * HOUR_MS);
  const left = await files(2);
  assert.equal(await files(1), 72);
  assert.ok(left === 48 || left === 49, `${left} files`);
  await again(vehicle);
  assert.equal(await files(2), left);
  assert.equal((await ask('write-settings', { settings: { cam_rec: [true, true] } })).result, 0);
  clock.advance(HOUR_MS);
  assert.ok((await files(2)) < 72 - 20);
});

test('format empties the disk, and it fills again', { timeout: 60_000 }, async () => {
  const vehicle = await online();
  assert.deepEqual(await ask('format', { disk: 'hdd9' }), { result: 1, json: { why: 'there is no such disk' } });
  assert.equal(await files(1), 72);
  assert.deepEqual(await ask('format', { disk: 'sd1' }), { result: 0, json: null });
  assert.deepEqual([await files(1), await files(2)], [0, 0]);
  assert.deepEqual((await ask('storage')).json, { disks: [{ name: 'sd1', totalMb: 131_072, usedMb: 0 }] });
  await again(vehicle);
  assert.equal(await files(1), 0);
  clock.advance(HOUR_MS);
  const filled = await files(1);
  assert.ok(filled >= 11 && filled <= 13, `${filled} files`);
  const { json } = await ask('storage');
  assert.ok(typeof json === 'object' && json !== null && 'oldestMs' in json);
  assert.equal(json.oldestMs, START_MS);
});

test('the log has its own lines, in the zone that was set', { timeout: 60_000 }, async () => {
  const vehicle = await online();
  await platform.ask(p8300Text, { flags: 4, text: 'slow down' });
  assert.deepEqual((await ask('syslog', { lines: 1 })).json, {
    lines: ['2026-09-21 22:13:20 text: slow down'],
    zoneS: 28_800,
  });
  assert.equal((await ask('write-settings', { settings: { sys_tz: -18_000 } })).result, 0);
  assert.deepEqual((await ask('syslog', { lines: 1 })).json, {
    lines: ['2026-09-21 09:13:20 settings set: sys_tz'],
    zoneS: -18_000,
  });
  const log = async (text: string, zoneS = -18_000): Promise<void> =>
    assert.deepEqual((await ask('syslog', { lines: 1 })).json, { lines: [text], zoneS });
  assert.equal((await ask('write-settings', { settings: { sys_dst: '2026-03-08/2026-09-21' } })).result, 0);
  await log('2026-09-21 10:13:20 settings set: sys_dst', -14_400);
  assert.equal((await ask('write-settings', { settings: { sys_dst: '2026-03-08/2026-09-20' } })).result, 0);
  await log('2026-09-21 09:13:20 settings set: sys_dst');
  await again(vehicle);
  assert.deepEqual((await ask('read-settings', { names: ['sys_tz'] })).json, { settings: { sys_tz: -18_000 } });
});

test(
  'a parked vehicle that is woken up reports as often as a driving one, for five minutes',
  { timeout: 60_000 },
  async () => {
    const vehicle = await online({ intervalMs: 10_000, seed: 2 }); // parked for 13 minutes
    /** Reports sent within so long. */
    const within = async (ms: number): Promise<number> => {
      const before = vehicle.reports.length;
      for (let passed = 0; passed < ms; passed += 10_000) {
        clock.advance(10_000);
        await platform.ask(p8204LinkCheck, {});
      }
      return vehicle.reports.length - before;
    };
    assert.equal(await within(120_000), 2, 'asleep: one a minute');
    const before = vehicle.reports.length;
    assert.deepEqual(await ask('wake-up'), { result: 0, json: null });
    assert.equal(vehicle.reports.length - before, 1, 'at once');
    assert.equal(await within(120_000), 12);
    await within(200_000);
    assert.equal(await within(120_000), 2, 'asleep again');
  },
);

test('what does not fit is refused by name, what is no JSON as malformed', { timeout: 60_000 }, async () => {
  await online();
  const { result, json } = await ask('write-settings', {
    settings: { sys_tz: 50_000, cam_rec: [true], cam_mirror: [true, 1], event_comalmno: [1], volume: 10 },
  });
  assert.equal(result, 1);
  assert.ok(typeof json === 'object' && json !== null && 'refused' in json);
  assert.deepEqual(json.refused, {
    sys_tz: 'a whole number from -43200 to 43200',
    cam_rec: 'a list of 2',
    cam_mirror: 'true or false',
    event_comalmno: 'a list of 4',
    volume: 'not known',
  });
  assert.deepEqual((await ask('read-settings', { names: ['sys_tz', 'cam_rec'] })).json, {
    settings: { sys_tz: 28_800, cam_rec: [true, true] },
  });
  const block = encodeVendorBlock({ command: 2, serial: 5, result: null, body: { json: '[' } });
  const up = await platform.query(p8900TransparentDown, block, t0900TransparentUp);
  assert.equal('content' in up && decodeVendorBlock(up).result, 2);
});

test(
  'values of its own: told with what they are, set, refused, and said after a restart',
  { timeout: 60_000 },
  async () => {
    const vehicle = await online();
    const { json } = await ask('read-own');
    assert.ok(typeof json === 'object' && json !== null && 'values' in json && Array.isArray(json.values));
    assert.equal(json.values.length, 7);
    assert.deepEqual(await ask('write-own', { k: 'greeting', v: 'Hello' }), { result: 0, json: { v: 'Hello' } });
    assert.equal((await ask('write-own', { k: 'steps', v: [1, 'x'] })).result, 1);
    assert.equal((await ask('write-own', { k: 'nothing', v: 1 })).result, 1);
    const second = await again(vehicle);
    assert.equal(second.kept.own.saved['greeting'], 'Hello');
    assert.match(JSON.stringify((await ask('syslog', { lines: 1 })).json), /greeting: Hello/);
  },
);
