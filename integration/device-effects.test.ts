// What the record of a device does, observed from outside: by viewers on sockets, by the recorder that is asked for video, by what is on
// disk; before and after a restart of the server.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { GENERAL_RESULT, standardItem } from '@outrider/jt808';
import { createApp } from '../apps/server/src/app.ts';
import type { Config } from '../apps/server/src/config.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { afterwards } from './support/cleanup.ts';
import { locationAt } from './support/device.ts';
import { Channel, type Json, asJson, asList, httpCall } from './support/operator.ts';
import { Recorder } from './support/recorder.ts';
import { type Account, type Server, temporaryFolder, testConfig } from './support/server.ts';
import { Talker } from './support/talk.ts';
import { until } from './support/until.ts';
import { KIND, Viewer } from './support/viewer.ts';

const ID = '13800000101';
const MAIN = 0;
const SUB = 1;

type Scene = Server & { operator: Channel; recorder: Recorder };

/** One data folder; `again` ends the server on it and starts the next, with the recorder back online. */
const setScene = async (t: TestContext, changes: Partial<Config> = {}) => {
  const data = await temporaryFolder(t);
  let running: Scene | undefined;
  let admin: Account | undefined;
  const end = async (): Promise<void> => {
    running?.recorder.close();
    running?.operator.close();
    await running?.app.close();
    running = undefined;
  };
  const start = async (): Promise<Scene> => {
    const app = await createApp(testConfig(data, { recordReserve: 0, ...changes }), { log: silentLog });
    admin ??= { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
    const server = { app, ports: app.ports, data, admin };
    const operator = await Channel.signedIn(server);
    await operator.ask('D01', { I: ID, C: 4 });
    running = { ...server, operator, recorder: await Recorder.online(server.ports) };
    return running;
  };
  afterwards(t, end);
  return {
    first: await start(),
    again: async () => {
      await end();
      return start();
    },
  };
};

const save = async ({ operator }: Scene, Z: Json): Promise<void> => void (await operator.get('D04', { I: ID, Z }));
/** As a page that leaves the stream to the server. */
const watch = (scene: Scene, channel: number, query: Record<string, string> = {}): Promise<Viewer> =>
  Viewer.ask(scene.ports.stream, scene.admin, { deviceid: ID, channel: String(channel), ...query });
const asksOf = ({ recorder }: Scene, channel: number) =>
  recorder.asked.filter((each) => each.what === 'start' && each.channel === channel);
const rowOf = async ({ operator }: Scene): Promise<Json> => asJson((await operator.get('Q05', { I: ID }))['Z']);

test('recenable -1: who watches is cut off, and nobody gets live video, until it is allowed again', async (t) => {
  const { first, again } = await setScene(t);
  const viewer = await watch(first, 1);
  await until('the recorder is asked', () => asksOf(first, 1).length > 0);
  await save(first, { recenable: -1 });
  await until('the viewer is cut off', () => viewer.ending !== null);
  assert.deepEqual(viewer.ending, { code: 1008, reason: 'Video of this device is forbidden.' });
  const forbidden = async (scene: Scene): Promise<void> => {
    const refused = await watch(scene, 1);
    assert.match(refused.status, / 403 /);
    refused.close();
  };
  await forbidden(first);
  const second = await again();
  await forbidden(second);
  assert.equal(asksOf(second, 1).length, 0, 'the recorder was not asked');
  await save(second, { recenable: 0 });
  const later = await watch(second, 1);
  assert.match(later.status, / 101 /);
  await until('the recorder is asked again', () => asksOf(second, 1).length > 0);
  later.close();
});

test('chmask: a channel that is not installed is in no list, is not watched, played or recorded; what is installed stays', async (t) => {
  const { first, again } = await setScene(t, { recordByDefault: 'full' });
  await until('all are recorded', () => [1, 2, 3, 4].every((channel) => asksOf(first, channel).length > 0));
  const [third, second] = [await watch(first, 3), await watch(first, 2)];
  await save(first, { chmask: '0010' });
  await until('who watches it is cut off', () => third.ending !== null);
  assert.deepEqual(third.ending, { code: 1008, reason: 'The device has no channel 3' });
  await until('it is let go', () => first.recorder.asked.some(({ what, channel }) => what === 'stop' && channel === 3));
  assert.equal(second.closed, false);
  second.close();
  const removed = async (scene: Scene): Promise<void> => {
    const row = await rowOf(scene);
    assert.deepEqual([row['chmask'], row['chn_count']], ['1101', 4]);
    const extra = asJson((await scene.operator.get('Q12', { I: ID }))['Z']);
    assert.deepEqual(extra['chsort'], [1, 2, 4]);
    const play = { type: 'lopb', streamid: '7', spbtime: '1790000000' };
    const refused = await watch(scene, 3);
    assert.match(refused.status, / 404 /);
    refused.close();
    const remote = { ...play, type: 'repb', duration: '60' };
    for (const query of [play, remote]) {
      const unplayed = await watch(scene, 3, query);
      await until('the playback is refused', () => unplayed.ending !== null);
      assert.deepEqual(unplayed.ending, { code: 1008, reason: 'The device has no channel 3' }, query.type);
    }
    const played = await watch(scene, 2, play);
    await until('what is installed is looked for', () => played.states.length > 0);
    assert.equal(played.ending?.reason === 'The device has no channel 2', false);
    played.close();
  };
  await removed(first);
  const later = await again();
  await until('the others are recorded', () => [1, 2, 4].every((channel) => asksOf(later, channel).length > 0));
  await removed(later);
  assert.equal(asksOf(later, 3).length, 0);
  await save(later, { chmask: '0000' });
  await until('it is recorded again', () => asksOf(later, 3).length > 0);
  assert.equal((await rowOf(later))['chmask'], '1111');
});

test('streamtype: live view and recording take the stream of the channel; who asks for the other one gets it', async (t) => {
  const { first, again } = await setScene(t, { recordStream: 'main' });
  await save(first, { streamtype: '0100' });
  const streams = async (scene: Scene): Promise<unknown[]> => {
    const viewers = [await watch(scene, 1), await watch(scene, 2), await watch(scene, 3, { stream: 'main' })];
    await until('all are asked for', () => [1, 2, 3].every((channel) => asksOf(scene, channel).length > 0));
    for (const viewer of viewers) viewer.close();
    return [1, 2, 3].map((channel) => asksOf(scene, channel)[0]?.stream);
  };
  assert.deepEqual(await streams(first), [SUB, MAIN, MAIN]);
  const second = await again();
  assert.deepEqual(await streams(second), [SUB, MAIN, MAIN]);
  const third = await again();
  await save(third, { recenable: 1 });
  await until('all are recorded', () => [1, 2, 3, 4].every((channel) => asksOf(third, channel).length > 0));
  assert.deepEqual(
    [1, 2, 3, 4].map((channel) => asksOf(third, channel)[0]?.stream),
    [SUB, MAIN, SUB, SUB],
  );
  await save(third, { streamtype: '1100' });
  const asked = third.recorder.asked;
  await until('channel 1 comes as main stream', () =>
    asked.some(({ what, channel, stream }) => what !== 'stop' && channel === 1 && stream === MAIN),
  );
});

test('recaudio: forbidden withholds sound, a single source is the talk channel, several are all; pictures go on', async (t) => {
  const { first, again } = await setScene(t);
  /** Which of two channels can be heard. */
  const heard = async (scene: Scene): Promise<string> => {
    const viewers = [await watch(scene, 1), await watch(scene, 2)];
    await until('both dial in', () => scene.recorder.cameras.filter(({ closed }) => !closed).length === 2);
    for (const camera of scene.recorder.cameras.filter(({ closed }) => !closed)) {
      camera.sendSound();
      camera.send(1, { key: true });
      camera.sendSound();
      camera.send(2);
    }
    await until('both show pictures', () => viewers.every(({ videos }) => videos.length >= 2));
    const sounds = viewers.map(({ messages }) => messages.filter(({ kind }) => kind === KIND.audio).length);
    for (const viewer of viewers) viewer.close();
    for (const camera of scene.recorder.cameras) camera.close();
    return sounds.map((count) => (count > 0 ? 'x' : '-')).join('');
  };
  assert.equal(await heard(first), 'xx', 'without a word');
  await save(first, { recaudio: -1 });
  const second = await again();
  assert.equal(await heard(second), '--');
  await save(second, { recaudio: 0, talkch: 2 });
  const third = await again();
  assert.equal(await heard(third), '-x');
  await save(third, { recaudio: 2 });
  const fourth = await again();
  assert.equal(await heard(fourth), 'xx');
});

test('talkch: who talks reaches that channel of the recorder, before and after a restart', async (t) => {
  const { first, again } = await setScene(t);
  const talked = async (scene: Scene, channel: number): Promise<void> => {
    const talker = await Talker.open(scene.ports.stream, scene.admin, { deviceid: ID });
    await until('the recorder is asked', () => scene.recorder.count('start') > 0);
    assert.deepEqual(
      scene.recorder.asked.filter(({ what }) => what === 'start').map((each) => each.channel),
      [channel],
    );
    talker.close();
  };
  await talked(first, 1);
  await save(first, { talkch: 3 });
  await talked(await again(), 3);
});

test('recplan: exactly its channels are recorded, at once and after a restart', async (t) => {
  const { first, again } = await setScene(t);
  const recorded = (scene: Scene) => [1, 2, 3, 4].filter((channel) => asksOf(scene, channel).length > 0);
  await save(first, { recenable: 2, recplan: '0101' });
  await until('channels 2 and 4 are asked for', () => recorded(first).join() === '2,4');
  await save(first, { recplan: '0011' });
  await until('channel 3 is asked for', () => recorded(first).join() === '2,3,4');
  const stopped = (): boolean => first.recorder.asked.some(({ what, channel }) => what === 'stop' && channel === 2);
  await until('channel 2 is let go', stopped);
  const second = await again();
  await until('channels 3 and 4 are asked for', () => recorded(second).join() === '3,4');
  await save(second, { recenable: 0 });
  await until('both are let go', () => second.recorder.count('stop') >= 2);
});

test('names and order of channels are those of the lists, also after a restart', async (t) => {
  const { first, again } = await setScene(t);
  await save(first, { chnames: 'Front,Door,,Rear', chsort: '4,1,2,3', icon: 5, driver: 'Ann' });
  const told = async (scene: Scene): Promise<void> => {
    const extra = asJson((await scene.operator.get('Q12', { I: ID }))['Z']);
    assert.deepEqual(
      [extra['chnames'], extra['chsort']],
      [
        ['Front', 'Door', '', 'Rear'],
        [4, 1, 2, 3],
      ],
    );
    const row = await rowOf(scene);
    assert.deepEqual([row['icon'], row['drivername']], [5, 'Ann']);
  };
  await told(first);
  await told(await again());
});

test('videolossinterval: a loss within it after one is no event of its own, before and after a restart; the talk channel is told', async (t) => {
  const { first, again } = await setScene(t);
  await save(first, { videolossinterval: 60, talkch: 3 });
  const startMs = Math.floor(Date.now() / 1000) * 1000 - 600_000;
  const lose = async ({ recorder }: Scene, seconds: readonly number[]): Promise<void> => {
    for (const second of seconds)
      for (const [after, videoAlarm] of [
        [0, 1],
        [2, 0],
      ] as const) {
        const items = [standardItem(0x14, { videoAlarm })];
        const sent = recorder.device.locate(locationAt(startMs + (second + after) * 1000, { items }));
        assert.equal(await sent, GENERAL_RESULT.done);
      }
  };
  const losses = async ({ ports, admin }: Scene): Promise<number[]> => {
    const span = { start: startMs / 1000 - 10, end: startMs / 1000 + 600 };
    const { body } = await httpCall(ports.http, 'POST', '/gkevent/trackevents', {
      account: admin,
      input: { deviceid: ID, ...span },
    });
    return asList(body).map(({ eventtimeutc }) => Number(eventtimeutc) - startMs / 1000);
  };
  await lose(first, [0, 20, 40, 70]);
  await until('the last loss is an event', async () => (await losses(first)).includes(70));
  assert.deepEqual(await losses(first), [0, 70]);
  const second = await again();
  await lose(second, [90, 140]);
  await until('the next one is an event', async () => (await losses(second)).includes(140));
  assert.deepEqual(await losses(second), [0, 70, 140]);
  assert.equal(asJson((await second.operator.get('Q12', { I: ID }))['Z'])['talkchannel'], 3);
});
