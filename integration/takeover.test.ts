// A recorder whose link breaks while it is asked for video or sends it: the radio was gone and a newer connection takes the link over,
// or the link ended first. What was asked is asked again, what goes on goes on, and what nobody wants any more is stopped.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { decodeTime } from '@outrider/jt808';
import { afterwards } from './support/cleanup.ts';
import { DiskRecorder } from './support/disk-recorder.ts';
import { LIVE_ID, type LiveScene, numbers, setLiveScene, setPlayingScene } from './support/live-scene.ts';
import { Recorder } from './support/recorder.ts';
import { dialled, type Scene, send, setScene, shown, START_MS } from './support/remote-scene.ts';
import { Talker } from './support/talk.ts';
import type { Viewer } from './support/viewer.ts';

/** The same recorder on a connection of its own: takes the link over where the older one stands. */
const dialAgain = async (t: TestContext, { server }: LiveScene): Promise<Recorder> => {
  const recorder = await Recorder.online(server.ports);
  afterwards(t, () => recorder.close());
  return recorder;
};
const statesOf = (viewer: Viewer): unknown[] => viewer.states.map(({ state }) => state);
const stops = ({ asked }: Recorder, channel: number): number =>
  asked.filter((each) => each.what === 'stop' && each.channel === channel).length;

test('a takeover while live is asked for: asked again over the new link, and nobody is told that the device is offline', async (t) => {
  const scene = await setLiveScene(t);
  scene.recorder.onStart = 'mute';
  const viewer = await scene.watch();
  await scene.soon('the device is asked', () => scene.recorder.count('start') === 1);
  const back = await dialAgain(t, scene);
  await scene.soon('it is asked again and dials in', () => back.cameras.length === 1);
  back.camera.send(1, { key: true });
  await viewer.untilState('playing');
  assert.ok(!statesOf(viewer).includes('offline'), statesOf(viewer).join(' '));
  await scene.server.clock.advanceAsync(10_000);
  assert.deepEqual([back.count('start'), back.count('stop')], [1, 0], 'what was lost with the old link is not stopped');
});

test('a takeover while an older try is still under way: the newer one is not given up for it', async (t) => {
  const scene = await setLiveScene(t);
  const { server, recorder, watch, soon } = scene;
  recorder.onStart = 'mute';
  await watch({ channel: 2 });
  await soon('the first channel', () => recorder.count('start') === 1);
  const viewer = await watch();
  server.clock.advance(10_000);
  await soon('the second channel, whose turn comes with the end of the first', () => recorder.count('start') === 2);
  server.clock.advance(2_500);
  await viewer.untilState('timeout');
  const back = await dialAgain(t, scene);
  await soon('both are asked for', () => back.cameras.length === 2);
  for (const camera of back.cameras) camera.send(1, { key: true });
  await viewer.untilState('playing');
  assert.ok(!statesOf(viewer).includes('offline'), statesOf(viewer).join(' '));
});

test('a takeover while pictures come: they go on, and are switched and stopped over the new link', async (t) => {
  const scene = await setPlayingScene(t);
  const { server, recorder, viewer, watch, soon } = scene;
  const back = await dialAgain(t, scene);
  await soon('the old link ends', () => recorder.device.closed);
  recorder.camera.send(2);
  await viewer.until('picture 2', () => numbers(viewer).includes(2));
  const picky = await watch({ stream: 'main' });
  await soon('the switch', () => back.count('switch') === 1);
  for (const each of [picky, viewer]) each.close();
  await soon('both have left', () => picky.closed && viewer.closed);
  server.clock.advance(7_000);
  await soon('0x9102', () => back.count('stop') === 1);
  assert.deepEqual([back.count('start'), recorder.count('stop')], [0, 0]);
});

test('a link that is lost while pictures come: they are cut, and stopped when the device is back and nobody watches', async (t) => {
  const scene = await setPlayingScene(t);
  const { server, recorder, viewer, soon } = scene;
  recorder.device.close();
  await viewer.untilState('offline');
  viewer.close();
  await soon('the connection of its pictures is closed', () => {
    if (!recorder.camera.closed) recorder.camera.send(2);
    return recorder.camera.closed;
  });
  const back = await dialAgain(t, scene);
  server.clock.advance(5_000);
  await soon('0x9102', () => back.count('stop') === 1);
  assert.equal(back.count('start'), 0);
  await server.clock.advanceAsync(10_000);
  assert.equal(back.count('stop'), 1);
});

test('a link that is lost while pictures come, and somebody still watches: asked again when it is back, and not stopped', async (t) => {
  const scene = await setPlayingScene(t);
  const { server, recorder, viewer, soon } = scene;
  recorder.device.close();
  await viewer.untilState('offline');
  const told = viewer.states.length;
  const back = await dialAgain(t, scene);
  await soon('it is asked again', () => back.cameras.length === 1);
  back.camera.send(9, { key: true });
  await viewer.untilState('playing', told);
  await server.clock.advanceAsync(10_000);
  back.camera.send(10);
  await viewer.until('picture 10', () => numbers(viewer).includes(10));
  assert.deepEqual([back.count('start'), back.count('stop')], [1, 0]);
});

test('a takeover while pictures come of a request that was never answered: they go on, and the device is not asked again', async (t) => {
  const scene = await setLiveScene(t);
  const { server, recorder, watch, soon } = scene;
  recorder.onStart = 'mute';
  const viewer = await watch();
  await soon('the device is asked', () => recorder.count('start') === 1);
  const camera = await recorder.dial();
  camera.send(1, { key: true });
  await viewer.untilState('playing');
  const told = viewer.states.length;
  const back = await dialAgain(t, scene);
  await soon('the old link ends', () => recorder.device.closed);
  await server.clock.advanceAsync(10_000);
  camera.send(2);
  await viewer.until('picture 2', () => numbers(viewer).includes(2));
  assert.deepEqual([viewer.states.length, back.asked.length], [told, 0]);
  viewer.close();
  await soon('the viewer has left', () => viewer.closed);
  server.clock.advance(7_000);
  await soon('0x9102', () => back.count('stop') === 1);
});

test('a try that is given up when a newer one runs is not released: that would stop the newer one', async (t) => {
  const scene = await setLiveScene(t);
  const { server, recorder, watch, soon } = scene;
  recorder.onStart = 'mute';
  await watch({ channel: 2 });
  await soon('the first channel', () => recorder.count('start') === 1);
  const viewer = await watch();
  server.clock.advance(10_000);
  await soon('the second channel', () => recorder.count('start') === 2);
  server.clock.advance(2_500);
  await viewer.untilState('timeout');
  const told = viewer.states.length;
  server.clock.advance(2_000);
  await viewer.untilState('connecting', told);
  recorder.onStart = 'connect';
  server.clock.advance(5_500);
  await soon('the newer try is taken', () => recorder.cameras.some(({ channel }) => channel === 1));
  recorder.cameras.find(({ channel }) => channel === 1)?.send(1, { key: true });
  await viewer.untilState('playing', told);
  await server.clock.advanceAsync(5_000);
  viewer.close();
  await soon('the viewer has left', () => viewer.closed);
  await server.clock.advanceAsync(7_000);
  await soon('the one stop there is', () => stops(recorder, 1) === 1);
  assert.deepEqual(
    recorder.asked.filter(({ channel }) => channel === 1).map(({ what }) => what),
    ['start', 'start', 'stop'],
  );
});

test('a refused try is released, but not where the device is listened to on that channel', async (t) => {
  const scene = await setLiveScene(t);
  const { server, recorder, waiting, watch, soon } = scene;
  const listener = await Talker.open(server.ports.stream, server.admin, { deviceid: LIVE_ID, mode: 'listen' }, waiting);
  afterwards(t, () => listener.close());
  await listener.whenState(LIVE_ID, 'playing');
  recorder.onStart = 1;
  const [viewer, other] = [await watch(), await watch({ channel: 2 })];
  for (const each of [viewer, other]) await each.untilState('refused');
  await soon('0x9102', () => stops(recorder, 2) === 1);
  await server.clock.advanceAsync(1_000);
  assert.equal(stops(recorder, 1), 0);
  assert.equal(listener.statesOf(LIVE_ID).at(-1), 'playing');
});

/** The same recorder with its disk on a connection of its own. */
const diskAgain = async (
  t: TestContext,
  scene: Scene,
  habits: Parameters<typeof DiskRecorder.online>[2] = {},
): Promise<Scene> => {
  const recorder = await DiskRecorder.online(scene.server.ports, {}, habits);
  afterwards(t, () => recorder.close());
  return { ...scene, recorder };
};
const playsOn = async (scene: Scene, viewer: Viewer): Promise<void> => {
  await dialled(scene);
  send(scene, 30);
  await scene.soon('pictures', () => shown(viewer).length >= 30);
  assert.ok(!statesOf(viewer).includes('offline'), statesOf(viewer).join(' '));
};

test('a takeover while a recording is asked for: the unanswered request is stopped, and made again over the new link', async (t) => {
  const scene = await setScene(t);
  scene.recorder.onPlay = 'mute';
  const viewer = await scene.play();
  await dialled(scene);
  const back = await diskAgain(t, scene);
  await playsOn(back, viewer);
  assert.deepEqual(
    back.recorder.asked.map(({ what }) => what),
    ['stop', 'play'],
  );
});

test('a takeover while a jump is under way: the device is asked for the moment over the new link', async (t) => {
  const scene = await setScene(t);
  const viewer = await scene.play();
  await dialled(scene);
  send(scene, 30);
  await viewer.untilState('playing');
  let jumps = 0;
  scene.recorder.device.on(0x9202, () => {
    jumps += 1;
  });
  await scene.operator.get('D08', { I: LIVE_ID, S: 7, B: START_MS / 1000 + 30 });
  await scene.soon('the jump', () => jumps === 1);
  const back = await diskAgain(t, scene);
  await playsOn(back, viewer);
  const asked = back.recorder.asked.find(({ what }) => what === 'play');
  assert.equal(decodeTime(asked?.startBcd ?? ''), START_MS + 30_000);
});

test('a takeover while the device looks what it has: it is asked again; without a link the playback is offline', async (t) => {
  const scene = await setScene(t);
  Object.assign(scene.recorder, { onPlay: 1, disk: null });
  const viewer = await scene.play();
  await scene.soon('the device is asked what it has', () => scene.recorder.count('list') === 1);
  const back = await diskAgain(t, scene, { disk: null });
  await scene.soon('it is asked again', () => back.recorder.count('list') === 1);
  back.recorder.close();
  await viewer.untilState('offline');
  const last = await diskAgain(t, scene);
  await dialled(last);
  send(last, 5);
  await viewer.untilState('playing');
});
