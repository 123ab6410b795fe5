// The numbers and names that JT/T 1078 fixes, written down a second time from its tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as jt1078 from './index.ts';
import { NO_TIME } from './messages/fields.ts';
import { PAYLOAD_TYPE, payloadTypeName } from './payload-types.ts';

test('the numbers that messages and packets carry', () => {
  const numbers = {
    data: jt1078.DATA_TYPE,
    subpackage: jt1078.SUBPACKAGE,
    live: jt1078.LIVE_DATA,
    stream: jt1078.LIVE_STREAM,
    command: jt1078.LIVE_COMMAND,
    close: jt1078.CLOSE_TYPE,
    mode: jt1078.PLAYBACK_MODE,
    playback: jt1078.PLAYBACK_COMMAND,
    condition: jt1078.UPLOAD_CONDITION,
    upload: jt1078.UPLOAD_COMMAND,
    result: jt1078.UPLOAD_RESULT,
    ptz: jt1078.PTZ_DIRECTION,
  };
  assert.deepEqual(numbers, {
    data: { videoI: 0, videoP: 1, videoB: 2, audio: 3, transparent: 4 },
    subpackage: { atomic: 0, first: 1, last: 2, middle: 3 },
    live: { audioVideo: 0, video: 1, talk: 2, listen: 3, broadcast: 4, transparent: 5 },
    stream: { main: 0, sub: 1 },
    command: { stop: 0, switchStream: 1, pause: 2, resume: 3, endTalk: 4 },
    close: { audioVideo: 0, audio: 1, video: 2 },
    mode: { normal: 0, fastForward: 1, rewindKeyFrames: 2, keyFrames: 3, singleFrame: 4 },
    playback: { start: 0, pause: 1, stop: 2, fastForward: 3, rewindKeyFrames: 4, seek: 5, keyFrames: 6 },
    condition: { wifi: 1, lan: 2, mobile: 4, always: 0x80 },
    upload: { pause: 0, resume: 1, cancel: 2 },
    result: { success: 0, failure: 1 },
    ptz: { stop: 0, up: 1, down: 2, left: 3, right: 4 },
  });
  assert.equal(jt1078.MAX_SENT_BODY_BYTES, 950);
  assert.equal(NO_TIME, '000000000000');
});

test('payload types of table 12: numbers asked for by name, and the name of every number', () => {
  assert.deepEqual(PAYLOAD_TYPE, {
    g711a: 6,
    g711u: 7,
    g726: 8,
    aac: 19,
    heAac: 21,
    aacLc: 24,
    adpcm: 26,
    transparent: 91,
    h264: 98,
    h265: 99,
  });
  const named = Array.from({ length: 128 }, (_, number) => payloadTypeName(number)).flatMap((name, number) =>
    /^(?:codec|vendor) \d/.test(name) ? [] : [`${number} ${name}`],
  );
  assert.deepEqual(named, [
    '1 G.721',
    '2 G.722',
    '3 G.723',
    '4 G.728',
    '5 G.729',
    '6 G.711A',
    '7 G.711U',
    '8 G.726',
    '9 G.729A',
    '10 DVI4 (3)',
    '11 DVI4 (4)',
    '12 DVI4 8 kHz',
    '13 DVI4 16 kHz',
    '14 LPC',
    '15 S16BE stereo',
    '16 S16BE mono',
    '17 MPEG audio',
    '18 LPCM',
    '19 AAC',
    '20 WMA9',
    '21 HE-AAC',
    '22 PCM voice',
    '23 PCM audio',
    '24 AAC-LC',
    '25 MP3',
    '26 ADPCM',
    '27 MP4 audio',
    '28 AMR',
    '91 transparent data',
    '98 H.264',
    '99 H.265',
    '100 AVS',
    '101 SVAC',
  ]);
  assert.deepEqual(
    [0, 90, 110, 111, 127, 128].map((number) => payloadTypeName(number)),
    ['codec 0', 'codec 90', 'codec 110', 'vendor 111', 'vendor 127', 'codec 128'],
  );
});

test('messages: ids in order with their direction, names in kebab case', () => {
  const ids = jt1078.messages.map(({ id }) => id);
  assert.deepEqual(
    ids,
    [
      0x1003, 0x1005, 0x1205, 0x1206, 0x9003, 0x9101, 0x9102, 0x9105, 0x9201, 0x9202, 0x9205, 0x9206, 0x9207, 0x9301,
      0x9302, 0x9303, 0x9304, 0x9305, 0x9306,
    ],
  );
  for (const codec of jt1078.messages) {
    assert.equal(codec.direction, codec.id < 0x8000 ? 'up' : 'down');
    assert.match(codec.name, /^[a-z]+(?:-[a-z]+)*$/);
    assert.equal(jt1078.findMessage(codec.id), codec);
  }
  assert.equal(new Set(jt1078.messages.map(({ name }) => name)).size, ids.length);
  assert.equal(jt1078.findMessage(0x1004), undefined);
});

test('parameters: ids in order; sample rates by their code', () => {
  const ids = jt1078.videoParameters.map(({ id }) => id);
  assert.deepEqual(ids, [0x75, 0x76, 0x77, 0x79, 0x7a, 0x7b, 0x7c]);
  for (const parameter of jt1078.videoParameters) assert.equal(jt1078.findVideoParameter(parameter.id), parameter);
  assert.equal(jt1078.findVideoParameter(0x78), undefined);
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((code) => jt1078.sampleRateHz(code)),
    [8000, 22_050, 44_100, 48_000, undefined],
  );
});
