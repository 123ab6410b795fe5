// Recorders that get JT/T 1078 wrong, live over real sockets: what they send is shown and heard, or the viewer reads in words what
// is missing. The decoders' own tests are deviations.test.ts of the packages.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { DATA_TYPE, Packetizer } from '@outrider/jt1078';
import { afterwards } from './support/cleanup.ts';
import { Channel } from './support/operator.ts';
import { type Camera, Recorder, numberOf } from './support/recorder.ts';
import { type Server, startServer } from './support/server.ts';
import { until } from './support/until.ts';
import { KIND, Viewer } from './support/viewer.ts';

const ID = '13800000101';
const SIM = ID.padStart(12, '0');
const G711A = 32;
const AAC = 36;
const PCM = 37;

type Watch = { viewer: Viewer; camera: Camera; server: Server };

const watch = async (t: TestContext): Promise<Watch> => {
  const server = await startServer(t);
  const recorder = await Recorder.online(server.ports);
  afterwards(t, () => recorder.close());
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 1 });
  const viewer = await Viewer.open(server.ports.stream, server.admin, ID);
  afterwards(t, () => viewer.close());
  const camera = await until('the recorder dials in', () => recorder.cameras[0]);
  return { viewer, camera, server };
};

const sounds = (viewer: Viewer): number[] =>
  viewer.messages.filter(({ kind }) => kind === KIND.audio).map(({ codec }) => codec);
const repeat = (count: number, action: (i: number) => void): void => {
  for (let i = 0; i < count; i += 1) action(i);
};

/** A tone in A-law would need an encoder: quiet bytes of it do. */
const alaw = (i: number): Uint8Array =>
  Uint8Array.from({ length: 160 }, (_, k) => [0xd5, 0x55, 0xd4, 0x57][(i + k) % 4] ?? 0);
/** An ADTS frame of AAC-LC, 8 kHz mono. */
const adts = (): Uint8Array => {
  const frame = new Uint8Array(48).fill(0x21);
  frame.set([0xff, 0xf1, 0x6c, 0x40, 48 >> 3, 0x1f, 0xfc]);
  return frame;
};
/** MPEG-2 layer III, 16 kHz, 32 kbit/s. */
const mp3 = (): Uint8Array => {
  const frame = new Uint8Array(144).fill(0x11);
  frame.set([0xff, 0xf3, 0x48, 0xc4]);
  return frame;
};

test('sound under payload type 98, 0 and others is heard as what its bytes are', async (t) => {
  const { viewer, camera } = await watch(t);
  camera.send(1, { key: true });
  repeat(8, (i) => camera.sendSound(alaw(i), 98));
  await viewer.until('G.711 under 98', () => sounds(viewer).includes(G711A));
  repeat(8, () => camera.sendSound(adts(), 0));
  await viewer.until('AAC under 0', () => sounds(viewer).includes(AAC));
  repeat(8, () => camera.sendSound(Uint8Array.of(0x01, 0x02, 0x01, 0x03), 16));
  await viewer.until('linear sound', () => sounds(viewer).includes(PCM));
  const linear = viewer.messages.find(({ codec }) => codec === PCM);
  assert.deepEqual([...(linear?.body ?? [])], [0x02, 0x01, 0x03, 0x01], 'turned around for the browser');
  assert.deepEqual(viewer.notes, []);
});

test('sound that nobody decodes is said with its name, to later viewers too, and taken back', async (t) => {
  const { viewer, camera, server } = await watch(t);
  camera.send(1, { key: true });
  repeat(4, () => camera.sendSound(mp3(), 98));
  assert.deepEqual(await viewer.until('a note', () => viewer.notes[0]), { mute: 'MP3' });
  assert.deepEqual(sounds(viewer), []);
  const later = await Viewer.open(server.ports.stream, server.admin, ID);
  afterwards(t, () => later.close());
  assert.deepEqual(await later.until('the note for a joiner', () => later.notes[0]), { mute: 'MP3' });
  repeat(2, () => camera.sendSound());
  assert.deepEqual(await viewer.until('it is taken back', () => viewer.notes[1]), {});
  await viewer.until('sound', () => sounds(viewer).length > 0);
});

test('H.264 without any parameter sets is said, and taken back with the first picture that can be decoded', async (t) => {
  const { viewer, camera } = await watch(t);
  const bare = Uint8Array.from([0, 0, 0, 1, 0x65, 0x88, 0x80, 0x10, 0x55, 0x55]);
  camera.send(1, { key: true, body: bare });
  assert.deepEqual(await viewer.until('a note', () => viewer.notes[0]), { lacks: 'parameters' });
  assert.deepEqual(viewer.videos, [], 'nothing that cannot be decoded is sent');
  camera.send(2, { key: true });
  await viewer.untilState('playing');
  assert.deepEqual(await viewer.until('it is taken back', () => viewer.notes[1]), {});
  camera.send(3, { key: true, body: bare });
  await viewer.until('a bare key picture after sets came once', () => viewer.videos.length === 2);
});

test('pictures whose first unit lacks its start code are shown', async (t) => {
  const { viewer, camera } = await watch(t);
  // What camera.send(1, key) builds, without its first four bytes.
  const key = Buffer.from('674d001495a85825900000000168ee3c80000000016588', 'hex');
  const numbered = (head: Uint8Array, number: number): Uint8Array =>
    Uint8Array.from([...head, ...Buffer.from(String(number).padStart(8, '0'), 'latin1'), 0x55, 0x55]);
  camera.send(1, { key: true, body: numbered(key, 1) });
  camera.send(2, { body: numbered(Uint8Array.of(0x41, 0x9a), 2) });
  await viewer.until('both pictures', () => viewer.videos.length === 2);
  assert.deepEqual(
    viewer.videos.map(({ body }) => numberOf(body)),
    [1, 2],
  );
  assert.equal(viewer.videos[0]?.detail, (352 << 16) | 288, 'the size is read from the unit that had no start code');
});

test('transparent packets with a time stamp between pictures cost nothing', async (t) => {
  const { viewer, camera } = await watch(t);
  repeat(20, (i) => {
    camera.send(i, { key: i === 0 });
    camera.sendStampedData(Uint8Array.of(1, 2, 3, 4, 5));
  });
  await viewer.until('all pictures', () => viewer.videos.length === 20);
});

test('pictures stamped at 90 kHz play at their own pace', async (t) => {
  const { viewer, camera } = await watch(t);
  const packets = new Packetizer();
  const sps = Buffer.from('00000001674d001495a85825900000000168ee3c80000000016588aabb', 'hex');
  const slice = Buffer.from('00000001419aaabbcc', 'hex');
  repeat(50, (i) => {
    const dataType = i === 0 ? DATA_TYPE.videoI : DATA_TYPE.videoP;
    const timestampMs = BigInt(8_000_000 + 3600 * i);
    const body = i === 0 ? sps : slice;
    const lastFrameIntervalMs = i === 0 ? 0 : 40;
    camera.write(
      packets.bytes({ simDigits: SIM, channel: 1, dataType, payloadType: 98, timestampMs, lastFrameIntervalMs, body }),
    );
  });
  await viewer.until('all pictures', () => viewer.videos.length === 50);
  const times = viewer.videos.map(({ presentationUs }) => presentationUs / 1000);
  assert.deepEqual(
    times.slice(-40).map((time, i) => Math.round(time - (times[i + 9] ?? 0))),
    Array.from({ length: 40 }, () => 40),
  );
});
