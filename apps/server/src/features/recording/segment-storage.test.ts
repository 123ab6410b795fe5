// Finished segments wherever they lie: in the folder of their slot, or somewhere that only hands out ranges of bytes.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { access, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SegmentFile } from './segment-file.ts';
import { addToContent, createContent, putFrame, recordBytes } from './segment-format.ts';
import { SegmentReader } from './segment-reader.ts';
import { localSegments, OPEN_FOLDER, openPath, type SegmentStorage } from './segment-storage.ts';

const START_MS = 1_700_000_000_000;
const FRAMES = 400;

/** A store on another machine, as far as this one can tell: takes whole files, gives ranges. */
const elsewhere = () => {
  const kept = new Map<string, Buffer>();
  const ranges: number[] = [];
  const storage: SegmentStorage = {
    inFolders: false,
    async keep(slot, path) {
      const local = join(slot, openPath(path));
      kept.set(join(slot, path), await readFile(local));
      await rm(local);
    },
    open: (slot, path) => {
      const bytes = kept.get(join(slot, path));
      if (bytes === undefined) return Promise.resolve(undefined);
      return Promise.resolve({
        size: () => Promise.resolve(bytes.length),
        read: (target, length, position) => {
          const count = bytes.copy(target, 0, position, position + length);
          ranges.push(count);
          return Promise.resolve(count);
        },
        close: () => Promise.resolve(),
      });
    },
    remove: (slot, path) => Promise.resolve(void kept.delete(join(slot, path))),
  };
  return { storage, ranges, holds: (slot: string, path: string) => kept.get(join(slot, path)) };
};

const frameOf = (number: number) => {
  const body = new Uint8Array(1000);
  new DataView(body.buffer).setUint32(0, number);
  return {
    kind: 'video' as const,
    codec: 'h264' as const,
    stream: 'sub' as const,
    key: number % 25 === 0,
    newFormat: false,
    discontinuity: false,
    body,
    presentationUs: 0,
    captureMs: 0,
  };
};

/** Writes one segment of numbered frames, 40 ms apart. */
const write = async (slot: string, storage: SegmentStorage) => {
  const head = { deviceKey: 3, channel: 2, startMs: START_MS, deviceId: 'T', previousHash: new Uint8Array(32) };
  await mkdir(join(slot, OPEN_FOLDER), { recursive: true });
  const file = await SegmentFile.begin(slot, head, storage);
  const content = createContent(START_MS);
  for (let i = 0; i < FRAMES; i += 1) {
    const frame = frameOf(i);
    const length = recordBytes(frame);
    const bytes = Buffer.alloc(length);
    putFrame(bytes, 0, i * 40, frame);
    // oxlint-disable-next-line no-await-in-loop -- in the order of time
    await file.append(bytes);
    addToContent(content, START_MS, { kind: 'video', key: frame.key, afterMs: i * 40, length });
  }
  const whileOpen = await SegmentReader.open(slot, file.path, () => content, storage);
  assert.ok(whileOpen, 'what is being written is read where it is written');
  await whileOpen.close();
  return { file, closed: await file.close(content) };
};

const numbersFrom = async (slot: string, path: string, storage: SegmentStorage, timeMs: number): Promise<number[]> => {
  const reader = await SegmentReader.open(slot, path, () => undefined, storage);
  assert.ok(reader);
  await reader.seek(timeMs);
  const numbers: number[] = [];
  for (let frame = await reader.next(); frame !== undefined; frame = await reader.next())
    numbers.push(new DataView(frame.body.buffer, frame.body.byteOffset).getUint32(0));
  await reader.close();
  return numbers;
};

const remote = elsewhere();
for (const [name, storage] of [
  ['in the folder of its slot', localSegments],
  ['elsewhere', remote.storage],
] as const)
  test(`a closed segment ${name} is found from any second, and gone when it is removed`, async (t) => {
    const slot = await mkdtemp(join(tmpdir(), 'outrider-storage-'));
    t.after(() => rm(slot, { recursive: true, force: true }));
    const { file, closed } = await write(slot, storage);
    assert.equal(closed.problem, '');
    await assert.rejects(access(join(slot, openPath(file.path))), 'no longer among the open ones');
    assert.deepEqual((await numbersFrom(slot, file.path, storage, START_MS)).length, FRAMES);
    // 10.5 s: the key frame before it is that of 10 s.
    assert.equal((await numbersFrom(slot, file.path, storage, START_MS + 10_500))[0], 250);
    await storage.remove(slot, file.path);
    assert.equal(await storage.open(slot, file.path), undefined);
    assert.equal(await SegmentReader.open(slot, file.path, () => undefined, storage), undefined);
    await storage.remove(slot, file.path); // once more is no error
  });

test('what is handed over elsewhere is the whole file, is not kept here, and a seek reads pieces of it', async (t) => {
  const slot = await mkdtemp(join(tmpdir(), 'outrider-storage-'));
  t.after(() => rm(slot, { recursive: true, force: true }));
  const { file, closed } = await write(slot, remote.storage);
  const bytes = remote.holds(slot, file.path);
  assert.ok(bytes);
  assert.equal(bytes.length, closed.bytes);
  assert.deepEqual(Uint8Array.from(createHash('sha256').update(bytes).digest()), closed.hash);
  await assert.rejects(access(join(slot, file.path)));
  remote.ranges.length = 0;
  await numbersFrom(slot, file.path, remote.storage, START_MS + 15_000);
  const read = remote.ranges.reduce((sum, count) => sum + count, 0);
  assert.ok(read < bytes.length / 2, `${read} of ${bytes.length} bytes for the last second`);
});

test('a segment that is handed over just while it is looked for is found', async (t) => {
  const slot = await mkdtemp(join(tmpdir(), 'outrider-storage-'));
  t.after(() => rm(slot, { recursive: true, force: true }));
  const away = elsewhere();
  let written: Awaited<ReturnType<typeof write>> | undefined;
  const handedOver: SegmentStorage = {
    ...away.storage,
    keep: () => Promise.resolve(), // not before somebody looks
    async open(...place) {
      const found = await away.storage.open(...place);
      if (found === undefined && written !== undefined) await away.storage.keep(...place).catch(() => undefined);
      return found;
    },
  };
  written = await write(slot, handedOver);
  assert.equal((await numbersFrom(slot, written.file.path, handedOver, START_MS)).length, FRAMES);
});
