// Where the vehicle was while what its device recorded is played: the feed of ws.cgi?type=repbgps at a server whose time is driven. The
// marker on the screen is e2e/remote-map.spec.ts.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { test } from 'node:test';
import { rights } from '@outrider/contract';
import { afterwards } from './support/cleanup.ts';
import { locationAt } from './support/device.ts';
import { asJson, type Json } from './support/operator.ts';
import { dialled, ID, type Scene, send, setScene, shown, START_MS } from './support/remote-scene.ts';
import { type Account, HOST } from './support/server.ts';

const SECOND_MS = 1000;
const STEP = 0.0003;

const addressOf = (
  { server }: Scene,
  { user, hash }: Account,
  changes: Readonly<Record<string, string>> = {},
): string => {
  const query = { type: 'repbgps', deviceid: ID, streamid: '7', user, password: hash, ...changes };
  return `ws://${HOST}:${server.ports.stream}/ws.cgi?${new URLSearchParams(query).toString()}`;
};

/** What the feed says, as a browser hears it. */
const follow = async (t: Parameters<typeof setScene>[0], scene: Scene): Promise<Json[]> => {
  const heard: Json[] = [];
  const socket = new WebSocket(addressOf(scene, scene.server.admin));
  socket.addEventListener('message', ({ data }) => heard.push(asJson(JSON.parse(String(data)))));
  afterwards(t, () => socket.close());
  await once(socket, 'open');
  return heard;
};

/** A report each two seconds, each further north and turned by ten degrees more. */
const drive = async (scene: Scene, seconds: number): Promise<void> => {
  let stored = 0;
  for (let second = 0; second <= seconds; second += 2)
    void scene.recorder.device
      .locate(
        locationAt(START_MS + second * SECOND_MS, {
          latitude: 24.1 + second * STEP,
          longitude: 120.6,
          direction: (second * 5) % 360,
          speedKmh: 60,
        }),
      )
      .then(() => (stored += 1));
  await scene.soon('all reports are stored', () => stored === seconds / 2 + 1);
};

test('the feed says where the vehicle was at the playing time, between two reports, and after a jump elsewhere', async (t) => {
  const scene = await setScene(t);
  await drive(scene, 40);
  const heard = await follow(t, scene);
  const viewer = await scene.play();
  await dialled(scene);
  send(scene, 25 * 30);
  const known = (): Json[] => heard.filter((each) => each['known'] === true);
  await scene.soon('six seconds of it are played', () => heard.some(({ time }) => Number(time) > START_MS + 6000));
  // On a busy machine a moment is passed over now and then.
  await scene.soon('three turns', () => new Set(known().map(({ trackingAngle }) => trackingAngle)).size >= 3);
  assert.ok(shown(viewer).length > 0);
  const moving = known();
  for (const { lat, lng, trackingAngle, speedInKmh, time, generation } of moving) {
    const second = (Number(time) - START_MS) / SECOND_MS;
    assert.ok(Math.abs(Number(lat) - 24.1 - second * STEP) < STEP / 10, `at ${second} s it was not at ${String(lat)}`);
    assert.deepEqual([lng, trackingAngle, speedInKmh, generation], [120.6, Math.floor(second / 2) * 10, 60, 0]);
  }
  await scene.operator.get('D08', { I: ID, S: 7, V: 0, F: 20 });
  const jumped = await scene.soon('the place after the jump', () => heard.find(({ generation }) => generation === 1));
  const second = (Number(jumped['time']) - START_MS) / SECOND_MS;
  assert.ok(second > 20 && Math.abs(Number(jumped['lat']) - 24.1 - second * STEP) < STEP / 10);
  const { length } = heard;
  scene.server.clock.advance(10 * SECOND_MS);
  await scene.operator.get('D08', { I: ID, S: 7 });
  assert.equal(heard.length, length, 'nothing is said while it stands');
});

test('where nothing was reported the feed says so, and without a playback it is quiet', async (t) => {
  const scene = await setScene(t);
  const heard = await follow(t, scene);
  scene.server.clock.advance(10 * SECOND_MS);
  await scene.operator.get('D08', { I: ID, S: 7 }).catch(() => {}); // there is none
  assert.deepEqual(heard, []);
  await scene.play();
  await dialled(scene);
  send(scene, 25 * 3);
  const [first] = await scene.soon('the first word', () => heard.length > 0 && heard);
  assert.deepEqual([first?.['known'], first?.['lat']], [false, undefined]);
});

test('the feed needs the right of remote playback with one of positions, a device in reach, and a whole question', async (t) => {
  const scene = await setScene(t, 1);
  const statusOf = async (name: string, granted: readonly string[], changes: Readonly<Record<string, string>> = {}) => {
    const hash = 'AB'.repeat(32);
    const own = new Set(rights.filter((right) => granted.includes(right)));
    if (scene.server.app.users.byName(name) === undefined)
      await scene.server.app.users.add({
        name,
        passwordHash: hash,
        level: 1,
        rights: own,
        expiresMs: null,
        groupIds: [1],
      });
    const url = addressOf(scene, { user: name, hash }, changes).replace('ws:', 'http:');
    const headers = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    return new Promise<number | undefined>((resolve, reject) => {
      const request = get(url, { headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      request.on('upgrade', (answer, socket) => {
        socket.destroy();
        resolve(answer.statusCode);
      });
      request.on('error', reject);
    });
  };
  assert.equal(await statusOf('map', ['P_repb', 'F_gps']), 101);
  assert.equal(await statusOf('tracks', ['P_repb', 'P_gppb']), 101);
  assert.equal(await statusOf('films', ['P_repb']), 403);
  assert.equal(await statusOf('places', ['F_gps', 'P_gppb']), 403);
  assert.equal(await statusOf('map', [], { deviceid: 'NOBODY' }), 404);
  assert.equal(await statusOf('map', [], { streamid: '0' }), 400);
});
