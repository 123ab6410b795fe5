// Talk and broadcast from the operator's microphone to the vehicle's loudspeaker and back: a tone goes in as G.726 and is measured
// in what the vehicles heard. Refusals, rights and ends are here too; pace and bytes of packets are the server's unit tests.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { type Right, rights, streamCodecs } from '@outrider/contract';
import { p9101LiveRequest, p9102LiveControl } from '@outrider/jt1078';
import { openAccounts } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { closeServer, listenOn } from '../apps/server/src/kernel/web/listen.ts';
import { loadClips } from '../apps/simulator/src/media/clip-store.ts';
import { loadRoadNetwork } from '../apps/simulator/src/drive/road-network.ts';
import { type Vehicle, type VehicleOptions, createVehicle } from '../apps/simulator/src/index.ts';
import { Device } from './support/device.ts';
import { freePort } from './support/free-port.ts';
import { Channel } from './support/operator.ts';
import { type Account, cheapKeeper, HOST, type Server, startDrivenServer, startServer } from './support/server.ts';
import { Talker, askToTalk, decodeByFfmpeg, hasFfmpeg, toneIn } from './support/talk.ts';
import { until } from './support/until.ts';

const HASH = toPasswordHash('Sesame-1');
const shared = { clips: loadClips(), network: loadRoadNetwork() };
const HZ = 440;
const PAYLOAD = { g711a: 6, g726: 8, adpcm: 26 } as const;
const STREAM_CODEC = { g711a: 'g711a', g726: 'g726', adpcm: 'adpcmIma' } as const;
type Audio = keyof typeof PAYLOAD;

/** Whether nobody has it. */
const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer();
  try {
    await listenOn(probe, HOST, port, 'test');
  } catch {
    return false;
  }
  await closeServer(probe);
  return true;
};
/** The first of two ports side by side that nobody has. */
const freePair = (): Promise<number> =>
  until('two free ports', async () => {
    const first = await freePort();
    return (await isFree(first + 1)) && first;
  });

/** A registered vehicle on line. */
const drive = async (
  t: TestContext,
  server: Server,
  phone: string,
  options: Partial<VehicleOptions> = {},
): Promise<Vehicle> => {
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: phone, C: 2 });
  operator.close();
  const vehicle = createVehicle({
    host: HOST,
    port: server.ports.jt808,
    phone,
    intervalMs: 60_000,
    ...shared,
    ...options,
  });
  t.after(() => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};

/** Everything a vehicle was told by messages of one id. */
const toldOf = <T>(vehicle: Vehicle, codec: { id: number; decode: (body: Uint8Array, edition: '2013') => T }): T[] =>
  vehicle.received.filter(({ id }) => id === codec.id).map(({ body }) => codec.decode(body, '2013'));

/** The blocks in which the tone is loud, as measured by the vehicle's own decoder. */
const loudBlocks = (vehicle: Vehicle) =>
  vehicle.talkHeard.filter(({ pcm }) => pcm !== null && toneIn(pcm, HZ).rms > 3000);

/** Those of them that are nothing else: where this machine was late with the next word there is some silence in a block. */
const clearBlocks = (vehicle: Vehicle) =>
  loudBlocks(vehicle).filter(({ pcm }) => pcm !== null && toneIn(pcm, HZ).share > 0.9);

/** Speaks a block for each block the vehicle heard, so at its pace, until it heard the tone for a second. */
const speakUntilHeard = async (talker: Talker, vehicles: readonly Vehicle[]): Promise<void> => {
  let said = 0;
  await until('the tone is heard', () => vehicles.every((vehicle) => clearBlocks(vehicle).length >= 30), {
    between: () => {
      const pace = Math.max(...vehicles.map((vehicle) => vehicle.talkHeard.length));
      for (; said < pace + 2; said += 1) talker.sayTone(HZ);
    },
  });
};

const assertTone = (what: string, pcm: Int16Array): void => {
  const { share, rms } = toneIn(pcm, HZ);
  assert.ok(share > 0.9, `${what}: ${Math.round(share * 100)} % of the sound is the tone`);
  assert.ok(Math.abs(rms - 8000 / Math.SQRT2) < 1200, `${what}: loudness ${Math.round(rms)}`);
};

/** Most blocks in the middle of the tone are nothing else; those at its edges may be half silence. */
const assertHeard = (vehicle: Vehicle, audio: Audio): void => {
  const loud = loudBlocks(vehicle);
  assert.deepEqual([...new Set(vehicle.talkHeard.map(({ payloadType }) => payloadType))], [PAYLOAD[audio]]);
  const clear = clearBlocks(vehicle);
  assert.ok(clear.length >= 20, `${audio}: the tone is clear in ${clear.length} of ${loud.length} blocks`);
  for (const { pcm } of clear.slice(5, 15)) assertTone(audio, pcm ?? new Int16Array(0));
};

const talkLog = (server: Server) => {
  const admin = server.app.users.byName('admin');
  assert.ok(admin);
  const caller = { userId: admin.id, userName: 'admin', level: 0, rights: admin.rights, sessionId: null, address: '' };
  return server.app.talks.list(caller, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }, 100);
};

for (const audio of ['g711a', 'g726', 'adpcm'] as const) {
  test(`a talk with a ${audio} device: the tone is heard, its voice comes back, the end is told and logged`, async (t) => {
    const server = await startServer(t);
    const vehicle = await drive(t, server, '13800000101', { audio });
    const talker = await Talker.open(server.ports.stream, server.admin, { deviceid: '13800000101' });
    const { format } = await talker.whenState('13800000101', 'playing');
    assert.match(format, { g711a: /^G\.711A/, g726: /^G\.726 32/, adpcm: /^ADPCM/ }[audio]);
    await speakUntilHeard(talker, [vehicle]);
    assertHeard(vehicle, audio);
    await until('its voice comes', () => talker.sounds.length > 0);
    const codecs = new Set(talker.sounds.map(({ header }) => header.codec));
    assert.deepEqual([...codecs], [streamCodecs[STREAM_CODEC[audio]]], 'the voice comes in the coding of the device');
    talker.ask('stop');
    assert.equal((await talker.untilClosed()).code, 1000);
    assert.deepEqual(talker.statesOf('13800000101').slice(-2), ['playing', 'ended']);
    const [asked] = toldOf(vehicle, p9101LiveRequest);
    assert.deepEqual([asked?.channel, asked?.dataType, asked?.udpPort], [1, 2, 0]);
    const ends = toldOf(vehicle, p9102LiveControl);
    assert.deepEqual(ends, [{ channel: 1, command: 4, closeType: 0, streamType: 0 }]);
    const [entry, ...others] = await talkLog(server);
    assert.equal(others.length, 0);
    assert.deepEqual(
      [entry?.userName, entry?.deviceId, entry?.mode, entry?.result],
      ['admin', '13800000101', 'talk', 'talked'],
    );
    assert.ok((entry?.spokenMs ?? 0) >= 1000, 'a second was spoken at least');
    assert.ok((entry?.endedMs ?? 0) >= (entry?.connectedMs ?? Infinity), 'the end is after the connection');
  });
}

const ffmpegInputs = { g711a: ['-f', 'alaw', '-ar', '8000'], g726: ['-f', 'g726le', '-code_size', '4', '-ar', '8000'] };
for (const audio of ['g711a', 'g726'] as const) {
  const skip = hasFfmpeg() ? false : `ffmpeg is missing: the ${audio} sound is not decoded by an independent program`;
  test(`ffmpeg hears the tone in what a ${audio} vehicle was sent`, { skip }, async (t) => {
    const server = await startServer(t);
    const vehicle = await drive(t, server, '13800000101', { audio });
    const talker = await Talker.open(server.ports.stream, server.admin, { deviceid: '13800000101' });
    await talker.whenState('13800000101', 'playing');
    await speakUntilHeard(talker, [vehicle]);
    talker.close();
    const pcm = decodeByFfmpeg(ffmpegInputs[audio], Buffer.concat(vehicle.talkHeard.map(({ body }) => body)));
    const blocks = Array.from({ length: Math.floor(pcm.length / 320) }, (_, i) => pcm.subarray(i * 320, i * 320 + 320));
    const clear = blocks.filter((block) => toneIn(block, HZ).rms > 3000 && toneIn(block, HZ).share > 0.9);
    assert.ok(clear.length >= 20, `the tone is clear in ${clear.length} blocks`);
    for (const block of clear.slice(5, 15)) assertTone('ffmpeg', block);
  });
}

test('a broadcast to all reaches every online device in its own coding and brings nothing back', async (t) => {
  const server = await startServer(t);
  const audios = ['g711a', 'g726', 'adpcm'] as const;
  const vehicles = await Promise.all(
    audios.map((audio, i) => drive(t, server, `1380000010${i + 1}`, { audio, edition: i === 1 ? '2019' : '2013' })),
  );
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: 'ASLEEP', C: 1 });
  const talker = await Talker.open(server.ports.stream, server.admin, { deviceid: 'broadcast' });
  for (const { deviceId } of vehicles) await talker.whenState(deviceId, 'playing');
  await speakUntilHeard(talker, vehicles);
  for (const [i, audio] of audios.entries()) {
    const vehicle = vehicles[i];
    assert.ok(vehicle);
    assertHeard(vehicle, audio);
    assert.equal(toldOf(vehicle, p9101LiveRequest)[0]?.dataType, 4);
  }
  assert.equal(talker.sounds.length, 0);
  assert.deepEqual(talker.statesOf('ASLEEP'), [], 'who is offline is not called');
  talker.ask('stop');
  await talker.untilClosed();
  for (const vehicle of vehicles) {
    const ends = toldOf(vehicle, p9102LiveControl);
    assert.deepEqual(ends, [{ channel: 1, command: 0, closeType: 0, streamType: 0 }]);
  }
  const log = await talkLog(server);
  assert.deepEqual(
    new Set(log.map(({ deviceId, mode, result }) => `${deviceId} ${mode} ${result}`)),
    new Set(vehicles.map(({ deviceId }) => `${deviceId} broadcast talked`)),
  );
  assert.equal(log.length, vehicles.length);
  assert.equal(new Set(log.map(({ talkId }) => talkId)).size, 1);
});

test('a broadcast to more devices than there are talk ports reaches them all', async (t) => {
  const first = await freePair();
  const server = await startServer(t, { talkPorts: [first, first + 1] });
  const phones = Array.from({ length: 8 }, (_, i) => `1380000020${i}`);
  const vehicles = await Promise.all(phones.map((phone) => drive(t, server, phone)));
  const talker = await Talker.open(server.ports.stream, server.admin, { deviceid: 'broadcast' });
  for (const phone of phones) await talker.whenState(phone, 'playing');
  await speakUntilHeard(talker, vehicles);
  const dialled = new Set(vehicles.flatMap((v) => toldOf(v, p9101LiveRequest)).map(({ tcpPort }) => tcpPort));
  assert.ok([...dialled].every((port) => port === first || port === first + 1));
  assert.ok(
    vehicles.every((vehicle) => toldOf(vehicle, p9102LiveControl).length === 0),
    'nobody was cut off for it',
  );
});

test('of several named devices an offline one says so, and the others hear', async (t) => {
  const server = await startServer(t);
  const vehicle = await drive(t, server, '13800000101');
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: 'ASLEEP', C: 1 });
  const talker = await Talker.open(server.ports.stream, server.admin, { deviceid: '13800000101,ASLEEP' });
  assert.equal((await talker.whenState('ASLEEP', 'offline')).mode, 'broadcast');
  await talker.whenState('13800000101', 'playing');
  await speakUntilHeard(talker, [vehicle]);
  talker.close();
  await until('both are logged', async () => (await talkLog(server)).every(({ result }) => result !== 'open'));
  const results = (await talkLog(server)).map(({ deviceId, result }) => `${deviceId} ${result}`);
  assert.deepEqual(new Set(results), new Set(['13800000101 talked', 'ASLEEP offline']));
});

test('listening brings the sound of the device and sends it nothing', async (t) => {
  const server = await startServer(t);
  const vehicle = await drive(t, server, '13800000101', { audio: 'g726' });
  const talker = await Talker.open(server.ports.stream, server.admin, { deviceid: '13800000101', mode: 'listen' });
  await talker.whenState('13800000101', 'playing');
  talker.sayTone(HZ);
  await until('sound comes', () => talker.sounds.length >= 10);
  assert.equal(talker.sounds[0]?.header.codec, streamCodecs.g726);
  assert.equal(vehicle.talkHeard.length, 0);
  assert.equal(toldOf(vehicle, p9101LiveRequest)[0]?.dataType, 3);
});

test('a second operator is told that the device is busy, and gets it once the first has left', async (t) => {
  const server = await startServer(t);
  await drive(t, server, '13800000101');
  const first = await Talker.open(server.ports.stream, server.admin, { deviceid: '13800000101' });
  await first.whenState('13800000101', 'playing');
  const second = await Talker.open(server.ports.stream, server.admin, { deviceid: '13800000101' });
  const { message } = await second.whenState('13800000101', 'busy');
  assert.equal(message, 'admin talks with this device');
  assert.deepEqual(first.statesOf('13800000101').at(-1), 'playing');
  first.ask('stop');
  await first.untilClosed();
  second.ask('start');
  await second.whenState('13800000101', 'playing');
});

test('a browser that goes away ends the talk: the vehicle is told and hangs up', async (t) => {
  const server = await startServer(t);
  const vehicle = await drive(t, server, '13800000101');
  const talker = await Talker.open(server.ports.stream, server.admin, { deviceid: '13800000101' });
  await talker.whenState('13800000101', 'playing');
  assert.equal(vehicle.cameras?.connectionCount, 1);
  talker.close();
  await until('0x9102 comes', () => toldOf(vehicle, p9102LiveControl).some(({ command }) => command === 4));
  await until('the connection is closed', () => vehicle.cameras?.connectionCount === 0);
});

test('a vehicle that loses its radio for a moment dials in again, and the talk goes on', async (t) => {
  const server = await startServer(t);
  const vehicle = await drive(t, server, '13800000101', { audio: 'adpcm', faults: { cutEveryS: 2 } });
  const talker = await Talker.open(server.ports.stream, server.admin, { deviceid: '13800000101' });
  await until('it has come back', () => talker.statesOf('13800000101').join().includes('playing,waiting,playing'));
  await speakUntilHeard(talker, [vehicle]);
  assert.equal(toldOf(vehicle, p9101LiveRequest).length, 1, 'it was asked once');
});

test('a talk outlives the signalling link, and its end is told over the new one', async (t) => {
  const server = await startServer(t);
  const vehicle = await drive(t, server, '13800000101', { reconnectMs: 50 });
  const talker = await Talker.open(server.ports.stream, server.admin, { deviceid: '13800000101' });
  await talker.whenState('13800000101', 'playing');
  vehicle.cut();
  await until('the vehicle has a new link', () => vehicle.dials === 2 && vehicle.online);
  assert.equal(talker.statesOf('13800000101').at(-1), 'playing');
  talker.ask('stop');
  await talker.untilClosed();
  assert.deepEqual(
    toldOf(vehicle, p9102LiveControl).map(({ command }) => command),
    [4],
  );
});

/** A registered device that answers 0x9101 as told and never dials. */
const scripted = async (t: TestContext, server: Server, result: number, waiting = {}): Promise<Device> => {
  const operator = await Channel.signedIn(server, server.admin, waiting);
  await operator.get('D01', { I: '13800000101', C: 2 });
  const device = await Device.online(server.ports.jt808, { waiting });
  t.after(() => device.close());
  device.on(0x9101, ({ header }) => device.reply(header, result));
  return device;
};

test('a device that refuses is not told to stop what it never began', async (t) => {
  const server = await startServer(t);
  const device = await scripted(t, server, 1);
  const talker = await Talker.open(server.ports.stream, server.admin, { deviceid: '13800000101' });
  const { message } = await talker.whenState('13800000101', 'refused');
  assert.equal(message, 'The device refused: failed');
  talker.ask('stop');
  await talker.untilClosed();
  assert.equal(device.received.filter(({ header }) => header.messageId === 0x9102).length, 0);
  assert.deepEqual(
    (await talkLog(server)).map(({ result, connectedMs }) => [result, connectedMs]),
    [['refused', null]],
  );
});

test('a device that accepts and never dials in times out, is told to stop, and can be asked again', async (t) => {
  const server = await startDrivenServer(t);
  const waiting = { between: () => server.clock.advance(50) };
  const device = await scripted(t, server, 0, waiting);
  device.on(0x9102, ({ header, body }) => {
    ended.push(p9102LiveControl.decode(body, '2013'));
    device.reply(header);
  });
  const ended: unknown[] = [];
  const talker = await Talker.open(server.ports.stream, server.admin, { deviceid: '13800000101' }, waiting);
  await talker.whenState('13800000101', 'timeout');
  await until('0x9102 comes', () => ended.length === 1, waiting);
  assert.deepEqual(ended, [{ channel: 1, command: 4, closeType: 0, streamType: 0 }]);
  assert.deepEqual(talker.statesOf('13800000101'), ['connecting', 'waiting', 'timeout']);
  talker.ask('start');
  await talker.whenState('13800000101', 'waiting', waiting);
});

const addAccount = async (
  { users }: Pick<Server['app'], 'users'>,
  user: string,
  granted: readonly Right[],
  groupIds: readonly number[] = [1],
): Promise<Account> => {
  await users.add({ name: user, passwordHash: HASH, level: 1, rights: new Set(granted), expiresMs: null, groupIds });
  return { user, hash: HASH };
};

test('talk needs F_talk, and a sign-in', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  await drive(t, server, '13800000101');
  const query = { deviceid: '13800000101' };
  const without = await addAccount(
    server.app,
    'mute',
    rights.filter((right) => right !== 'F_talk'),
  );
  const withOnly = await addAccount(server.app, 'bob', ['F_talk']);
  const { stream, http } = server.ports;
  assert.equal((await askToTalk(stream, null, query)).status, 401);
  assert.equal((await askToTalk(stream, without, query)).status, 403);
  assert.equal((await askToTalk(stream, withOnly, query)).status, 101);
  assert.equal((await askToTalk(http, withOnly, query)).status, 101, 'on the main port too');
});

test('what cannot be talked with is refused in words', async (t) => {
  const server = await startServer(t);
  const ask = (deviceid: string, mode?: 'talk') =>
    askToTalk(server.ports.stream, server.admin, { deviceid, ...(mode && { mode }) });
  assert.deepEqual((await ask('broadcast')).status, 404);
  assert.match((await ask('broadcast')).text, /No device is online/);
  assert.match((await ask('NONE')).text, /Unknown device NONE/);
  assert.equal((await ask('')).status, 400);
  await drive(t, server, '13800000101');
  await drive(t, server, '13800000102');
  assert.match((await ask('13800000101,13800000102', 'talk')).text, /mode: talk is for one device/);
});

test('a broadcast stays inside the groups of the caller; a device of another group is not there', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const own = await drive(t, server, '13800000101');
  const other = await drive(t, server, '13800000102');
  const accounts = await openAccounts(server.data, { keeper: cheapKeeper });
  const mine = await accounts.groups.add(1, 'mine');
  const theirs = await accounts.groups.add(1, 'theirs');
  const database = new DatabaseSync(join(server.data, 'outrider.sqlite'), { readOnly: true });
  const keyOf = (id: string) => Number(database.prepare('SELECT key FROM devices WHERE id = ?').get(id)?.['key']);
  const ownKey = keyOf(own.deviceId);
  await accounts.groups.setDeviceGroups(ownKey, [mine]);
  await accounts.groups.setDeviceGroups(keyOf(other.deviceId), [theirs]);
  database.close();
  await addAccount(accounts, 'ann', ['F_talk'], [mine]);
  await accounts.close();
  const ann = { user: 'ann', hash: HASH };
  // Changes of another program are taken over every two seconds.
  await until(
    'account and groups are known',
    () => server.app.users.byName('ann') !== undefined && server.app.groups.groupsOf(ownKey).includes(mine),
  );
  const { status } = await askToTalk(server.ports.stream, ann, { deviceid: other.deviceId });
  assert.equal(status, 404);
  const talker = await Talker.open(server.ports.stream, ann, { deviceid: 'broadcast' });
  await talker.whenState(own.deviceId, 'playing');
  assert.deepEqual([...new Set(talker.states.map(({ deviceid }) => deviceid))], [own.deviceId]);
  assert.equal(toldOf(other, p9101LiveRequest).length, 0);
});

test('an account that is changed loses its talk', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const vehicle = await drive(t, server, '13800000101');
  const bob = await addAccount(server.app, 'bob', ['F_talk']);
  const talker = await Talker.open(server.ports.stream, bob, { deviceid: '13800000101' });
  await talker.whenState('13800000101', 'playing');
  const user = server.app.users.byName('bob');
  assert.ok(user);
  await server.app.users.remove(user.id);
  await talker.untilClosed();
  await until('the vehicle is told', () => toldOf(vehicle, p9102LiveControl).length === 1);
});

test('messages that are no sound change nothing, and too many of them end the socket', async (t) => {
  const server = await startServer(t);
  await drive(t, server, '13800000101');
  const talker = await Talker.open(server.ports.stream, server.admin, { deviceid: '13800000101' });
  await talker.whenState('13800000101', 'playing');
  for (const text of ['', '{', '{"talk":"sing"}', '[]', '"x"']) talker.sendRaw(text);
  for (const bytes of [Uint8Array.of(), Uint8Array.of(1, 2, 3), new Uint8Array(33)]) talker.sendRaw(bytes);
  talker.say(new Uint8Array(100), streamCodecs.h264);
  talker.sayTone(HZ);
  await talker.whenState('13800000101', 'playing');
  for (let i = 0; i < 520; i += 1) talker.sendRaw(Uint8Array.of(i & 0xff));
  assert.equal((await talker.untilClosed()).code, 1008);
});
