// Playback of devices that refuse, fall silent, disappear or send strange times; limits, scope and the end on every path. The device
// does what the test says, and the server's time is driven.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rights, type Right } from '@outrider/contract';
import { decodeTime } from '@outrider/jt808';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { afterwards } from './support/cleanup.ts';
import { DiskRecorder, resourceOf } from './support/disk-recorder.ts';
import { Channel, asJson, asList, httpCall } from './support/operator.ts';
import { numberOf } from './support/recorder.ts';
import { dialled, ID, PICTURE_MS, type Scene, send, setScene, shown, START_MS } from './support/remote-scene.ts';
import { until } from './support/until.ts';
import { KIND, type Viewer } from './support/viewer.ts';

const lastState = (viewer: Viewer) => asJson(viewer.states.at(-1));
const stopped = (scene: Scene, times = 1) =>
  scene.soon('the device is told to stop', () => scene.recorder.count('stop') >= times);

test('a device that refuses and has nothing there: No Record; one that has it and refuses: its refusal', async (t) => {
  const scene = await setScene(t);
  scene.recorder.onPlay = 1;
  const none = await scene.play();
  const said = await none.untilState('none');
  assert.equal(said['message'], 'No Record');
  none.close();
  scene.recorder.disk = [resourceOf(START_MS - 60_000, START_MS + 300_000)];
  const refused = await scene.play({ streamid: 8, spbtime: START_MS / 1000 + 10 });
  const answer = await refused.untilState('refused');
  assert.match(String(answer['message']), /refused/);
  assert.equal((await scene.operator.get('D08', { I: ID, S: 8 }))['R'], '1');
  assert.equal(asJson((await scene.operator.get('D08', { I: ID, S: 8 }))['Z'])['state'], 'failed');
});

test('a device that says yes and never sends: timeout, and it is told to stop', async (t) => {
  const scene = await setScene(t);
  scene.recorder.onPlay = 'stay-away';
  scene.recorder.disk = [resourceOf(START_MS - 60_000, START_MS + 300_000)];
  const viewer = await scene.play();
  const said = await viewer.untilState('timeout');
  assert.equal(said['message'], 'The device sends no video');
  await stopped(scene);
  assert.equal(scene.recorder.count('stop'), 1);
});

test('times that only differ are put where they were asked for; equal and backward ones neither stop nor turn the playback', async (t) => {
  const scene = await setScene(t);
  const viewer = await scene.play();
  await dialled(scene);
  send(scene, 26);
  scene.recorder.camera.jump(-40n);
  send(scene, 1, 26);
  scene.recorder.camera.jump(-900_000n);
  send(scene, 30, 27);
  await scene.soon('all pictures', () => viewer.videos.length >= 57);
  const times = viewer.videos.map(({ presentationUs }) => presentationUs / 1000 - START_MS);
  assert.deepEqual(
    viewer.videos.map(({ body }) => numberOf(body)),
    Array.from({ length: 57 }, (_, i) => i),
  );
  assert.equal(times[0], 0);
  assert.equal(times[25], 25 * PICTURE_MS);
  assert.ok(
    times.every((timeMs, i) => i === 0 || timeMs > (times[i - 1] ?? 0)),
    'time never stands or falls',
  );
  assert.ok((times.at(-1) ?? 0) < 60 * PICTURE_MS, 'a clock that was set back makes no gap');
});

test('a device that disappears in the middle: offline, and the playback goes on when it is back', async (t) => {
  const scene = await setScene(t);
  const viewer = await scene.play();
  await dialled(scene);
  send(scene, 30);
  await scene.soon('the first pictures', () => shown(viewer).length >= 30);
  scene.recorder.close();
  const said = await viewer.untilState('offline');
  assert.equal(said['message'], 'The device is offline');
  assert.equal(asJson((await scene.operator.get('D08', { I: ID, S: 7 }))['Z'])['message'], 'The device is offline');
  const back = await DiskRecorder.online(scene.server.ports);
  afterwards(t, () => back.close());
  const again = { ...scene, recorder: back };
  await dialled(again);
  const from = decodeTime(back.asked.find(({ what }) => what === 'play')?.startBcd ?? '');
  assert.equal(from, START_MS + 1000, 'from the second in which it stopped');
  back.camera.jump(5_000_000n);
  send(again, 50, 25);
  await scene.soon('pictures behind those before', () =>
    shown(viewer).some(({ presentationUs }) => presentationUs / 1000 > START_MS + 1500),
  );
  const numbers = shown(viewer).map(({ body }) => numberOf(body));
  assert.deepEqual(numbers, [...new Set(numbers)], 'no picture is shown twice');
});

test('a device that falls silent in the middle is asked again, and what it does not have any more ends the playback', async (t) => {
  const scene = await setScene(t);
  const viewer = await scene.play();
  await dialled(scene);
  send(scene, 30);
  await scene.soon('the first pictures', () => shown(viewer).length >= 30);
  await dialled(scene, 2);
  assert.ok(scene.recorder.count('stop') >= 1, 'the silent playback was stopped');
  scene.recorder.camera.close();
  await viewer.untilState('ended');
  assert.equal(lastState(viewer)['message'], '');
  await stopped(scene, scene.recorder.count('play')); // the viewer may know of the end first
  assert.equal(scene.recorder.count('stop'), scene.recorder.count('play'), 'each request is followed by a stop');
});

test('a device that answers with 0x1205 or not at all and just plays is playing', async (t) => {
  const scene = await setScene(t);
  scene.recorder.onPlay = 'list';
  const first = await scene.play();
  await dialled(scene);
  send(scene, 5);
  await first.untilState('playing');
  first.close();
  await stopped(scene);
  scene.recorder.onPlay = 'mute';
  const second = await scene.play({ streamid: 8 });
  await dialled(scene, 2);
  send(scene, 5);
  await second.untilState('playing');
});

test('a recording that begins later is a gap; a newer socket of the playback takes the channel over, another window does not', async (t) => {
  const scene = await setScene(t);
  scene.recorder.disk = [resourceOf(START_MS + 20_000, START_MS + 40_000)];
  scene.recorder.onPlay = 1;
  const viewer = await scene.play();
  await scene.soon('the list was asked', () => scene.recorder.count('list') > 0);
  scene.recorder.onPlay = 'connect';
  await dialled(scene);
  send(scene, 30);
  await viewer.untilState('playing');
  const first = await viewer.until('the first picture', () => shown(viewer)[0]); // behind the state
  assert.equal(first.presentationUs, (START_MS + 20_000) * 1000);
  const own = await scene.play();
  await scene.soon('the older one ends', () => viewer.closed);
  await own.untilState('opening');
  const window = await scene.play({ streamid: 8 });
  assert.equal((await window.untilState('limit'))['message'], 'You play this channel of the device in another window');
  const next = await scene.play({ streamid: 9 });
  own.close();
  await next.untilState('opening');
});

test('a playback that is over holds the device for nobody: another account plays, a fetch goes on, and a jump back asks whose turn it is', async (t) => {
  const scene = await setScene(t);
  const { server, recorder } = scene;
  const hash = toPasswordHash('Sesame-1');
  const granted = { level: 1 as const, rights: new Set(rights), expiresMs: null, groupIds: [1] };
  await server.app.users.add({ name: 'ann', passwordHash: hash, ...granted });
  recorder.onPlay = 1;
  const first = await scene.play();
  await first.untilState('none');
  recorder.onPlay = 'connect';
  const other = await scene.play({}, { user: 'ann', hash });
  await dialled(scene);
  send(scene, 30);
  await other.untilState('playing');
  assert.equal(first.closed, false);
  await scene.operator.get('D08', { I: ID, S: 7, B: START_MS / 1000 + 5 });
  assert.equal((await first.untilState('limit'))['message'], 'Somebody else plays this channel of the device');
  assert.equal(recorder.count('play'), 2, 'the device is not asked for two recordings of one channel');
  other.close();
  const dialsAgain = async (): Promise<boolean> => {
    if (lastState(first)['state'] === 'limit')
      await scene.operator.get('D08', { I: ID, S: 7, B: START_MS / 1000 + 10 });
    return recorder.cameras.length >= 2;
  };
  await until('the device is asked for the first one', dialsAgain, scene.waiting);
  send(scene, 30);
  await scene.soon('it plays again', () => lastState(first)['state'] === 'playing');
  recorder.disk = [];
  recorder.camera.close();
  await scene.soon('its end', () => lastState(first)['state'] === 'ended');
  recorder.disk = [resourceOf(START_MS - 60_000, START_MS + 300_000)];
  const cancelling = new AbortController();
  const fetching = server.app.footage.fetch({
    deviceKey: 1,
    channel: 1,
    stream: 'main',
    audio: true,
    fromMs: START_MS + 60_000,
    toMs: START_MS + 70_000,
    patienceMs: 600_000,
    signal: cancelling.signal,
  });
  const ended = assert.rejects(fetching, { message: 'cancelled' });
  await dialled(scene, 3);
  cancelling.abort();
  await ended;
  await scene.play();
  await scene.soon('a newer socket of the playback takes the place of one at its end too', () => first.closed);
});

test('a socket that is opened again in the middle goes on there, under the number of the newest jump, and reaches back before it', async (t) => {
  const scene = await setScene(t);
  const viewer = await scene.play({ at: START_MS / 1000 + 20.5, generation: 3 });
  await dialled(scene);
  send(scene, 40);
  const playing = await viewer.untilState('playing');
  assert.deepEqual([playing['generation'], playing['timeMs']], [3, START_MS + 20_000], 'from the key frame before');
  const first = await viewer.until('the first picture', () => shown(viewer)[0]); // behind the state
  assert.equal(first.presentationUs, (START_MS + 20_520) * 1000);
  const { Z } = await scene.operator.get('D08', { I: ID, S: 7, F: -10 });
  const { generation, currentTime } = asJson(Z);
  assert.equal(generation, 4);
  assert.ok(Number(currentTime) < START_MS / 1000 + 20, `${Number(currentTime) - START_MS / 1000}`);
  const beyond = await scene.play({ channel: 2, streamid: 8, at: START_MS / 1000 + 500 });
  await beyond.untilState('opening');
  assert.equal(asJson(beyond.states[0])['timeMs'], START_MS + 59_999, 'never behind the span');
});

test('stop on every path: socket closed, account changed, right of sight lost, server stopped', async (t) => {
  const scene = await setScene(t);
  const { server, recorder } = scene;
  const closing = await scene.play();
  await dialled(scene);
  closing.close();
  await stopped(scene, 1);
  const hash = toPasswordHash('Sesame-1');
  const account = {
    name: 'ann',
    passwordHash: hash,
    level: 1 as const,
    rights: new Set(rights),
    expiresMs: null,
    groupIds: [1],
  };
  const { id } = await server.app.users.add(account);
  const ann = await scene.play({}, { user: 'ann', hash });
  await dialled(scene, 2);
  server.app.bus.publish('account.ended', { userId: id, userName: 'ann' });
  await stopped(scene, 2);
  assert.ok(await scene.soon('her socket ends', () => ann.closed));
  await scene.play();
  await dialled(scene, 3);
  const ended = server.app.close();
  await stopped(scene, 3);
  await scene.soon('the media connection ends', () => recorder.camera.closed);
  await ended;
});

test('limits and scope: another account waits, another group sees no device, the future and a missing channel have no record', async (t) => {
  const scene = await setScene(t);
  const { server } = scene;
  const hash = toPasswordHash('Sesame-1');
  const add = (name: string, groupIds: number[], granted: readonly Right[] = rights) =>
    server.app.users.add({ name, passwordHash: hash, level: 1, rights: new Set(granted), expiresMs: null, groupIds });
  await add('ann', [1]);
  await add('bob', []);
  await add(
    'eve',
    [1],
    rights.filter((right) => right !== 'P_repb'),
  );
  await scene.play();
  await dialled(scene);
  const ann = { user: 'ann', hash };
  const busy = await scene.play({}, ann);
  assert.equal((await busy.untilState('limit'))['message'], 'Somebody else plays this channel of the device');
  const hidden = await scene.play({ channel: 2 }, { user: 'bob', hash });
  const unknown = await scene.play({ deviceid: 'NONE' });
  const words = [await hidden.untilState('forbidden'), await unknown.untilState('forbidden')];
  assert.deepEqual(
    words.map(({ message }) => String(message).replace(/\S+$/, '')),
    ['Unknown device ', 'Unknown device '],
  );
  const barred = await scene.play({ channel: 2 }, { user: 'eve', hash });
  assert.match(barred.status, / 403 /);
  const future = await scene.play({ channel: 2, streamid: 9, spbtime: START_MS / 1000 + 400 * 86_400 });
  assert.equal((await future.untilState('none'))['message'], 'No Record');
  const missing = await scene.play({ channel: 9 });
  assert.equal((await missing.untilState('none'))['message'], 'The device has no channel 9');
  const long = await scene.play({ channel: 2, duration: 90_000 });
  assert.match(long.status, / 400 /);
  const other = await Channel.signedIn(server, ann, scene.waiting);
  afterwards(t, () => other.close());
  const [steered] = await other.ask('D08', { I: ID, S: 7, V: 0 });
  assert.equal(steered?.['R'], '404', 'nobody steers the playback of somebody else');
  assert.equal(scene.recorder.count('play'), 1);
});

test('record lists: sub-packages, wrong counts, slow, refusing, silent and absent devices', async (t) => {
  const scene = await setScene(t, 2);
  const { server, recorder } = scene;
  const ask = (changes: object = {}) => {
    const input = {
      deviceid: ID,
      channels: [1],
      from: START_MS / 1000,
      to: START_MS / 1000 + 86_400,
      fresh: true,
      ...changes,
    };
    const reply = httpCall(server.ports.http, 'POST', '/gkdevice/recordlist', { account: server.admin, input });
    let body: ReturnType<typeof asJson> | undefined;
    void reply.then((answer) => {
      body = asJson(answer.body);
    });
    return until('an answer', () => body, { between: () => server.clock.advance(200) });
  };
  recorder.disk = Array.from({ length: 200 }, (_, i) =>
    resourceOf(START_MS + i * 300_000, START_MS + (i + 1) * 300_000, {
      alarmFlags: i === 1 ? 1n << 29n : i === 2 ? 2n : 0n,
    }),
  );
  recorder.total = 7;
  const whole = await ask();
  const records = asList(whole['records']);
  assert.equal(records.length, 200, 'what is there counts, not what the device says of it');
  assert.deepEqual(
    records.slice(0, 4).map(({ type }) => type),
    [0, 1, 2, 0],
  );
  assert.deepEqual([records[0]?.['start'], records[0]?.['end']], [START_MS / 1000, START_MS / 1000 + 300]);
  const [first] = recorder.asked;
  assert.deepEqual([first?.startBcd, first?.channel], ['260101040000', 1], 'in the zone of the device');
  recorder.disk = 3;
  assert.deepEqual([(await ask())['device'], recorder.count('list')], ['refused', 2]);
  recorder.disk = null;
  const silent = await ask();
  assert.deepEqual(
    [silent['device'], silent['hasError'], silent['message']],
    ['timeout', 0, 'The device did not answer'],
  );
  recorder.close();
  await scene.soon('the device is gone', () => server.app.recordings !== undefined && recorder.device.closed);
  assert.equal(
    (
      await until(
        'offline',
        async () => {
          const answer = await ask();
          return answer['device'] === 'offline' && answer;
        },
        scene.waiting,
      )
    )['message'],
    'The device is offline',
  );
  assert.match(String((await ask({ to: START_MS / 1000 - 1 }))['message']), /before from/);
  assert.match(String((await ask({ to: START_MS / 1000 + 40 * 86_400 }))['message']), /31 days/);
  assert.equal((await ask({ channels: [3] }))['message'], 'The device has no channel 3');
});

test('a list in several whole messages is put together, repeats counted once; what stays away is said, however much is claimed', async (t) => {
  const { server, recorder } = await setScene(t, 2);
  const ask = () => {
    const input = { deviceid: ID, channels: [1], from: START_MS / 1000, to: START_MS / 1000 + 86_400, fresh: true };
    const reply = httpCall(server.ports.http, 'POST', '/gkdevice/recordlist', { account: server.admin, input });
    let body: ReturnType<typeof asJson> | undefined;
    void reply.then((answer) => {
      body = asJson(answer.body);
    });
    return until('an answer', () => body, { between: () => server.clock.advance(100) });
  };
  const outcome = async () => {
    const { device, incomplete, records } = await ask();
    return [device, incomplete, new Set(asList(records).map(({ start }) => start)).size, asList(records).length];
  };
  recorder.disk = Array.from({ length: 70 }, (_, i) =>
    resourceOf(START_MS + i * 300_000, START_MS + (i + 1) * 300_000),
  );
  recorder.parts = [
    [0, 25],
    [25, 50],
    [20, 50],
    [50, 70],
  ];
  assert.deepEqual(await outcome(), ['answered', false, 70, 70]);
  recorder.parts = [
    [0, 25],
    [25, 50],
  ];
  assert.deepEqual(await outcome(), ['answered', true, 50, 50]);
  recorder.total = 0xffff_ffff;
  assert.deepEqual(await outcome(), ['answered', true, 50, 50]);
  assert.equal(recorder.count('list'), 3, 'asked once each time: an answer came');
});

test('the sound of a device whose sound is forbidden does not come with what it recorded either; its pictures do', async (t) => {
  const scene = await setScene(t);
  const sounds = (viewer: Viewer) => viewer.messages.filter(({ kind }) => kind === KIND.audio).length;
  const sendBoth = (): void => {
    for (let i = 0; i < 50; i += 1) {
      scene.recorder.camera.send(i, { key: i % 25 === 0 });
      scene.recorder.camera.sendSound();
    }
  };
  await scene.operator.get('D04', { I: ID, Z: { recaudio: -1 } });
  const first = await scene.play();
  await dialled(scene);
  sendBoth();
  await scene.soon('pictures', () => shown(first).length >= 25);
  assert.equal(sounds(first), 0);
  first.close();
  await scene.operator.get('D04', { I: ID, Z: { recaudio: 3 } });
  const second = await scene.play({ streamid: 8, spbtime: START_MS / 1000 + 600 });
  await dialled(scene, 2);
  sendBoth();
  await scene.soon('sound', () => sounds(second) > 0);
});
