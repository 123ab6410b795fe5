// Live video from a device's media connection to viewers of ws.cgi: what is asked of the device, what each viewer gets and is told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterwards } from './support/cleanup.ts';
import { LIVE_ID, numbers, setLiveScene, setPlayingScene } from './support/live-scene.ts';
import { Channel, asJson, asList, httpCall, refusals } from './support/operator.ts';
import { Recorder } from './support/recorder.ts';
import type { Server } from './support/server.ts';
import { until } from './support/until.ts';
import { FLAG, KIND, Viewer } from './support/viewer.ts';

const MAIN = 0;
const SUB = 1;

const metric = async ({ ports, admin }: Server, name: string): Promise<number> => {
  const { body } = await httpCall(ports.http, 'GET', '/metrics', { account: admin });
  return Number(new RegExp(`^outrider_${name} (\\d+)$`, 'm').exec(String(body))?.[1]);
};

test('a device that accepts and never connects: timeout in words, 0x9102, and another try', async (t) => {
  const { server, recorder, watch, soon } = await setLiveScene(t);
  recorder.onStart = 'stay-away';
  const viewer = await watch();
  await viewer.untilState('waiting');
  assert.equal(recorder.count('stop'), 0);
  server.clock.advance(12_000);
  const timeout = await viewer.untilState('timeout');
  assert.equal(
    timeout['message'],
    `The device accepted but sent no picture to 127.0.0.1, port ${server.ports.mediaLive}`,
  );
  assert.ok(Number(timeout['retryInMs']) > 0);
  await soon('0x9102', () => recorder.count('stop') === 1);
  recorder.onStart = 'connect';
  server.clock.advance(2000);
  await soon('the device is asked again and dials in', () => recorder.cameras.length === 1);
  recorder.camera.send(1, { key: true });
  await viewer.untilState('playing');
  assert.equal(recorder.count('start'), 2);
});

test('a device that connects and never sends: its connection is closed and listed, the viewer is told', async (t) => {
  const { server, recorder, watch, soon } = await setLiveScene(t);
  const viewer = await watch();
  await soon('the device dials in', () => recorder.cameras.length === 1);
  await until('the connection is taken', async () => (await metric(server, 'media_connections')) === 1);
  server.clock.advance(12_500);
  await viewer.untilState('timeout');
  await soon('the connection is closed', () => recorder.camera.closed);
  const reasons = (await refusals(server)).map(({ reason }) => reason);
  assert.deepEqual(reasons, ['media connection without data']);
});

test('a device that refuses is asked again later, less and less often', async (t) => {
  const { server, recorder, watch, soon } = await setLiveScene(t);
  recorder.onStart = 1;
  const viewer = await watch();
  const refused = await viewer.untilState('refused');
  assert.match(String(refused['message']), /refused/);
  for (const [i, delayMs] of [2000, 4000, 8000].entries()) {
    server.clock.advance(delayMs - 500);
    assert.equal(recorder.count('start'), i + 1);
    server.clock.advance(600);
    await soon('another request', () => recorder.count('start') === i + 2);
    await soon('it is refused', () => viewer.states.filter(({ state }) => state === 'refused').length >= i + 2);
  }
});

test('a media connection cut in mid-stream: reconnecting, asked again, back at a key picture', async (t) => {
  const { server, recorder, viewer, soon } = await setPlayingScene(t);
  recorder.camera.send(2);
  await viewer.until('picture 2', () => viewer.videos.length === 2);
  recorder.camera.close();
  await viewer.untilState('reconnecting');
  const told = viewer.states.length;
  server.clock.advance(2000);
  await soon('the device dials in again', () => recorder.cameras.length === 2);
  recorder.camera.send(9); // nobody can decode it: the key picture comes later
  recorder.camera.send(10, { key: true });
  await viewer.untilState('playing', told);
  await viewer.until('picture 10', () => viewer.videos.length === 3);
  assert.deepEqual(numbers(viewer), [1, 2, 10]);
});

test('a link that is lost: offline in words; when the device is back the picture comes by itself', async (t) => {
  const { server, recorder, viewer, soon } = await setPlayingScene(t);
  recorder.close();
  await viewer.untilState('offline');
  const told = viewer.states.length;
  const back = await Recorder.online(server.ports);
  afterwards(t, () => back.close());
  await soon('the device is asked', () => back.cameras.length === 1);
  back.camera.send(50, { key: true });
  await viewer.untilState('playing', told);
  await viewer.until('picture 50', () => numbers(viewer).includes(50));
});

test('two viewers, one request; the joiner starts with the key picture, then both get the same without gap or repeat', async (t) => {
  const { recorder, watch, viewer } = await setPlayingScene(t);
  for (const number of [2, 3]) recorder.camera.send(number);
  await viewer.until('picture 3', () => viewer.videos.length === 3);
  const joiner = await watch();
  await joiner.until('what the others have seen', () => joiner.videos.length === 3);
  recorder.camera.send(4);
  await joiner.until('picture 4', () => joiner.videos.length === 4);
  await viewer.until('picture 4', () => viewer.videos.length === 4);
  assert.equal(recorder.count('start'), 1);
  assert.deepEqual(numbers(joiner), [1, 2, 3, 4]);
  assert.deepEqual(numbers(viewer), [1, 2, 3, 4]);
  const [first] = joiner.messages;
  assert.equal(first?.kind, KIND.parameterSets, 'what is needed to decode comes first');
  assert.deepEqual(
    joiner.videos.map(({ flags }) => flags & (FLAG.key | FLAG.replay)),
    [FLAG.key | FLAG.replay, FLAG.replay, FLAG.replay, 0],
  );
  assert.deepEqual(
    viewer.videos.map(({ presentationUs }) => presentationUs - (viewer.videos[0]?.presentationUs ?? 0)),
    [0, 40_000, 80_000, 120_000],
  );
});

test('[F-CMD-015] what comes from a device is the download of Q10, what goes to its viewers the upload: twice as much for two', async (t) => {
  const { server, recorder, watch, viewer } = await setPlayingScene(t);
  const joiner = await watch();
  await joiner.until('what the other has seen', () => joiner.videos.length === 1);
  const operator = await Channel.signedIn(server);
  const rates = async (): Promise<{ up: number; down: number }> => {
    server.clock.advance(4000); // a whole window of the measurement
    const status = asJson((await operator.get('Q10'))['Z']);
    return { up: Number(status['uploadBps']), down: Number(status['downloadBps']) };
  };
  await rates();
  for (let number = 2; number <= 11; number += 1) recorder.camera.send(number, { bytes: 8000 });
  // No time passes meanwhile, whatever this machine does: rates are exact.
  await until('all pictures', () => [viewer, joiner].every(({ videos }) => videos.length === 11));
  const { up, down } = await rates();
  assert.ok(down > 18_000 && down < 24_000, `80 kB in four seconds: ${down}`);
  assert.ok(up / down > 1.8 && up / down < 2.2, `${up} up, ${down} down`);
});

test('sound is heard in its place among the pictures, and before the first one too', async (t) => {
  const { recorder, watch, soon } = await setLiveScene(t);
  const viewer = await watch();
  await soon('the device dials in', () => recorder.cameras.length === 1);
  recorder.camera.send(0); // no key picture: nobody can decode it
  recorder.camera.sendSound();
  await viewer.until('the sound', () => viewer.messages.length === 1);
  recorder.camera.send(1, { key: true });
  recorder.camera.sendSound();
  recorder.camera.send(2);
  await viewer.until('picture 2', () => viewer.videos.length === 2);
  const kinds = viewer.messages.map(({ kind }) => kind);
  assert.deepEqual(kinds, [KIND.audio, KIND.parameterSets, KIND.video, KIND.audio, KIND.video]);
});

const LARGE = 150_000;

test('a viewer that does not keep up drops to the next key picture and is told; the other one gets everything', async (t) => {
  const { recorder, watch, viewer } = await setPlayingScene(t);
  const slow = await watch();
  await slow.until('the join', () => slow.videos.length === 1);
  slow.pause();
  const COUNT = 200;
  for (let number = 2; number <= COUNT; number += 1) {
    recorder.camera.send(number, { key: number % 10 === 1, bytes: LARGE });
    await viewer.until(`picture ${number}`, () => viewer.videos.length === number);
  }
  assert.deepEqual(
    numbers(viewer),
    Array.from({ length: COUNT }, (_, i) => i + 1),
  );
  slow.resume();
  let next = COUNT;
  await slow.until('the slow one is back', () => {
    next += 1;
    recorder.camera.send(next, { key: next % 10 === 1 });
    return numbers(slow).at(-1) === next - 1 && slow.videos.length > 20;
  });
  const seen = numbers(slow);
  const jumps = seen.flatMap((number, i) => (i > 0 && number !== (seen[i - 1] ?? 0) + 1 ? [i] : []));
  assert.ok(jumps.length > 0, 'it lost pictures');
  for (const i of jumps) assert.ok((slow.videos[i]?.flags ?? 0) & FLAG.key, 'after a gap comes a key picture');
  const lost = (seen.at(-1) ?? 0) - seen.length;
  // The state comes behind the picture.
  await slow.until(`the state tells how many: ${lost}`, () => slow.states.at(-1)?.['dropped'] === lost);
});

test('a viewer that never reads is bounded, cut after half a minute, and nobody else notices', async (t) => {
  const { server, recorder, watch, viewer } = await setPlayingScene(t);
  const asleep = await watch();
  await asleep.until('the join', () => asleep.videos.length === 1);
  asleep.pause();
  let number = 1;
  const viewers = (): Promise<number> => metric(server, 'viewers');
  for (let second = 0; second < 60 && (await viewers()) === 2; second += 1) {
    for (let i = 0; i < 8; i += 1) {
      number += 1;
      recorder.camera.send(number, { key: number % 20 === 1, bytes: LARGE });
    }
    await viewer.until(`picture ${number}`, () => viewer.videos.length === number);
    server.clock.advance(1000);
  }
  assert.equal(await viewers(), 1, 'the sleeper is no viewer any more');
  assert.deepEqual(
    numbers(viewer),
    Array.from({ length: number }, (_, i) => i + 1),
  );
  asleep.resume();
  await asleep.until('its end', () => asleep.closed);
});

test('main while anybody needs it, sub else: switched at once upwards, after a grace downwards', async (t) => {
  const { server, recorder, watch, viewer, soon } = await setPlayingScene(t);
  assert.deepEqual(recorder.asked, [{ what: 'start', channel: 1, stream: SUB }]);
  const picky = await watch({ stream: 'main' });
  await soon('the switch to main', () => recorder.count('switch') === 1);
  assert.deepEqual(recorder.asked.at(-1), { what: 'switch', channel: 1, stream: MAIN });
  await viewer.until('the first viewer is told', () => viewer.states.at(-1)?.['stream'] === 'main');
  recorder.camera.send(2, { key: true });
  await viewer.until('picture 2', () => viewer.videos.length === 2);
  assert.deepEqual(
    viewer.videos.map(({ flags }) => flags & FLAG.sub),
    [FLAG.sub, 0],
  );
  picky.close();
  await until('the switch back to sub', () => recorder.count('switch') === 2, {
    between: () => {
      recorder.camera.send(3);
      server.clock.advance(100);
    },
  });
  assert.deepEqual(recorder.asked.at(-1), { what: 'switch', channel: 1, stream: SUB });
  viewer.say('{"stream":"main"}');
  await soon('a viewer that changes its mind', () => recorder.count('switch') === 3);
  assert.equal(recorder.count('start'), 1);
});

test('a device that refuses to switch is stopped and asked again', async (t) => {
  const { recorder, watch, soon } = await setPlayingScene(t);
  recorder.switchResult = 3;
  await watch({ stream: 'main' });
  await soon('stop and start', () => recorder.count('stop') === 1 && recorder.count('start') === 2);
  assert.deepEqual(recorder.asked.at(-1), { what: 'start', channel: 1, stream: MAIN });
});

test('the stream ends seven seconds after the last viewer, and goes on when one comes back before that', async (t) => {
  const { server, recorder, watch, viewer, soon } = await setPlayingScene(t);
  const operator = await Channel.signedIn(server);
  const gone = async (one: Viewer): Promise<void> => {
    one.close();
    server.clock.advance(1000); // the main channel takes so many questions a second
    await until('nobody watches', async () => asList(asJson((await operator.get('Q10'))['Z'])['devices']).length === 0);
    recorder.camera.send(2);
  };
  await gone(viewer);
  server.clock.advance(6000);
  const second = await watch();
  await second.until('the picture is still there', () => second.videos.length > 0);
  server.clock.advance(5000);
  assert.equal(recorder.count('stop'), 0);
  await gone(second);
  server.clock.advance(6500);
  await server.clock.advanceAsync(100);
  assert.equal(recorder.count('stop'), 0);
  server.clock.advance(1000);
  await soon('0x9102', () => recorder.count('stop') === 1);
  server.clock.advance(6000);
  await soon('a device that does not hang up is cut', () => recorder.camera.closed);
  assert.equal(recorder.count('start'), 1);
});

test('media nobody asked for is refused, cut and listed', async (t) => {
  const { server, recorder, soon } = await setLiveScene(t);
  const camera = await recorder.dial(3);
  for (let number = 1; number <= 20; number += 1) camera.send(number, { key: true });
  await soon('the connection is closed', () => camera.closed);
  const [entry] = await refusals(server);
  assert.equal(entry?.['reason'], 'media nobody asked for');
  assert.match(String(entry?.['detail']), /channel 3/);
});

test('a second media connection of the device replaces one that has fallen silent', async (t) => {
  const { server, recorder, viewer, soon } = await setPlayingScene(t);
  const first = recorder.camera;
  const second = await recorder.dial(1);
  server.clock.advance(2000);
  second.send(2, { key: true });
  await viewer.until('a picture of the second', () => numbers(viewer).includes(2));
  server.clock.advance(5000);
  await soon('the first is closed', () => first.closed);
  second.send(3);
  await viewer.until('the second goes on', () => numbers(viewer).includes(3));
  assert.equal(viewer.states.filter(({ state }) => state === 'reconnecting').length, 0);
  assert.equal(recorder.count('start'), 1);
});

test('garbage in a running stream costs that connection only; a picture without end is given up', async (t) => {
  const { server, recorder, viewer, soon } = await setPlayingScene(t);
  recorder.camera.write(new Uint8Array(300_000).fill(0x5a));
  await viewer.untilState('reconnecting');
  assert.ok((await refusals(server)).some(({ reason }) => reason === 'broken media'));
  server.clock.advance(2000);
  await soon('the device dials in again', () => recorder.cameras.length === 2);
  recorder.camera.send(1, { key: true, bytes: 6 * 1024 * 1024 });
  recorder.camera.send(2, { key: true });
  await viewer.until('the next picture', () => numbers(viewer).at(-1) === 2);
  assert.ok(viewer.videos.every(({ body }) => body.length < 4 * 1024 * 1024));
});

test('channels of one device are asked for a third of a second apart', async (t) => {
  const { server, recorder, watch, soon } = await setLiveScene(t);
  const startMs = server.clock.monotonic();
  const viewers = await Promise.all([1, 2, 3].map((channel) => watch({ channel })));
  assert.equal(viewers.length, 3);
  await soon('three requests', () => recorder.count('start') === 3);
  assert.ok(server.clock.monotonic() - startMs >= 600);
  assert.deepEqual(new Set(recorder.asked.map(({ channel }) => channel)), new Set([1, 2, 3]));
});

test('who may not see the device gets the answer of an unknown one; a channel it has not is told', async (t) => {
  const { server } = await setLiveScene(t);
  const hash = server.admin.hash;
  const group = { level: 1, rights: new Set(['P_live'] as const), expiresMs: null };
  await server.app.users.add({ ...group, name: 'elsewhere', passwordHash: hash, groupIds: [] });
  await server.app.users.add({ ...group, name: 'blind', passwordHash: hash, groupIds: [1], rights: new Set() });
  const open = async (user: string, deviceid: string, channel = 1): Promise<string> => {
    const viewer = await Viewer.open(server.ports.stream, { user, hash }, deviceid, { channel });
    viewer.close();
    return viewer.status;
  };
  assert.match(await open('elsewhere', LIVE_ID), / 404 /);
  assert.match(await open('elsewhere', 'no-such-device'), / 404 /);
  assert.match(await open('blind', LIVE_ID), / 403 /);
  assert.match(await open('admin', LIVE_ID, 5), / 404 /);
});
