// Media that nobody who was asked sends: from another address, before it was asked for, beside the device's own. None of it reaches a
// viewer or a recording, and the device's own connections count, also when they are new. Who may connect is strangers.test.ts.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { DATA_TYPE, encodePacket, Packetizer, PAYLOAD_TYPE } from '@outrider/jt1078';
import type { Config } from '../apps/server/src/config.ts';
import type { ManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel, httpCall, refusals } from './support/operator.ts';
import { Camera, numberOf, picture, Recorder } from './support/recorder.ts';
import { dialled, send, setScene as setRemoteScene, shown } from './support/remote-scene.ts';
import { HOST, type Server, startDrivenServer } from './support/server.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const ID = '13800000101';
const SIM = '013800000101';
/** Another machine; one far away; a third one. The link comes from 127.0.0.1. */
const NEIGHBOUR = '127.0.0.2';
const FAR = '127.9.0.9';
const ELSEWHERE = '127.8.0.8';
const LOOK_MS = 4;
const FORGED = 900;

type Scene = {
  server: Server & { clock: ManualClock };
  recorder: Recorder;
  soon: (what: string, look: () => boolean | Promise<boolean>) => Promise<boolean>;
  watch: () => Promise<Viewer>;
  /** A media connection that is none of the recorder's own. */
  stranger: (from: string, port?: number) => Promise<Camera>;
};

const setScene = async (t: TestContext, changes: Partial<Config> = {}): Promise<Scene> => {
  const server = await startDrivenServer(t, changes);
  const between = (): void => server.clock.advance(LOOK_MS);
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: 1 });
  const recorder = await Recorder.online(server.ports);
  afterwards(t, () => recorder.close());
  return {
    server,
    recorder,
    soon: (what, look) => until(what, look, { between }),
    watch: async () => {
      const viewer = await Viewer.open(server.ports.stream, server.admin, ID, { waiting: { between } });
      afterwards(t, () => viewer.close());
      return viewer;
    },
    stranger: async (from, port = server.ports.mediaLive) => {
      const camera = await Camera.connect(port, SIM, 1, from);
      afterwards(t, () => camera.close());
      return camera;
    },
  };
};

const playing = async (scene: Scene, first = 1): Promise<Viewer> => {
  const viewer = await scene.watch();
  await scene.soon('the device dials in', () => scene.recorder.cameras.length === 1);
  scene.recorder.camera.send(first, { key: true });
  await viewer.until('the first picture', () => viewer.videos.length === 1);
  return viewer;
};

/** Sends one picture as a datagram from an address. */
const sendDatagram = async (t: TestContext, port: number, from: string, number: number): Promise<void> => {
  const socket = createSocket('udp4');
  socket.bind(0, from);
  await once(socket, 'listening');
  afterwards(t, () => socket.close());
  const packets = new Packetizer().packets({
    simDigits: SIM,
    channel: 1,
    dataType: DATA_TYPE.videoI,
    payloadType: PAYLOAD_TYPE.h264,
    timestampMs: 77n,
    body: picture(number, { key: true }),
  });
  for (const packet of packets)
    await new Promise<void>((resolve) => {
      socket.send(encodePacket(packet), port, HOST, () => resolve());
    });
};

const numbers = (viewer: Viewer): number[] => viewer.videos.map(({ body }) => numberOf(body));
const metric = async ({ ports, admin }: Server, name: string): Promise<number> => {
  const { body } = await httpCall(ports.http, 'GET', '/metrics', { account: admin });
  return Number(new RegExp(`^outrider_${name} (\\d+)$`, 'm').exec(String(body))?.[1]);
};
const refusedFrom = async (server: Server, address: string): Promise<unknown[]> =>
  (await refusals(server)).filter((entry) => entry['address'] === address).map(({ reason }) => reason);

test("a stranger's TCP connection reaches neither the viewer nor the recording while the device sends, and is shown", async (t) => {
  const scene = await setScene(t, { recordByDefault: 'full', recordReserve: 0 });
  const { server, recorder, soon, stranger } = scene;
  const viewer = await playing(scene);
  const thief = await stranger(NEIGHBOUR);
  for (let i = 0; i < 12; i += 1) thief.send(FORGED + i, { key: true });
  await soon('the stranger is cut', () => thief.closed);
  for (let i = 2; i <= 6; i += 1) recorder.camera.send(i);
  await viewer.until('the next pictures', () => viewer.videos.length === 6);
  assert.deepEqual(numbers(viewer), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(await refusedFrom(server, NEIGHBOUR), ['media from another address']);
  assert.ok((await metric(server, 'media_stranger_packets')) >= 8);
  const stored = async (): Promise<number[]> => {
    const cursor = await server.app.recordings.reader.open(1, 1, 0);
    const found: number[] = [];
    for (let frame = await cursor.next(); frame !== undefined; frame = await cursor.next())
      found.push(numberOf(frame.body));
    await cursor.close();
    return found;
  };
  await soon('the pictures are written', async () => (await stored()).length >= 6);
  assert.deepEqual(await stored(), [1, 2, 3, 4, 5, 6]);
});

test("a stranger's datagrams reach nobody, not even with the forged address of the link", async (t) => {
  const scene = await setScene(t);
  const { server, recorder, soon } = scene;
  const viewer = await playing(scene);
  await sendDatagram(t, server.ports.mediaLive, NEIGHBOUR, FORGED);
  await sendDatagram(t, server.ports.mediaLive, HOST, FORGED + 1);
  await soon('both are refused', async () => (await metric(server, 'media_stranger_packets')) === 2);
  recorder.camera.send(2);
  await viewer.until('the next picture', () => viewer.videos.length === 2);
  assert.deepEqual(numbers(viewer), [1, 2]);
  assert.deepEqual(await refusedFrom(server, NEIGHBOUR), ['media from another address']);
});

test('what a recorder plays from its disk is taken from the recorder only', async (t) => {
  const scene = await setRemoteScene(t);
  const viewer = await scene.play();
  await dialled(scene);
  send(scene, 10);
  await viewer.until('pictures', () => shown(viewer).length === 10);
  const thief = await Camera.connect(scene.server.ports.mediaPlayback, SIM, 1, NEIGHBOUR);
  afterwards(t, () => thief.close());
  for (let i = 0; i < 12; i += 1) thief.send(FORGED + i, { key: true });
  await scene.soon('the stranger is cut', () => thief.closed);
  await sendDatagram(t, scene.server.ports.mediaPlayback, NEIGHBOUR, FORGED);
  send(scene, 10, 10);
  await viewer.until('pictures', () => shown(viewer).length >= 20);
  // The datagram came by another socket than the pictures.
  await scene.soon('both are refused', async () => (await refusedFrom(scene.server, NEIGHBOUR)).length === 2);
  assert.deepEqual(
    shown(viewer).map(({ body }) => numberOf(body)),
    Array.from({ length: 20 }, (_, i) => i),
  );
  assert.deepEqual(await refusedFrom(scene.server, NEIGHBOUR), [
    'media from another address',
    'media from another address',
  ]);
});

test('media of another address than the link is taken when it was asked for, until the address of the link speaks', async (t) => {
  const scene = await setScene(t);
  const { recorder, soon, stranger } = scene;
  recorder.mediaFrom = FAR;
  const viewer = await playing(scene);
  const thief = await stranger(ELSEWHERE);
  for (let i = 0; i < 12; i += 1) thief.send(FORGED + i, { key: true });
  await soon('the stranger is cut', () => thief.closed);
  recorder.camera.send(2);
  await viewer.until('picture 2', () => viewer.videos.length === 2);
  const own = await stranger(HOST);
  own.send(3, { key: true });
  await viewer.until('picture 3', () => viewer.videos.length === 3);
  assert.deepEqual(numbers(viewer), [1, 2, 3]);
  await soon('the one from afar is released', async () => {
    scene.server.clock.advance(1000);
    return recorder.camera.closed;
  });
});

test("with mediaSource 'link' media of another address than the link's is never taken", async (t) => {
  const scene = await setScene(t, { mediaSource: 'link' });
  const { server, recorder, soon } = scene;
  recorder.mediaFrom = FAR;
  await scene.watch();
  await soon('the device dials in', () => recorder.cameras.length === 1);
  for (let i = 0; i < 12; i += 1) recorder.camera.send(i, { key: true });
  await soon('it is cut', () => recorder.camera.closed);
  assert.deepEqual(await refusedFrom(server, FAR), ['media from another address']);
});

test("with mediaSource 'any' the newest connection counts, as fleets behind changing addresses need it", async (t) => {
  const scene = await setScene(t, { mediaSource: 'any' });
  const viewer = await playing(scene);
  const newer = await scene.stranger(ELSEWHERE);
  newer.send(2, { key: true });
  await viewer.until('picture 2', () => viewer.videos.length === 2);
  assert.deepEqual(numbers(viewer), [1, 2]);
});

test('who sends before anything is asked answers no request, but for the address of the link', async (t) => {
  const scene = await setScene(t);
  const { server, recorder, soon, stranger } = scene;
  const thief = await stranger(FAR);
  thief.send(FORGED, { key: true });
  await soon('it is noted', async () => (await refusedFrom(server, FAR)).includes('media nobody asked for'));
  recorder.onStart = 'stay-away';
  const viewer = await scene.watch();
  await soon('the device is asked', () => recorder.count('start') === 1);
  const second = await stranger(FAR);
  for (let i = 0; i < 12; i += 1) second.send(FORGED + i, { key: true });
  await soon('the stranger is cut', () => second.closed);
  const own = await stranger(HOST);
  own.send(1, { key: true });
  await viewer.until('the picture of the device', () => viewer.videos.length === 1);
  assert.deepEqual(numbers(viewer), [1]);
});

test('a second connection of the same address waits while the first sends, and counts when that falls silent', async (t) => {
  const scene = await setScene(t);
  const { server, recorder, stranger } = scene;
  const viewer = await playing(scene);
  const second = await stranger(HOST);
  // What is read of it only behind the two seconds below would count.
  await until('it is taken', async () => (await metric(server, 'media_connections')) === 2);
  second.send(2, { key: true });
  recorder.camera.send(3);
  await viewer.until('the next picture of the first', () => viewer.videos.length === 2);
  assert.deepEqual(numbers(viewer), [1, 3]);
  server.clock.advance(2000); // the modem lost its network: nothing says that the first one is dead
  second.send(4, { key: true });
  await viewer.until('a picture of the second', () => viewer.videos.length === 3);
  assert.deepEqual(numbers(viewer), [1, 3, 4]);
});

test('a second connection that is never needed is closed and shown', async (t) => {
  const scene = await setScene(t);
  const { server, recorder, soon, stranger } = scene;
  const viewer = await playing(scene);
  const second = await stranger(HOST);
  let number = 2;
  await soon('it is closed', () => {
    if (!second.closed) second.send(FORGED);
    recorder.camera.send((number += 1));
    server.clock.advance(500);
    return second.closed;
  });
  assert.ok(numbers(viewer).every((each) => each < FORGED));
  assert.deepEqual(await refusedFrom(server, HOST), ['second media connection']);
});

test('after a broken connection, and after a new request, the new connection of the device counts at once', async (t) => {
  const scene = await setScene(t);
  const { server, recorder, soon } = scene;
  const viewer = await playing(scene);
  recorder.camera.close();
  await viewer.untilState('reconnecting');
  server.clock.advance(2000);
  await soon('the device dials in again', () => recorder.cameras.length === 2);
  recorder.camera.send(2, { key: true });
  await viewer.until('picture 2', () => viewer.videos.length === 2);
  assert.deepEqual(numbers(viewer), [1, 2]);
});

test('a device whose link moved to another address brings its media from there', async (t) => {
  const scene = await setScene(t);
  const { server, recorder, stranger } = scene;
  const viewer = await playing(scene);
  const moved = await Recorder.online(server.ports, { from: FAR, authCode: recorder.device.authCode });
  afterwards(t, () => moved.close());
  const own = await stranger(FAR);
  own.send(2, { key: true });
  await viewer.until('picture 2', () => viewer.videos.length === 2);
  assert.deepEqual(numbers(viewer), [1, 2]);
});
