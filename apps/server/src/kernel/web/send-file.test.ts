// What an answer calls the file that is saved from it, whatever it is handed; and its bytes over a real socket, many at once.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { turnsUntil } from '../turns-until.ts';
import { disposition, sendFile } from './send-file.ts';
import { SendTurns } from './send-turns.ts';

const named = (given: string): string => {
  const [, coded = ''] = /filename\*=UTF-8''(\S+)$/.exec(disposition(given, false)) ?? [];
  return decodeURIComponent(coded);
};

test('a name keeps the one rule: no folder, nothing that a file system refuses, not too long, never empty', () => {
  assert.equal(named('box-2.1.bin'), 'box-2.1.bin');
  assert.equal(named('../../etc/passwd'), 'passwd');
  assert.equal(named('11:30 "front"?*.mp4'), '11_30 _front___.mp4');
  assert.equal(named('a\u202Egpj.exe'), 'agpj.exe');
  assert.equal(named('公車.mp4'), '公車.mp4');
  assert.ok(named('x'.repeat(300)).length <= 120);
  for (const nothing of ['', '...', '/', '\u202E']) assert.equal(named(nothing), 'file', nothing);
});

test('old clients are told a plain name, and whether it is shown or saved', () => {
  assert.equal(
    disposition('公車 1.mp4', true),
    `inline; filename="__ 1.mp4"; filename*=UTF-8''%E5%85%AC%E8%BB%8A%201.mp4`,
  );
  assert.match(disposition('a.mp4', false), /^attachment; filename="a\.mp4"/);
});

/** More than the system keeps of a connection that nobody reads. */
const BYTES = 12_000_001;
/** No piece is like another. */
const body = Buffer.from(Uint32Array.from({ length: BYTES / 4 + 1 }, (_, i) => i * 2_654_435_761).buffer).subarray(
  0,
  BYTES,
);

/** A server of one file; `heard` is the place behind the last byte handed on, of each request in order. */
const serving = async (t: TestContext, bytes = BYTES) => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-send-'));
  const path = join(folder, 'box.bin');
  await writeFile(path, body);
  const heard: number[] = [];
  const over: number[] = [];
  const turns = new SendTurns();
  const server = createServer((request, response) => {
    const at = heard.push(0) - 1;
    const sent = (end: number): void => void (heard[at] = end);
    const file = { path, bytes, name: 'box.bin', type: 'application/octet-stream', tag: '"t"', sent };
    sendFile(request, response, file, turns).then(
      () => over.push(at),
      () => undefined,
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { url: `http://127.0.0.1:${address.port}/`, port: address.port, heard, over, turns };
};
const got = async (url: string, range?: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(url, range === undefined ? {} : { headers: { range } })).arrayBuffer());

test('many at once have every byte of the file, whole or from where they stopped', async (t) => {
  const { url, heard } = await serving(t);
  const all = await Promise.all([got(url), got(url), got(url, 'bytes=70000-'), got(url, 'bytes=5-5'), got(url)]);
  const wanted = [body, body, body.subarray(70_000), body.subarray(5, 6), body];
  for (const [i, bytes] of all.entries()) assert.ok(bytes.equals(wanted[i] ?? Buffer.alloc(0)), `request ${i}`);
  assert.deepEqual(
    heard.toSorted((a, b) => a - b),
    [6, BYTES, BYTES, BYTES, BYTES],
  );
});

test('a client that reads nothing holds nobody up, and one that leaves is over', async (t) => {
  const { url, port, heard, over, turns } = await serving(t);
  const slow = connect(port, '127.0.0.1').pause();
  slow.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  await turnsUntil('it is sent something', () => (heard[0] ?? 0) > 0);
  for (let i = 0; i < 3; i += 1) assert.ok((await got(url)).equals(body)); // oxlint-disable-line no-await-in-loop -- one after the other
  assert.ok(!over.includes(0), 'the slow one is still being sent');
  slow.destroy();
  await turnsUntil('it is over', () => over.includes(0));
  assert.equal(turns.waitingCount, 0);
});

test('a file that is shorter than it was ends the connection, not the server', async (t) => {
  const { url } = await serving(t, BYTES + 10);
  await assert.rejects(got(url));
  assert.ok((await got(url, 'bytes=0-9')).equals(body.subarray(0, 10)));
});
