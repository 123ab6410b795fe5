// The sound of talks, where it is kept: what the operator said, what the device said and both together, as files that the log names, for who
// may see the talk; also of a talk that a killed server left behind.
import assert from 'node:assert/strict';
import { copyFile, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type TalkLogRow, talkAudioAddress, talkAudios, talkLogRow } from '@outrider/contract';
import { AdtsSplitter } from '@outrider/media';
import { tapeBlock } from '../apps/server/src/features/talk/talk-tape.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { type Vehicle, createVehicle } from '../apps/simulator/src/index.ts';
import { logRows } from './support/logs.ts';
import { Channel } from './support/operator.ts';
import { type Account, HOST, type Server, startServer, temporaryFolder, testConfig } from './support/server.ts';
import { Talker, decodeByFfmpeg, hasFfmpeg, toneIn } from './support/talk.ts';
import { until } from './support/until.ts';

const ID = '13800000101';
const HZ = 440;
const HASH = toPasswordHash('Sesame-1');

const drive = async (t: TestContext, server: Server): Promise<Vehicle> => {
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 2 });
  operator.close();
  const vehicle = createVehicle({
    host: HOST,
    port: server.ports.jt808,
    phone: ID,
    intervalMs: 60_000,
    audio: 'g711a',
  });
  t.after(() => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};

const rows = async (server: Server): Promise<TalkLogRow[]> =>
  (await logRows(server, '/gklog/talklog')).map((row) => talkLogRow.parse(row));
const fetched = (server: Server, address: string, account: Account = server.admin): Promise<Response> =>
  fetch(`http://${HOST}:${server.ports.http}${address}`, {
    headers: { authorization: `Basic ${Buffer.from(`${account.user}:${account.hash}`).toString('base64')}` },
  });
/** How much of the sound is the tone, in each tenth of a second that is loud. */
const tonesIn = (pcm: Int16Array): number[] => {
  const parts = Array.from({ length: Math.floor(pcm.length / 800) }, (_, i) => pcm.subarray(i * 800, i * 800 + 800));
  return parts.map((part) => toneIn(part, HZ)).flatMap(({ share, rms }) => (rms > 3000 ? [share] : []));
};
const pcmOf = async (response: Response): Promise<Int16Array> =>
  decodeByFfmpeg(['-f', 'aac'], new Uint8Array(await response.arrayBuffer()));

const skip = hasFfmpeg() ? false : 'ffmpeg is missing: nobody can say what is heard in the files';

test(
  '[E-HTTP-052] [E-HTTP-053] [E-ENT-025] http: a talk whose sound is kept has three files, in which operator and device are heard',
  { skip },
  async (t) => {
    const server = await startServer(t, { keepTalkSound: true });
    const vehicle = await drive(t, server);
    const talker = await Talker.open(server.ports.stream, server.admin, { deviceid: ID });
    const { recorded } = await talker.whenState(ID, 'playing');
    assert.equal(recorded, true, 'the operator is told');
    let said = 0;
    await until('two seconds were spoken', () => vehicle.talkHeard.length > 60 && talker.sounds.length > 20, {
      between: () => {
        for (; said < vehicle.talkHeard.length + 2; said += 1) talker.sayTone(HZ);
      },
    });
    talker.ask('stop');
    await talker.untilClosed();
    const row = await until('the sound is there', async () => (await rows(server)).find((each) => each.mergeaudio));
    const [raw] = await logRows(server, '/gklog/talklog', { member: 'admin', deviceid: ID });
    assert.deepEqual(Object.keys(raw ?? {}).toSorted(), [
      'begintime',
      'deviceid',
      'duration',
      'endtime',
      'mdvraudio',
      'mergeaudio',
      'serialno',
      'sourceaudio',
      'sourceip',
      'updatetime',
      'username',
    ]);
    assert.deepEqual([raw?.['sourceaudio'], raw?.['mdvraudio'], raw?.['mergeaudio']], [1, 1, 1]);
    for (const filter of [
      { member: 'x' },
      { deviceid: 'x' },
      { beforeUpdatetime: 1 },
      { afterUpdatetime: 3_999_999_999 },
    ])
      assert.deepEqual(await logRows(server, '/gklog/talklog', filter), []);

    const [source, mdvr, merge] = await Promise.all(
      talkAudios.map(async (audio) => {
        const address = talkAudioAddress(row, audio);
        assert.match(address, new RegExp(`^/gklog/talkaac/\\d{14}_${audio}\\.aac\\?s=${row.serialno}&t=${audio}$`));
        const response = await fetched(server, address);
        assert.equal(response.headers.get('content-type'), 'audio/aac');
        const copy = new Uint8Array(await response.clone().arrayBuffer());
        assert.ok(new AdtsSplitter().push(copy).length > 10, `${audio} is AAC`);
        return pcmOf(response);
      }),
    );
    assert.ok(source && mdvr && merge);
    const clear = tonesIn(source).filter((share) => share > 0.85);
    assert.ok(clear.length > 10, `the tone is clear in ${clear.length} tenths of what the operator said`);
    assert.ok(toneIn(mdvr, HZ).rms > 50, 'the device is heard');
    assert.ok(tonesIn(merge).length > 10);
    assert.ok(merge.length >= Math.max(source.length, mdvr.length) - 2048);

    const { user, hash } = server.admin;
    const query = new URLSearchParams({ u: user, p: hash }).toString();
    const bare = await fetch(`http://${HOST}:${server.ports.http}${talkAudioAddress(row, 'source')}&${query}`);
    assert.equal(bare.status, 200, 'u and p in the address will do');
    await bare.arrayBuffer();
    const add = (name: string, level: number, groupIds: readonly number[]) =>
      server.app.users.add({ name, passwordHash: HASH, level, rights: new Set(), expiresMs: null, groupIds });
    await add('low', 3, [1]);
    await add('elsewhere', 2, []);
    const statusFor = async (name: string, address = talkAudioAddress(row, 'merge')): Promise<number> =>
      (await fetched(server, address, { user: name, hash: HASH })).status;
    assert.deepEqual([await statusFor('low'), await statusFor('elsewhere')], [403, 404]);
    assert.equal((await fetched(server, talkAudioAddress({ ...row, serialno: '../x' }, 'merge'))).status, 400);
  },
);

test('http: unless it is wanted no sound is kept, and nobody is told that it is', async (t) => {
  const server = await startServer(t);
  await drive(t, server);
  const talker = await Talker.open(server.ports.stream, server.admin, { deviceid: ID });
  const { recorded } = await talker.whenState(ID, 'playing');
  assert.equal(recorded, undefined);
  for (let i = 0; i < 20; i++) talker.sayTone(HZ);
  talker.ask('stop');
  await talker.untilClosed();
  const [row] = await rows(server);
  assert.ok(row);
  assert.deepEqual([row.sourceaudio, row.mdvraudio, row.mergeaudio], [false, false, false]);
  assert.equal((await fetched(server, talkAudioAddress(row, 'source'))).status, 404);
});

test(
  '[E-HTTP-053] http: what was said before a kill is made into files at the next start, both voices at their times',
  { skip },
  async (t) => {
    const folder = await temporaryFolder(t);
    const sound = join(folder, 'talk-sound');
    await mkdir(sound, { recursive: true });
    const tone = (hz: number): Int16Array =>
      Int16Array.from({ length: 8000 }, (_, i) => Math.round(8000 * Math.sin((2 * Math.PI * hz * i) / 8000)));
    // The operator in the first second, the device in the third; the kill cut off a block.
    const blocks = [tapeBlock('source', 0, tone(HZ)), tapeBlock('mdvr', 16_000, tone(1000)), Buffer.from([0, 0, 9])];
    await writeFile(join(sound, 'T-1.tape'), Buffer.concat(blocks));
    await copyFile(join(sound, 'T-1.tape'), join(sound, 'left.part'));
    await startServer(t, testConfig(folder, { keepTalkSound: true }));
    const made = 'T-1.mdvr.aac T-1.merge.aac T-1.source.aac';
    await until('the three files alone are there', async () => (await readdir(sound)).toSorted().join(' ') === made);
    const merge = decodeByFfmpeg(['-f', 'aac'], await readFile(join(sound, 'T-1.merge.aac')));
    const second = (n: number): Int16Array => merge.subarray(n * 8000 + 2000, n * 8000 + 7000);
    assert.ok(toneIn(second(0), HZ).share > 0.9, 'the operator comes first');
    assert.ok(toneIn(second(1), HZ).rms < 300, 'nobody speaks');
    assert.ok(toneIn(second(2), 1000).share > 0.9, 'then the device');
  },
);
