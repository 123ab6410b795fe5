// The recordings beside the repository: codec, size, and what ffprobe makes of our fragmented MP4 from them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { demux, type RecordedFrame } from '../testing/demux.ts';
import { RECORDINGS, type ExpectedRecording } from '../testing/shared.ts';
import { createFmp4Writer, inspectVideoFrame, type VideoFrameInfo } from './index.ts';

const noRecordings = existsSync(RECORDINGS)
  ? false
  : 'SKIPPED: the recordings are not beside the repository (../shared/data/jt1078)';
const noFfprobe =
  noRecordings || (spawnSync('ffprobe', ['-version']).status === 0 ? false : 'SKIPPED: ffprobe is not installed');
for (const reason of new Set([noRecordings, noFfprobe])) if (reason !== false) process.stderr.write(`${reason}\n`);

const expected = (): ExpectedRecording[] => {
  const list: ExpectedRecording[] = JSON.parse(readFileSync(new URL('expected.json', RECORDINGS), 'utf8'));
  return list;
};
const recordings = noRecordings === false ? expected() : [];

const framesOf = (recording: ExpectedRecording): RecordedFrame[] =>
  demux(new Uint8Array(readFileSync(new URL(recording.file, RECORDINGS))), recording.sim_bytes);

const CODEC_STRINGS: Record<string, string> = {
  'live-h264-cif-ch1-012345678999-40s.bin 1': 'avc1.4D0014',
  'live-h264-cif-ch3-001901305037-106s.bin 3': 'avc1.4D0014',
  'synthetic-20digit-sim-h264-adpcm-hisi.bin 3': 'avc1.4D400C',
  'synthetic-h265-ch2-g726le24.bin 2': 'hev1.1.6.L60.90',
  'synthetic-two-channels-h264-g711a.bin 1': 'avc1.4D400C',
  'synthetic-two-channels-h264-g711a.bin 2': 'avc1.4D400C',
};

const inspectAll = (frames: readonly RecordedFrame[]): VideoFrameInfo[] =>
  frames.map(({ body }) => {
    const info = inspectVideoFrame(body);
    assert.ok(info !== null);
    return info;
  });

for (const recording of recordings) {
  for (const stream of recording.streams) {
    const name = `${recording.file} ${stream.channel}`;
    test(`video of ${name}: codec, size, key frames`, () => {
      const frames = framesOf(recording).filter((f) => f.kind === 'video' && f.channel === stream.channel);
      const hash = createHash('sha256');
      for (const { body } of frames) hash.update(body);
      assert.equal(hash.digest('hex'), stream.es_sha256);
      const infos = inspectAll(frames);
      const codec = stream.probe.codec_name === 'hevc' ? 'h265' : 'h264';
      assert.ok(infos.every((info) => info.codec === codec && info.startsPicture && info.hasPicture));
      assert.equal(infos.filter((info) => info.key).length, stream.i_frames);
      assert.deepEqual(
        infos.map((info) => info.key),
        frames.map((frame) => frame.dataType === 0),
      );
      const key = infos.find((info) => info.key);
      assert.deepEqual(
        [key?.codecString, key?.width, key?.height],
        [CODEC_STRINGS[name], stream.probe.width, stream.probe.height],
      );
    });

    test(`fragmented MP4 of ${name} as ffprobe reads it`, { skip: noFfprobe }, () => {
      const frames = framesOf(recording).filter((f) => f.kind === 'video' && f.channel === stream.channel);
      const first = inspectAll(frames.slice(0, 1))[0];
      assert.ok(first?.parameterSets !== undefined && first.width !== undefined && first.height !== undefined);
      const { codec, parameterSets, width, height } = first;
      const writer = createFmp4Writer({ codec, parameterSets, width, height, timescale: 1000 });
      const start = frames[0]?.timestampMs ?? 0;
      const times = frames.map((frame) => frame.timestampMs - start);
      const parts = frames.map((frame, i) => {
        const time = times[i] ?? 0;
        const segment = writer.segment(frame.body, time, (times[i + 1] ?? time + 40) - time, frame.dataType === 0);
        assert.ok(segment !== null);
        return segment;
      });
      const probe = ffprobe([writer.init(), ...parts]);
      const [video] = probe.streams;
      assert.deepEqual(
        [video?.codec_name, video?.width, video?.height, video?.nb_read_frames],
        [stream.probe.codec_name, stream.probe.width, stream.probe.height, String(stream.frames)],
      );
      assert.equal(video?.codec_tag_string, codec === 'h264' ? 'avc1' : 'hvc1');
      assert.deepEqual(
        probe.packets.map((packet) => packet.pts),
        times,
      );
      assert.deepEqual(
        probe.packets.map((packet) => packet.flags.startsWith('K')),
        frames.map((frame) => frame.dataType === 0),
      );
    });
  }
}

type Probe = {
  streams: { codec_name: string; codec_tag_string: string; width: number; height: number; nb_read_frames: string }[];
  packets: { pts: number; flags: string }[];
};

/** Decodes every frame; anything ffprobe says on stderr (a broken picture, an odd box) fails the test. */
const ffprobe = (parts: readonly Uint8Array[]): Probe => {
  const dir = mkdtempSync(join(tmpdir(), 'outrider-fmp4-'));
  try {
    const file = join(dir, 'live.mp4');
    writeFileSync(file, Buffer.concat(parts));
    const args = ['-v', 'warning', '-count_frames', '-show_streams', '-show_packets', '-of', 'json', file];
    const run = spawnSync('ffprobe', args, { encoding: 'utf8', maxBuffer: 1 << 26 });
    assert.equal(run.stderr, '');
    const probe: Probe = JSON.parse(run.stdout);
    return probe;
  } finally {
    rmSync(dir, { recursive: true });
  }
};
