// How much a remote playback takes from the device: no more than is shown and read, nothing while nobody looks for long.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asJson } from './support/operator.ts';
import { dialled, ID, type Scene, send, setScene, shown, START_MS } from './support/remote-scene.ts';

const status = async ({ operator }: Scene, letters: object = {}) =>
  asJson((await operator.get('D08', { I: ID, S: 7, ...letters }))['Z']);
const counted = (scene: Scene, what: 'pause' | 'stop' | 'start' | 'fast' | 'seek', times: number) =>
  scene.soon(`${times} times ${what}`, () => scene.recorder.count(what) >= times);

test('a device that sends faster than it is shown is told to pause, and to go on when its frames are shown', async (t) => {
  const scene = await setScene(t);
  const viewer = await scene.play();
  await dialled(scene);
  send(scene, 25 * 30);
  await counted(scene, 'pause', 1);
  const newest = Math.max(...shown(viewer).map(({ presentationUs }) => presentationUs / 1000));
  const { currentTime } = await status(scene);
  assert.ok(newest <= Number(currentTime) * 1000 + 3500, 'two seconds ahead, and no more, is sent');
  await counted(scene, 'start', 1);
  send(scene, 25, 25 * 30);
  await scene.soon('the rest', () => shown(viewer).length >= 25 * 31);
});

test('slower than the device can, it is paced here; faster ones are asked of it, up to sixteen times', async (t) => {
  const scene = await setScene(t);
  const viewer = await scene.play({ speed: 0.5 });
  await dialled(scene);
  send(scene, 25 * 4);
  await scene.soon('all of it', () => shown(viewer).length >= 100);
  assert.equal(scene.recorder.count('fast'), 0);
  for (const [speed, times] of [
    [2, 1],
    [4, 2],
    [16, 3],
  ] as const) {
    await status(scene, { V: speed });
    await counted(scene, 'fast', times);
  }
  await status(scene, { V: 0.2 });
  await counted(scene, 'seek', 1);
  await counted(scene, 'start', 1);
});

test('a browser that reads nothing does not fill the server: the device is told to pause, at last to stop, and plays on later', async (t) => {
  const scene = await setScene(t);
  const viewer = await scene.play({ cover: 1 });
  await dialled(scene);
  viewer.pause();
  const big = 200_000;
  for (let i = 0; i < 60; i += 1) scene.recorder.camera.send(i, { key: true, bytes: big });
  await counted(scene, 'pause', 1);
  for (let i = 60; i < 260; i += 1) scene.recorder.camera.send(i, { key: true, bytes: big });
  await counted(scene, 'stop', 1);
  viewer.resume();
  await dialled(scene, 2);
  const again = scene.recorder.asked.filter(({ what }) => what === 'play').at(-1);
  assert.notEqual(again?.startBcd, scene.recorder.asked[0]?.startBcd, 'it goes on where it was, not from the start');
});

test('a playback that is paused for long costs the device nothing, and resumes where it was', async (t) => {
  const scene = await setScene(t);
  const viewer = await scene.play();
  await dialled(scene);
  send(scene, 25 * 20);
  await scene.soon('some of it', () => shown(viewer).length >= 30);
  await status(scene, { V: 0 });
  await counted(scene, 'pause', 1);
  await counted(scene, 'stop', 1);
  assert.equal((await status(scene))['state'], 'paused');
  await status(scene, { V: 1 });
  await dialled(scene, 2);
  assert.equal(scene.recorder.count('play'), 2);
});

test('what stays away on one channel does not keep the others waiting for ever', async (t) => {
  const scene = await setScene(t);
  const first = await scene.play({ chs: 3 });
  await dialled(scene);
  send(scene, 25 * 4);
  scene.recorder.onPlay = 'stay-away';
  const second = await scene.play({ channel: 2, chs: 3 });
  await scene.soon('the first plays', () => shown(first).length >= 25);
  await scene.soon('the second gives up', () =>
    second.states.some(({ state }) => state === 'none' || state === 'timeout'),
  );
  assert.ok((shown(first).at(-1)?.presentationUs ?? 0) / 1000 >= START_MS + 1000);
});
