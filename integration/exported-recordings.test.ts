// Real recorders' bytes, replayed by the simulator, recorded by the server and downloaded as mp4 and gms: unit for unit the pictures
// that an independent parser found in them.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test, type TestContext } from 'node:test';
import { splitNals } from '@outrider/media';
import type { StoredFrame } from '../apps/server/src/features/recording/index.ts';
import { download, hasFfmpeg, probe } from './support/downloads.ts';
import { Channel, type Json, asList } from './support/operator.ts';
import { noRecordings, realRecordings, replay, simOf } from './support/replayed.ts';
import { type Server, startServer } from './support/server.ts';
import { runTool } from './support/tool.ts';
import { until } from './support/until.ts';

const skip = noRecordings || (hasFfmpeg ? false : 'ffmpeg is not installed');
const KEY = 1;

/** Replays the file as its device until one whole loop of the channel's pictures is recorded; gives exactly that loop. */
const recordLoops = async (t: TestContext, server: Server, recording: Json): Promise<Map<number, StoredFrame[]>> => {
  const streams = asList(recording['streams']);
  const operator = await Channel.signedIn(server);
  const most = Math.max(...streams.map(({ channel }) => Number(channel)));
  await operator.get('D01', { I: simOf(recording).replace(/^0+/, ''), C: most });
  operator.close();
  replay(t, server, recording);
  const loops = new Map<number, StoredFrame[]>();
  for (const stream of streams) {
    const [channel, count] = [Number(stream['channel']), Number(stream['frames'])];
    const pictures = async (): Promise<StoredFrame[]> => {
      const cursor = await server.app.recordings.reader.open(KEY, channel, 0);
      const frames: StoredFrame[] = [];
      for (let frame = await cursor.next(); frame !== undefined; frame = await cursor.next())
        if (frame.kind === 'video') frames.push(frame);
      await cursor.close();
      return frames;
    };
    const found = await until(
      'a whole loop',
      async () => {
        const frames = await pictures();
        return frames.length >= count && frames;
      },
      { deadlineMs: 120_000 },
    );
    loops.set(channel, found.slice(0, count));
  }
  return loops;
};

/** ffmpeg repeats the parameter sets of H.265 in front of those that stand there: they are left out of both sides. */
const isSet = (codec: string, nal: Uint8Array): boolean =>
  codec === 'hevc' && [32, 33, 34].includes((nal[0] ?? 0) >> 1);

const unitsOf = (bytes: Uint8Array, codec: string): string[] =>
  splitNals(bytes)
    .filter((nal) => !isSet(codec, nal))
    .map((nal) => createHash('sha256').update(nal).digest('hex'));

/** The units of the first pictures of a track as ffmpeg takes them out of the file: on a busy machine the track runs for long. */
const trackUnits = async (file: string, track: number, codec: string, pictures: number): Promise<string[]> => {
  const name = codec === 'hevc' ? 'hevc' : 'h264';
  const args = [
    '-v',
    'error',
    '-i',
    file,
    '-map',
    `0:v:${track}`,
    '-c',
    'copy',
    '-frames:v',
    String(pictures),
    '-bsf:v',
    `${name}_mp4toannexb`,
    '-f',
    name,
    '-',
  ];
  return unitsOf((await runTool('ffmpeg', args)).stdout, codec);
};

describe('recorded and downloaded', { concurrency: 2, skip }, () => {
  for (const recording of realRecordings) {
    const file = String(recording['file']);
    test(`${file} is in the mp4 and in the gms as it was sent`, async (t) => {
      const startS = Math.floor(Date.now() / 1000) - 5;
      const server = await startServer(t, { recordByDefault: 'full', recordReserve: 0, recordStream: 'main' });
      const loops = await recordLoops(t, server, recording);
      const deviceid = simOf(recording).replace(/^0+/, '');
      const common = { type: 'lobkask', deviceid, spbtime: startS, duration: 300 };
      const gms = await download(t, server.ports.http, { ...common, ch: 0, format: 'gms' }, server.admin);
      const streams = asList(recording['streams']);
      assert.equal(
        (await probe(gms.file)).streams.filter((each) => each['codec_type'] === 'video').length,
        streams.length,
      );
      for (const [i, stream] of streams.entries()) {
        const channel = Number(stream['channel']);
        const pictures = loops.get(channel) ?? [];
        const loop = Buffer.concat(pictures.map(({ body }) => body));
        assert.equal(
          createHash('sha256').update(loop).digest('hex'),
          stream['es_sha256'],
          'recorded as an independent parser found it',
        );
        const codec = String(Reflect.get(Object(stream['probe']), 'codec_name'));
        const wanted = unitsOf(loop, codec);
        const mp4 = await download(t, server.ports.http, { ...common, ch: channel, format: 'mp4' }, server.admin);
        assert.deepEqual(
          (await trackUnits(mp4.file, 0, codec, pictures.length)).slice(0, wanted.length),
          wanted,
          'mp4',
        );
        assert.deepEqual(
          (await trackUnits(gms.file, i, codec, pictures.length)).slice(0, wanted.length),
          wanted,
          'gms',
        );
        const sounds = asList(recording['audio']).filter((audio) => audio['channel'] === channel);
        const { streams: found } = await probe(mp4.file);
        assert.equal(found.filter((each) => each['codec_name'] === 'aac').length, sounds.length === 0 ? 0 : 1);
      }
    });
  }
});
