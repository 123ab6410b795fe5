// The parameter sets of a stream: from their own messages and from frames, kept for key frames that lack them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inspectVideoFrame } from '@outrider/media';
import { VideoTrack } from './video-track.ts';

const nal = (...bytes: number[]): number[] => [0, 0, 0, 1, ...bytes];
/** 352x288, main profile, level 2.0, as a recorder sent it. */
const SPS = nal(0x67, 0x4d, 0x00, 0x14, 0x95, 0xa8, 0x58, 0x25, 0x90);
const PPS = nal(0x68, 0xee, 0x3c, 0x80);
const IDR = nal(0x65, 0x88, 0x84, 0x00, 0x10);
const P = nal(0x41, 0x9a, 0x24, 0x6c);
const bytes = (...parts: number[][]): Uint8Array => Uint8Array.from(parts.flat());

it('knows the format from a message of its own, and puts the sets in front of a bare key frame', () => {
  const track = new VideoTrack();
  track.takeSets(bytes(SPS, PPS), 'h264');
  assert.deepEqual([track.format?.codecString, track.format?.width, track.format?.height], ['avc1.4D0014', 352, 288]);
  const frame = track.takeFrame(bytes(IDR), 'h264');
  assert.equal(frame?.key, true);
  assert.deepEqual(frame === undefined ? undefined : [...frame.bytes], [...bytes(SPS, PPS, IDR)]);
});
it('takes the sets of a frame, and leaves a whole frame as it is', () => {
  const track = new VideoTrack();
  const whole = bytes(SPS, PPS, IDR);
  assert.equal(track.takeFrame(whole, 'h264')?.bytes, whole);
  assert.equal(track.format?.codecString, 'avc1.4D0014');
  assert.equal(track.takeFrame(bytes(P), 'h264')?.key, false);
});
it('keeps the same format until the sets change', () => {
  const track = new VideoTrack();
  track.takeSets(bytes(SPS, PPS), 'h264');
  const { format } = track;
  track.takeSets(bytes(SPS, PPS), 'h264');
  assert.equal(track.format, format);
  track.takeSets(bytes(nal(0x68, 0xee, 0x3c, 0xb0)), 'h264');
  assert.notEqual(track.format, format);
  assert.equal(track.format?.codecString, 'avc1.4D0014', 'a new PPS alone keeps the SPS');
});
it('shows no picture where there is none, and survives sets that make no sense', () => {
  const track = new VideoTrack();
  assert.equal(track.takeFrame(bytes(SPS, PPS), 'h264'), undefined);
  assert.equal(track.takeFrame(new Uint8Array(0), 'h264'), undefined);
  const broken = new VideoTrack();
  broken.takeSets(bytes(nal(0x67), PPS), 'h264');
  assert.equal(broken.format, undefined);
  assert.equal(inspectVideoFrame(bytes(IDR), 'h264')?.key, true);
});
