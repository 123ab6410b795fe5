// Real recorders' bytes through the whole server: each recording is replayed by the simulator and fetched over ws.cgi by an
// independent client, which must get every picture and every sound block exactly as an independent parser found them.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { afterwards } from './support/cleanup.ts';
import { Channel, type Json, asJson, asList } from './support/operator.ts';
import { noRecordings, realRecordings, RECORDINGS_FOLDER, replay, simOf } from './support/replayed.ts';
import { type Server, startServer, temporaryFolder } from './support/server.ts';
import { runTool } from './support/tool.ts';
import { KIND, type StreamMessage, Viewer } from './support/viewer.ts';

const ROOT = join(import.meta.dirname, '..');
const hasFfprobe = spawnSync('ffprobe', ['-version']).error === undefined;

const CODECS: Record<string, number> = {
  h264: 1,
  hevc: 2,
  'G.711A': 32,
  'G.726 24 kbit/s LSB-first': 34,
  'ADPCM IMA/DVI4': 35,
};
/** Samples in a block of so many bytes, after the Hisilicon header. */
const samplesIn: Record<string, (bytes: number) => number> = {
  'G.711A': (bytes) => bytes,
  'G.726 24 kbit/s LSB-first': (bytes) => (bytes * 8) / 3,
  'ADPCM IMA/DVI4': (bytes) => (bytes - 4) * 2,
};

/** A viewer of each channel, seated before the device is there. */
const seat = async (server: Server, recording: Json): Promise<Map<number, Viewer>> => {
  const streams = asList(recording['streams']);
  const id = simOf(recording).replace(/^0+/, '');
  const channels = streams.map(({ channel }) => Number(channel));
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: id, C: Math.max(...channels) });
  operator.close();
  const viewers = new Map<number, Viewer>();
  for (const channel of channels)
    viewers.set(channel, await Viewer.open(server.ports.stream, server.admin, id, { channel }));
  return viewers;
};

const assertPictures = async (t: TestContext, stream: Json, videos: readonly StreamMessage[]): Promise<void> => {
  const probe = asJson(stream['probe']);
  const codec = String(probe['codec_name']);
  const body = Buffer.concat(videos.map((each) => each.body));
  assert.equal(body.length, stream['es_bytes']);
  assert.equal(createHash('sha256').update(body).digest('hex'), stream['es_sha256']);
  assert.ok(videos.every((each) => each.codec === CODECS[codec] && each.channel === stream['channel']));
  assert.equal(videos[0]?.detail, Number(probe['width']) * 0x10000 + Number(probe['height']));
  const spanMs = Number(BigInt(String(stream['last_ts'])) - BigInt(String(stream['first_ts'])));
  const presentedMs = ((videos.at(-1)?.presentationUs ?? 0) - (videos[0]?.presentationUs ?? 0)) / 1000;
  assert.equal(presentedMs, spanMs, 'presentation time follows the device, not the arrival');
  if (!hasFfprobe) return t.diagnostic('ffprobe is not installed: the saved file is not counted by it');
  const file = join(await temporaryFolder(t), `saved.${codec}`);
  await writeFile(file, body);
  const args = [
    '-v',
    'error',
    '-count_frames',
    '-show_entries',
    'stream=nb_read_frames,width,height',
    '-of',
    'json',
    file,
  ];
  const [seen] = asList(asJson(JSON.parse((await runTool('ffprobe', args)).stdout.toString()))['streams']);
  assert.deepEqual(seen, { width: probe['width'], height: probe['height'], nb_read_frames: probe['nb_read_frames'] });
};

const assertSound = (audio: Json, messages: readonly StreamMessage[]): void => {
  const codec = String(audio['codec']);
  const header = audio['hisilicon_header'] === true ? 4 : 0;
  const sizes = Object.entries(asJson(audio['frame_bytes']));
  assert.deepEqual(
    sizes.map(([bytes, count]) => [Number(bytes) - header, count]),
    [[messages[0]?.body.length, messages.length]],
  );
  assert.ok(messages.every((each) => each.codec === CODECS[codec] && each.detail === audio['sample_rate']));
  const samples = messages.reduce((sum, { body }) => sum + (samplesIn[codec]?.(body.length) ?? 0), 0);
  assert.equal(samples, audio['pcm_samples']);
};

const ofKind = (viewer: Viewer, kind: number): StreamMessage[] => viewer.messages.filter((each) => each.kind === kind);

/** Waits until one whole loop of everything has come, then looks at exactly that loop. */
const assertOneLoop = async (t: TestContext, recording: Json, viewers: ReadonlyMap<number, Viewer>): Promise<void> => {
  const take = async (row: Json, kind: number): Promise<StreamMessage[]> => {
    const viewer = viewers.get(Number(row['channel']));
    assert.ok(viewer);
    const count = Number(row['frames']);
    await viewer.until(`${count} messages of kind ${kind}`, () => ofKind(viewer, kind).length >= count);
    return ofKind(viewer, kind).slice(0, count);
  };
  for (const stream of asList(recording['streams'])) await assertPictures(t, stream, await take(stream, KIND.video));
  for (const audio of asList(recording['audio'])) assertSound(audio, await take(audio, KIND.audio));
};

describe('recordings', { concurrency: 3, skip: noRecordings }, () => {
  for (const recording of realRecordings) {
    const file = String(recording['file']);
    test(`${file} comes out of ws.cgi as it went in`, async (t) => {
      const server = await startServer(t);
      const viewers = await seat(server, recording);
      afterwards(t, () => viewers.forEach((viewer) => viewer.close()));
      replay(t, server, recording);
      await assertOneLoop(t, recording, viewers);
    });
  }

  test('the replay program itself plays a recording at its own pace, and goes on with the next loop', async (t) => {
    const recording = realRecordings.find(({ file }) => file === 'synthetic-two-channels-h264-g711a.bin');
    assert.ok(recording);
    const server = await startServer(t);
    const viewers = await seat(server, recording);
    afterwards(t, () => viewers.forEach((viewer) => viewer.close()));
    const args = [
      'apps/simulator/src/replay.ts',
      join(RECORDINGS_FOLDER, String(recording['file'])),
      '--port',
      String(server.ports.jt808),
    ];
    const program = spawn(process.execPath, args, { cwd: ROOT, stdio: 'ignore' });
    afterwards(t, () => program.kill('SIGKILL'));
    await assertOneLoop(t, recording, viewers);
    for (const viewer of viewers.values()) {
      const { length } = viewer.videos;
      await viewer.until('the next loop', () => viewer.videos.length > length);
    }
  });
});
