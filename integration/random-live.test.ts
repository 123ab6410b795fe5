// Random live view over real sockets: which channels come, that they differ, that they change with time and when a device goes, and who
// gets none of it.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel, asJson, asList, type Json } from './support/operator.ts';
import { Recorder } from './support/recorder.ts';
import { HOST, type Account, type Server, startDrivenServer, startServer } from './support/server.ts';
import { RawSocket } from './support/socket.ts';
import { until, type Waiting } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const LOOK_MS = 4;
const DWELL_S = 12;
/** A quarter more, the longest a stream stays. */
const DWELL_MS = 15_000;

type Scene = {
  operator: Channel;
  server: Server & { clock: ManualClock };
  /** Registers a device and brings its recorder online. */
  recorder: (phone: string, channels: number) => Promise<Recorder>;
  watch: (streamid: number, account?: Account) => Promise<Viewer>;
  soon: (what: string, look: () => boolean) => Promise<boolean>;
};

const setScene = async (t: TestContext): Promise<Scene> => {
  const server = await startDrivenServer(t, { randomLiveSeconds: DWELL_S });
  const waiting: Waiting = { between: () => server.clock.advance(LOOK_MS) };
  const operator = await Channel.signedIn(server, server.admin, waiting);
  return {
    server,
    operator,
    recorder: async (phone, channels) => {
      await operator.get('D01', { I: phone, C: channels });
      const recorder = await Recorder.online(server.ports, { phone });
      afterwards(t, () => recorder.close());
      return recorder;
    },
    watch: async (streamid, account = server.admin) => {
      const viewer = await Viewer.open(server.ports.stream, account, '*', { streamid, waiting });
      afterwards(t, () => viewer.close());
      return viewer;
    },
    soon: (what, look) => until(what, look, waiting),
  };
};

/** The HTTP status that answers an upgrade of ws.cgi; 101: it opened. */
const upgradeStatus = async (server: Server, query: string, headers = ''): Promise<number> => {
  const raw = await RawSocket.connect(server.ports.stream);
  await raw.write(
    `GET /ws.cgi?${query} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${headers}\r\n`,
  );
  await until('an answer to the upgrade', () => raw.text.includes('\r\n\r\n'));
  raw.destroy();
  return Number(raw.text.slice(9, 12));
};

const placeOf = (state: Json | undefined): string =>
  state?.['deviceid'] === undefined ? '' : `${String(state['deviceid'])} ch${String(state['channel'])}`;
/** The channel a viewer shows now, '' for none. */
const shown = (viewer: Viewer): string => placeOf(viewer.states.at(-1));
const told = (viewer: Viewer): Promise<unknown> => viewer.until('a first word', () => viewer.states.length > 0);

test('streams of one viewer show channels that differ, as long as there are enough; the rest waits in words', async (t) => {
  const { recorder, watch, soon, server } = await setScene(t);
  await recorder('13800000101', 2);
  await recorder('13800000102', 1);
  const viewers = await Promise.all([1, 2, 3].map((streamid) => watch(streamid)));
  for (const viewer of viewers) await told(viewer);
  assert.deepEqual(viewers.map(shown).toSorted(), ['13800000101 ch1', '13800000101 ch2', '13800000102 ch1']);
  const fourth = await watch(4);
  const none = await fourth.untilState('offline');
  assert.equal(none['message'], 'No further channel is online');
  assert.equal(placeOf(none), '');
  await recorder('13800000103', 1);
  server.clock.advance(2000);
  await soon('the fourth finds the new device', () => shown(fourth) === '13800000103 ch1');
});

test('another viewer has channels of his own choice, also the same ones', async (t) => {
  const { recorder, watch, server } = await setScene(t);
  await recorder('13800000101', 1);
  const hash = 'AB'.repeat(32);
  await server.app.users.add({
    name: 'ann',
    passwordHash: hash,
    level: 1,
    rights: null,
    expiresMs: null,
    groupIds: [1],
  });
  const mine = await watch(1);
  const theirs = await watch(1, { user: 'ann', hash });
  await told(mine);
  await told(theirs);
  assert.deepEqual([shown(mine), shown(theirs)], ['13800000101 ch1', '13800000101 ch1']);
});

test('a stream moves on after its time, with the pictures of the new channel, and leaves the old one', async (t) => {
  const { recorder, watch, soon, server, operator } = await setScene(t);
  const one = await recorder('13800000101', 1);
  const two = await recorder('13800000102', 1);
  const viewer = await watch(1);
  await told(viewer);
  const first = shown(viewer) === '13800000101 ch1' ? one : two;
  const second = first === one ? two : one;
  await soon('the first dials in', () => first.cameras.length === 1);
  first.camera.send(7, { key: true });
  await viewer.until('its picture', () => viewer.videos.length === 1);
  assert.equal(second.count('start'), 0);
  server.clock.advance(DWELL_MS);
  await soon('the second is shown', () => shown(viewer) === `${second.device.id} ch1`);
  await soon('the second dials in', () => second.cameras.length === 1);
  second.camera.send(8, { key: true });
  await viewer.until('its picture', () => viewer.videos.length === 2);
  const status = asJson((await operator.get('Q10'))['Z']);
  assert.deepEqual(
    asList(status['devices']).map(({ deviceid }) => deviceid),
    [second.device.id],
  );
});

test('a device that goes offline is left at once; the only channel stays when its time is over', async (t) => {
  const { recorder, watch, soon, server } = await setScene(t);
  const one = await recorder('13800000101', 1);
  const viewer = await watch(1);
  await told(viewer);
  await soon('it is asked', () => one.count('start') === 1);
  server.clock.advance(2 * DWELL_MS);
  assert.equal(shown(viewer), '13800000101 ch1');
  await recorder('13800000102', 1);
  one.close();
  await soon('the other is shown', () => shown(viewer) === '13800000102 ch1');
});

test('only channels of own groups come, and a device that leaves them is left', async (t) => {
  const { recorder, watch, soon, server } = await setScene(t);
  await recorder('13800000101', 1);
  const hash = 'AB'.repeat(32);
  await server.app.users.add({
    name: 'bob',
    passwordHash: hash,
    level: 2,
    rights: null,
    expiresMs: null,
    groupIds: [],
  });
  const viewer = await watch(1, { user: 'bob', hash });
  assert.equal((await viewer.untilState('offline'))['message'], 'No channel is online');
  server.clock.advance(DWELL_MS);
  assert.equal(shown(viewer), '');
  const mine = await watch(1);
  await told(mine);
  const operator = await Channel.signedIn(server);
  await operator.get('D02', { I: '13800000101' });
  await soon('the removed device is left', () => shown(mine) === '');
});

test('what is no random stream is refused in words, and without the right there is none', async (t) => {
  const { server, watch } = await setScene(t);
  const hash = 'AB'.repeat(32);
  const rights = new Set<never>();
  await server.app.users.add({ name: 'eve', passwordHash: hash, level: 2, rights, expiresMs: null, groupIds: [1] });
  assert.match((await watch(1, { user: 'eve', hash })).status, / 403 /);
  const { user, hash: own } = server.admin;
  const wrongs = ['', '&streamid=', '&streamid=64', '&streamid=-1', '&streamid=1.5', '&streamid=1e1'];
  const more = [
    '&streamid=0x1',
    '&streamid=%00',
    `&streamid=${'9'.repeat(5000)}`,
    '&streamid=1&stream=both',
    '&channel=1',
  ];
  for (const wrong of [...wrongs, ...more])
    assert.equal(
      await upgradeStatus(server, `deviceid=*${wrong}&user=${user}&password=${own}`),
      400,
      `deviceid=*${wrong.slice(0, 40)}`,
    );
});

test('[F-STREAMSOCK-002] live, random and talk sockets open with user and hash and with the session, with neither none', async (t) => {
  const server = await startServer(t);
  const channel = await Channel.signedIn(server);
  await channel.get('D01', { I: '13800000101', C: 1 });
  const recorder = await Recorder.online(server.ports, { phone: '13800000101' });
  recorder.onStart = 'stay-away';
  t.after(() => recorder.close());
  const [answer] = await channel.ask('Q02', { U: server.admin.user, P: server.admin.hash });
  const token = String(asJson(answer)['K']);
  const { user, hash } = server.admin;
  assert.match(hash, /^[0-9A-F]{64}$/);
  for (const query of ['deviceid=13800000101&channel=1', 'deviceid=*&streamid=1', 'type=talk&deviceid=13800000101']) {
    assert.equal(await upgradeStatus(server, `${query}&user=${user}&password=${hash}`), 101, `${query} with the hash`);
    assert.equal(
      await upgradeStatus(server, query, `Authorization: Bearer ${token}\r\n`),
      101,
      `${query} with the session`,
    );
    assert.equal(await upgradeStatus(server, query), 401, `${query} with neither`);
    assert.equal(
      await upgradeStatus(server, `${query}&user=${user}&password=${'0'.repeat(64)}`),
      401,
      `${query} with a wrong hash`,
    );
  }
});
