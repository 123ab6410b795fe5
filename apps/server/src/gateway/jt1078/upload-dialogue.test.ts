// The dialogue on the files port without sockets: who gets in, what 'complete' means, lengths that contradict each other, names cut in
// the chunks, and any order of pieces.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '@outrider/contract';
import {
  makeAlarmSign,
  p9212FileCompleteReply,
  t1210AttachmentList,
  t1211FileStart,
  t1212FileComplete,
  toHex,
  type AttachmentFile,
  type FileCompleteReply,
} from '@outrider/jt808';
import * as fc from 'fast-check';
import type { AlarmFileStart, AlarmUpload, AnnouncedFile } from '../alarm-files.ts';
import type { FileSpan, IncomingFile } from '../ports.ts';
import { UploadDialogue } from './upload-dialogue.ts';

const TERMINAL = '13800000101';
const NUMBER = '0123456789ABCDEFGHJKMNPQ';
const MAX_BYTES = 100_000;
const signAt = (sequence: number, attachments = 2) =>
  makeAlarmSign({ terminalId: '0000101', time: Date.UTC(2026, 0, 1), sequence, attachments }, 16);
const SIGN = signAt(0);

/** A file in memory; `hides` leaves bytes out of sight of `missing`, so that a test sees itself fail. */
class MemoryFile implements IncomingFile {
  readonly bytes: Uint8Array;
  readonly have: Uint8Array;
  over = false;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
    this.have = new Uint8Array(length);
  }

  missing(): FileSpan[] {
    const spans: FileSpan[] = [];
    for (let at = 0; at < this.have.length; at += 1) {
      if (this.have[at] === 1) continue;
      const last = spans.at(-1);
      if (last !== undefined && last.offset + last.bytes === at) last.bytes += 1;
      else spans.push({ offset: at, bytes: 1 });
    }
    return spans;
  }

  async write(offset: number, bytes: Uint8Array): Promise<void> {
    if (this.over || offset + bytes.length > this.bytes.length) throw new AppError('invalid', 'outside');
    this.bytes.set(bytes, offset);
    this.have.fill(1, offset, offset + bytes.length);
  }

  async finish() {
    if (this.missing().length > 0) throw new AppError('conflict', 'missing');
    this.over = true;
    return { id: 1, bytes: this.bytes.length, sha256: '', eventSerial: 1, repeated: false };
  }

  async abandon(): Promise<void> {
    this.over = true;
  }
}

const setScene = () => {
  const begun: AlarmFileStart[] = [];
  const open = new Map<string, MemoryFile>();
  const kept = new Map<string, Uint8Array>();
  const announced: AnnouncedFile[][] = [];
  const refused: string[] = [];
  const reported: string[] = [];
  const replies: FileCompleteReply[] = [];
  const scene = { begun, open, kept, announced, refused, reported, replies, closings: 0 };
  const upload: AlarmUpload = {
    deviceKey: 7,
    alarmSign: toHex(SIGN.raw),
    announce: async (files) => void announced.push([...files]),
    begin: async (file) => {
      begun.push(file);
      const before = kept.get(file.name);
      if (before?.length === file.sizeBytes) return null;
      const known = open.get(file.name);
      if (known?.over === false && known.bytes.length === file.sizeBytes) return known;
      const incoming = new MemoryFile(file.sizeBytes);
      open.set(file.name, incoming);
      return incoming;
    },
    kept: async ({ name }, file) => {
      kept.set(name, file === null ? new Uint8Array(0) : (open.get(name)?.bytes ?? new Uint8Array(0)));
    },
    closed: () => {
      scene.closings += 1;
    },
  };
  const dialogue = () =>
    new UploadDialogue({
      uploads: { find: async (number) => (number === NUMBER ? upload : undefined) },
      maxFileBytes: MAX_BYTES,
      counters: { files: 0, bytes: 0, refused: 0, unaskedBytes: 0 },
      objection: (_, terminalId) => (terminalId === TERMINAL ? undefined : `${terminalId} for an alarm of ${TERMINAL}`),
      send: (codec, message) => {
        assert.equal(codec.id, 0x9212);
        replies.push(p9212FileCompleteReply.decode(codec.encode(message, '2013'), '2013'));
      },
      refuse: (reason, detail) => void refused.push(`${reason}: ${detail}`),
      report: (reason, detail) => void reported.push(`${reason}: ${detail}`),
      claim: () => undefined,
    });
  return { ...scene, scene, dialogue };
};

type Files = readonly { name: string; size: number }[];
const listOf = (files: Files, changes: { alarmNumber?: string; alarmSign?: typeof SIGN } = {}) => ({
  terminalId: '0000101',
  alarmSign: SIGN,
  alarmNumber: NUMBER,
  infoType: 0,
  files,
  ...changes,
});
const announce = (dialogue: UploadDialogue, files: Files, changes = {}, terminal = TERMINAL) =>
  dialogue.message(0x1210, t1210AttachmentList.encode(listOf(files, changes), '2013'), terminal);
const start = (dialogue: UploadDialogue, file: AttachmentFile) =>
  dialogue.message(0x1211, t1211FileStart.encode(file, '2013'), TERMINAL);
const complete = (dialogue: UploadDialogue, file: AttachmentFile) =>
  dialogue.message(0x1212, t1212FileComplete.encode(file, '2013'), TERMINAL);
const send = (dialogue: UploadDialogue, name: string, offset: number, data: Uint8Array) =>
  dialogue.chunk({ kind: 'chunk', name, offset, length: data.length, data });
const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => (i * 7 + 3) & 0xff);
const PHOTO = { name: `00_64_6401_0_${NUMBER}.jpg`, type: 0, size: 1000 };

test('only the number that was given, from the device that it was given to, for the alarm that was meant, gets in', async () => {
  for (const [changes, terminal, why] of [
    [{ alarmNumber: 'X123456789ABCDEFGHJKMNPQ' }, TERMINAL, /alarm number X1/],
    [{ alarmNumber: '' }, TERMINAL, /alarm number $/],
    [{}, '13800000999', /13800000999 for an alarm of 13800000101/],
    [{ alarmSign: signAt(1) }, TERMINAL, /sign of another alarm/],
  ] as const) {
    const { dialogue, refused, announced } = setScene();
    const stranger = dialogue();
    // oxlint-disable-next-line no-await-in-loop -- four scenes, one after the other
    assert.equal(await announce(stranger, [PHOTO], changes, terminal), 1);
    assert.match(refused.join(), why);
    assert.deepEqual([announced.length, stranger.begun], [0, false]);
  }
  const { dialogue, refused, announced } = setScene();
  // What devices change in a sign from one message to the next: the number of files.
  assert.equal(await announce(dialogue(), [PHOTO], { alarmSign: signAt(0, 9) }), 0);
  assert.deepEqual([refused, announced.length], [[], 1]);
});

test('nothing is taken before the list: neither a file nor its bytes', async () => {
  const { dialogue, refused, begun } = setScene();
  assert.equal(await start(dialogue(), PHOTO), 1);
  assert.equal(await complete(dialogue(), PHOTO), 1);
  await send(dialogue(), PHOTO.name, 0, bytesOf(10));
  assert.deepEqual(
    refused.map((text) => text.split(':')[0]),
    ['file nobody asked for', 'file nobody asked for', 'file nobody asked for'],
  );
  assert.deepEqual(begun, []);
});

test('complete is said when every byte is there and not before; what is missing is named, also twice the same chunk', async () => {
  const { dialogue, replies, kept } = setScene();
  const one = dialogue();
  await announce(one, [PHOTO]);
  assert.equal(await start(one, PHOTO), 0);
  const data = bytesOf(1000);
  await send(one, PHOTO.name, 0, data.subarray(0, 400));
  await send(one, PHOTO.name, 0, data.subarray(0, 400));
  await send(one, PHOTO.name, 600, data.subarray(600, 800));
  assert.equal(await complete(one, PHOTO), null);
  const missing = [
    { offset: 400, length: 200 },
    { offset: 800, length: 200 },
  ];
  assert.deepEqual(replies, [{ name: PHOTO.name, type: 0, result: 1, missing }]);
  for (const { offset, length } of missing)
    // oxlint-disable-next-line no-await-in-loop -- in order
    await send(one, PHOTO.name, offset, data.subarray(offset, offset + length));
  await complete(one, PHOTO);
  assert.equal(replies[1]?.result, 0);
  assert.deepEqual(kept.get(PHOTO.name), data);
  await complete(one, PHOTO); // it missed the answer
  assert.equal(replies[2]?.result, 0);
});

test('a broken connection is gone on with: only what is missing is asked for, and a file that is kept is not asked again', async () => {
  const { dialogue, scene, replies, begun } = setScene();
  const first = dialogue();
  const data = bytesOf(1000);
  const clip = { name: '02_65_6501_0.mp4', type: 2, size: 1000 };
  await announce(first, [PHOTO, clip]);
  await start(first, PHOTO);
  await send(first, PHOTO.name, 0, data);
  await complete(first, PHOTO);
  await start(first, clip);
  await send(first, clip.name, 0, data.subarray(0, 300));
  first.closed();
  assert.equal(scene.closings, 1);
  const second = dialogue();
  await announce(second, [PHOTO, clip], { infoType: 1 });
  await start(second, clip);
  await complete(second, clip);
  assert.deepEqual(replies.at(-1)?.missing, [{ offset: 300, length: 700 }]);
  await start(second, PHOTO);
  await complete(second, PHOTO);
  assert.equal(replies.at(-1)?.result, 0);
  assert.deepEqual(
    begun.map(({ kind, channel }) => [kind, channel]),
    [
      ['photo', 0],
      ['video', 0],
      ['video', 0],
      ['photo', 0],
    ],
  );
});

test('a length that the end contradicts begins the file again; one that never fits ends the connection', async () => {
  const { dialogue, replies, kept, refused } = setScene();
  const one = dialogue();
  await announce(one, [PHOTO]);
  await start(one, PHOTO);
  const data = bytesOf(1200);
  await send(one, PHOTO.name, 0, data); // 200 bytes beyond what was announced are left out
  await complete(one, { ...PHOTO, size: 1200 });
  assert.deepEqual(replies.at(-1)?.missing, [{ offset: 0, length: 1200 }]);
  await send(one, PHOTO.name, 0, data);
  await complete(one, { ...PHOTO, size: 1200 });
  assert.deepEqual([replies.at(-1)?.result, kept.get(PHOTO.name)], [0, data]);
  const liar = { name: 'liar.jpg', type: 0, size: 2000 };
  await start(one, liar);
  for (let round = 0; round < 7 && refused.length === 0; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- round by round
    await send(one, liar.name, 0, data);
    // oxlint-disable-next-line no-await-in-loop
    await complete(one, liar);
  }
  assert.match(refused.join(), /^file not complete: liar\.jpg/);
  assert.equal(replies.filter(({ name, result }) => name === liar.name && result === 0).length, 0);
  assert.equal(replies.filter(({ name }) => name === liar.name).length, 5);
});

test('limits: a file too large, too many in a list, bytes of a name that was never said', async () => {
  const { dialogue, refused, reported, begun } = setScene();
  const one = dialogue();
  await announce(one, [PHOTO]);
  assert.equal(await start(one, { ...PHOTO, size: MAX_BYTES + 1 }), 1);
  assert.match(reported.join(), /^file too large/);
  const stray = new Uint8Array(1024 * 1024);
  for (let i = 0; i < 9; i += 1)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await send(one, 'stray.bin', 0, stray);
  assert.deepEqual(
    reported.slice(1).map((text) => text.split(':')[0]),
    ['file nobody asked for'],
    'said once',
  );
  assert.match(refused.join(), /^file nobody asked for: 9437184 bytes/);
  assert.deepEqual(begun, []);
  const other = setScene();
  const many = Array.from({ length: 65 }, (_, i) => ({ name: `${i}.jpg`, size: 1 }));
  assert.equal(await announce(other.dialogue(), many), 1);
  assert.match(other.refused.join(), /^too many files: 65/);
});

test('a chunk carries 50 bytes of a name: longer names are distinguished by which file is under way', async () => {
  const { dialogue, kept } = setScene();
  const one = dialogue();
  const long = 'x'.repeat(60);
  const files = ['a', 'b'].map((end, i) => ({ name: `${long}${end}.jpg`, type: 0, size: 10 + i }));
  await announce(one, files);
  for (const file of files) {
    // oxlint-disable no-await-in-loop -- file by file
    await start(one, file);
    await send(one, file.name.slice(0, 50), 0, bytesOf(file.size));
    await complete(one, file);
    // oxlint-enable no-await-in-loop
  }
  assert.deepEqual(
    files.map(({ name }) => kept.get(name)?.length),
    [10, 11],
  );
});

test('a file whose beginning was not said is taken when the list has it; one without bytes is complete', async () => {
  const { dialogue, replies, kept, begun } = setScene();
  const one = dialogue();
  await announce(one, [{ name: '02_3_6501_0.mp4', size: 5 }]);
  await send(one, '02_3_6501_0.mp4', 0, bytesOf(5));
  await complete(one, { name: '02_3_6501_0.mp4', type: 2, size: 5 });
  assert.deepEqual([replies[0]?.result, begun[0]?.kind, begun[0]?.channel], [0, 'video', 3]);
  await start(one, { name: 'empty.bin', type: 3, size: 0 });
  await complete(one, { name: 'empty.bin', type: 3, size: 0 });
  assert.deepEqual([replies[1]?.result, kept.get('empty.bin')?.length], [0, 0]);
});

test('any order of beginnings, pieces, ends and breaks: what is called complete is what the device has, byte for byte', async () => {
  const names = ['a.jpg', 'b.mp4'];
  const step = fc.oneof(
    fc.record({ do: fc.constant('start' as const), file: fc.nat(1), size: fc.constantFrom(64, 64, 64, 70) }),
    fc.record({
      do: fc.constant('chunk' as const),
      file: fc.nat(1),
      at: fc.constantFrom(0, 0, 20, 40, 90),
      length: fc.constantFrom(1, 30, 64, 64),
    }),
    fc.record({ do: fc.constant('complete' as const), file: fc.nat(1), size: fc.constantFrom(64, 64, 64, 70) }),
    fc.record({ do: fc.constant('break' as const) }),
  );
  let completed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { dialogue, replies, kept, refused } = setScene();
      let one = dialogue();
      const list = names.map((name) => ({ name, size: 64 }));
      await announce(one, list);
      for (const each of steps) {
        if (refused.length > 0) break;
        // oxlint-disable no-await-in-loop -- one message after the other
        if (each.do === 'break') {
          one.closed();
          one = dialogue();
          await announce(one, list);
          continue;
        }
        const name = names[each.file] ?? '';
        const file = { name, type: 0, size: 'size' in each ? each.size : 64 };
        if (each.do === 'start') await start(one, file);
        if (each.do === 'chunk') await send(one, name, each.at, bytesOf(200).subarray(each.at, each.at + each.length));
        if (each.do !== 'complete') continue;
        await complete(one, file);
        // oxlint-enable no-await-in-loop
        const reply = replies.at(-1);
        if (reply?.result !== 0 || reply.name !== name) continue;
        completed += 1;
        assert.deepEqual(kept.get(name), bytesOf(200).subarray(0, file.size));
      }
    }),
    { numRuns: 3000 },
  );
  assert.ok(completed > 50, `${completed} files were complete`);
});
