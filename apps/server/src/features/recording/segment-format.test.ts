// The segment format: what goes in comes out, and any cut or change leaves exactly the whole records before it.
import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import type { WholeFrame } from '../../media/index.ts';
import { mendSegment, scanSegment } from './mend.ts';
import { bytesOf } from './segment-storage.ts';
import {
  addToContent,
  createContent,
  decodeFooter,
  decodeHead,
  encodeFooter,
  encodeHead,
  HEAD_BYTES,
  putFrame,
  recordBytes,
  type SegmentContent,
} from './segment-format.ts';
import { frameOf } from './test-recorder.ts';

const START_MS = 1_767_225_600_000;
const HEAD = {
  deviceKey: 7,
  channel: 3,
  startMs: START_MS,
  deviceId: '13800000101',
  previousHash: new Uint8Array(32).fill(9),
};

const frame = (body: Uint8Array, changes: Partial<WholeFrame> = {}): WholeFrame => ({
  ...frameOf(0),
  captureMs: START_MS,
  body,
  ...changes,
});

/** A whole file of frames 40 ms apart. */
const fileOf = (frames: readonly WholeFrame[]): { bytes: Buffer; ends: number[]; content: SegmentContent } => {
  const content = createContent(START_MS);
  const parts = [encodeHead(HEAD)];
  const ends: number[] = [];
  for (const [i, each] of frames.entries()) {
    const bytes = Buffer.alloc(recordBytes(each));
    putFrame(bytes, 0, i * 40, each);
    addToContent(content, START_MS, { kind: each.kind, key: each.key, afterMs: i * 40, length: bytes.length });
    parts.push(bytes);
    ends.push(content.bytes);
  }
  parts.push(encodeFooter(content, START_MS));
  return { bytes: Buffer.concat(parts), ends, content };
};

const some = (count: number): WholeFrame[] =>
  Array.from({ length: count }, (_, i) =>
    i % 3 === 2
      ? frame(new Uint8Array(20).fill(i), { kind: 'audio', codec: 'g711a' })
      : frame(new Uint8Array(30 + i).fill(i), { key: i % 6 === 0 }),
  );

const temporary = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-segment-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'a.orec');
};

const scan = async (path: string) => {
  const file = await open(path, 'r');
  try {
    return await scanSegment(bytesOf(file));
  } finally {
    await file.close();
  }
};

test('the head tells whose segment it is and what stood before it; a changed byte is no head', () => {
  const bytes = encodeHead(HEAD);
  assert.equal(bytes.length, HEAD_BYTES);
  assert.deepEqual(decodeHead(bytes), HEAD);
  for (let at = 0; at < HEAD_BYTES; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.equal(decodeHead(changed), undefined, `byte ${at}`);
  }
});

test('the footer says what the records hold, and is not believed when a byte of it is changed', () => {
  const { bytes, content } = fileOf(some(20));
  assert.deepEqual(decodeFooter(bytes, bytes.length, START_MS), content);
  assert.deepEqual(decodeFooter(bytes.subarray(content.bytes - 5), bytes.length, START_MS), content);
  assert.deepEqual(
    content.keys.map(({ timeMs }) => timeMs),
    [0, 240, 480, 720],
  );
  for (let at = content.bytes; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 0x40;
    assert.equal(decodeFooter(changed, changed.length, START_MS), undefined, `byte ${at}`);
  }
});

test('torn at every byte: exactly the records before the cut are kept, and mending closes the file', async (t) => {
  const path = await temporary(t);
  const { bytes, ends } = fileOf(some(6));
  for (let cut = 0; cut < bytes.length; cut += 1) {
    await writeFile(path, bytes.subarray(0, cut));
    const found = await scan(path);
    if (cut < HEAD_BYTES) {
      assert.equal(found, undefined);
      continue;
    }
    const whole = ends.filter((end) => end <= cut).length;
    assert.equal(found?.content.frames, whole, `cut at ${cut}`);
    assert.equal(found?.closed, false);
    const mended = await mendSegment(path);
    assert.equal(mended?.content.frames, whole === 0 ? undefined : whole);
    if (whole > 0) assert.equal((await scan(path))?.closed, true);
  }
});

test('garbage behind the last whole record is cut off, whatever it is', async (t) => {
  const path = await temporary(t);
  const { bytes, content } = fileOf(some(9));
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (garbage) => {
      await writeFile(path, Buffer.concat([bytes.subarray(0, content.bytes), garbage]));
      assert.equal((await mendSegment(path))?.content.frames, 9);
      assert.equal((await scan(path))?.closed, true);
    }),
    { numRuns: 60 },
  );
});

test('a record longer than what is read at once is found whole', async (t) => {
  const path = await temporary(t);
  const { bytes } = fileOf([frame(new Uint8Array(3_000_000).fill(5), { key: true }), frame(Uint8Array.of(1))]);
  await writeFile(path, bytes);
  assert.equal((await scan(path))?.content.frames, 2);
});

test('512 kbit/s of video with sound costs less than two per cent', () => {
  const seconds = 60;
  const frames = Array.from({ length: seconds * 75 }, (_, i) =>
    i % 3 === 0
      ? frame(new Uint8Array(64_000 / 25), { key: i % 75 === 0 })
      : frame(new Uint8Array(160), { kind: 'audio', codec: 'g711a' }),
  );
  const { bytes } = fileOf(frames);
  const payload = frames.reduce((sum, { body }) => sum + body.length, 0);
  assert.ok(bytes.length / payload < 1.02, `${bytes.length / payload}`);
});
