// A recorder that is told to fetch a firmware does so: over HTTP or in packets, checks it, and has it after its restart, also when its
// process ended meanwhile. What goes wrong it says.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, test } from 'node:test';
import {
  p8105Control,
  p8107QueryAttributes,
  p8108UpgradePacket,
  t0107Attributes,
  t0108UpgradeResult,
  t1fc4UpgradeProgress,
} from '@outrider/jt808';
import { ManualClock } from '../clock.ts';
import { loadRoadNetwork } from '../drive/road-network.ts';
import type { Faults } from '../faults.ts';
import { ScriptedPlatform } from '../testing/scripted-platform.ts';
import { makeFirmwareImage } from './firmware-image.ts';
import { createVehicle } from './vehicle.ts';
import type { Vehicle } from './vehicle.ts';

const OLD = 'outrider-0.1.0';
const NEW = 'outrider-9';
const LIMIT_TURNS = 200_000;
const network = loadRoadNetwork();
const image = makeFirmwareImage(NEW, Buffer.alloc(300_000, 'firmware '));

let platform: ScriptedPlatform;
let port = 0;
let clock: ManualClock;
let folder = '';
const endings: (() => unknown)[] = [];

beforeEach(async () => {
  platform = new ScriptedPlatform();
  port = await platform.listen();
  clock = new ManualClock(1_790_000_000_000);
  folder = mkdtempSync(`${tmpdir()}/upgrader-`);
});
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
  platform.close();
  rmSync(folder, { recursive: true });
});

const online = async (faults: Faults = {}): Promise<Vehicle> => {
  const options = { host: '127.0.0.1', port, clips: null, network, clock, faults, intervalMs: 86_400_000 };
  const vehicle = createVehicle({ ...options, heartbeatMs: 3_600_000, stateFile: `${folder}/vehicle.json` });
  endings.push(() => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};
const served = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens has an address object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/box.bin`;
};
const whole: RequestListener = (_request, response) =>
  void response.writeHead(200, { 'content-length': image.length }).end(image);
const told = (url: string): Promise<number> =>
  platform.ask(p8105Control, { command: 1, parameters: `${url};;;;;;;;;;0` });
const turns = async (what: string, reached: () => boolean): Promise<void> => {
  for (let i = 0; i < LIMIT_TURNS && !reached(); i += 1) {
    clock.advance(1);
    await nextTurn();
  }
  assert.ok(reached(), what);
};
const steps = (): (readonly [number, number])[] =>
  platform.messages
    .filter(({ id }) => id === 0x1fc4)
    .map(({ body }) => t1fc4UpgradeProgress.decode(body, '2013'))
    .map(({ state, progress }) => [state, progress] as const);
const results = (): number[] =>
  platform.messages.filter(({ id }) => id === 0x0108).map(({ body }) => t0108UpgradeResult.decode(body, '2013').result);
const version = async (): Promise<string> => (await platform.query(p8107QueryAttributes, {}, t0107Attributes)).firmware;

test('0x8105 command 1 fetches, checks and installs, and the new version is there after the restart', async () => {
  const vehicle = await online();
  const { links } = platform;
  assert.equal(await told(await served(whole)), 0);
  await turns('it is back', () => platform.links > links && vehicle.online && results().length > 0);
  assert.deepEqual(results(), [0]);
  assert.deepEqual(
    steps()
      .map(([state]) => state)
      .filter((state) => state !== 1),
    [2, 4, 5],
  );
  assert.ok(steps().some(([state, progress]) => state === 1 && progress > 0 && progress < 100));
  assert.equal(await version(), NEW);
  await turns('its word was heard', () => vehicle.kept.upgradeResult === null);
  await vehicle.stop();
  await online();
  assert.equal(await version(), NEW, 'another process with its state file has it too');
});

test('a broken connection is gone on with where it stopped', async () => {
  await online();
  const ranges: (string | undefined)[] = [];
  const url = await served((request, response) => {
    ranges.push(request.headers.range);
    const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
    const rest = image.subarray(from);
    response.writeHead(from === 0 ? 200 : 206, { 'content-length': rest.length, etag: '"1"' });
    if (from === 0) response.write(rest.subarray(0, 100_000), () => response.destroy());
    else response.end(rest);
  });
  assert.equal(await told(url), 0);
  await turns('it is installed', () => results().length > 0);
  assert.deepEqual([results(), ranges.length, ranges[0]], [[0], 2, undefined]);
  assert.match(ranges[1] ?? '', /^bytes=[1-9]\d*-$/);
});

test('what is damaged, no firmware, or not there is not installed, and it says so', async () => {
  await online();
  const bad: readonly RequestListener[] = [
    (_request, response) => void response.end(Buffer.from(image).fill(7, image.length - 1)),
    (_request, response) => void response.end('hello'),
    (_request, response) => void response.writeHead(404).end(),
  ];
  for (const [i, listener] of bad.entries()) {
    assert.equal(await told(await served(listener)), 0);
    await turns('it said so', () => results().length === i + 1);
  }
  assert.deepEqual(results(), [1, 1, 1]);
  assert.equal(await version(), OLD);
});

test('0x8108 in sub-packages does the same', async () => {
  const vehicle = await online();
  const packet = { type: 0, manufacturer: 'OUTRD', version: NEW, data: image };
  assert.equal(await platform.ask(p8108UpgradePacket, packet), 0);
  await turns('it is installed', () => results().length > 0 && vehicle.online);
  assert.deepEqual([results(), await version()], [[0], NEW]);
});

test('faults: it refuses, falls silent at half, keeps its old one, turns a bit', async () => {
  const url = await served(whole);
  const refuses = await online({ upgrade: 'refuses' });
  assert.equal(await told(url), 1);
  await refuses.stop();
  const silent = await online({ upgrade: 'silent' });
  assert.equal(await told(url), 0);
  await turns('half of it', () => steps().some(([, progress]) => progress === 50));
  clock.advance(60_000);
  assert.deepEqual([steps().at(-1), results()], [[1, 50], []]);
  await silent.stop();
  const keeps = await online({ upgrade: 'keeps-old' });
  assert.equal(await told(url), 0);
  await turns('it says that it is installed', () => results().length === 1 && keeps.online);
  assert.deepEqual([results(), await version()], [[0], OLD]);
  await keeps.stop();
  await online({ upgrade: 'corrupt' });
  assert.equal(await told(url), 0);
  await turns('it failed', () => results().length === 2);
  assert.deepEqual([results()[1], await version()], [1, OLD]);
});
