// Downloads of what the server recorded, over web.cgi: asked for, polled, fetched whole and in pieces, refused and given up. What comes
// is opened by programs that are not ours.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { rights } from '@outrider/contract';
import type { Config } from '../apps/server/src/config.ts';
import { toPasswordHash } from '../apps/server/src/kernel/credentials.ts';
import { putFootage } from '../e2e/support/recorded.ts';
import { askCgi, askJson, askUntilMade, download, probe, soundOf, toneShare } from './support/downloads.ts';
import { Channel } from './support/operator.ts';
import { type Account, type Server, startServer } from './support/server.ts';

const ID = 'TRK-1';
/** A whole second some days ago. */
const START_S = Math.floor(Date.now() / 1000) - 3 * 86_400;
const START_MS = START_S * 1000;
const ask = { type: 'lobkask', deviceid: ID, ch: 1, spbtime: START_S + 10, format: 'mp4', duration: 60 };

const startRecorded = async (t: TestContext, changes: Partial<Config> = {}, seconds = 120): Promise<Server> => {
  const server = await startServer(t, { recordReserve: 0, ...changes });
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 2 });
  operator.close();
  const span = { startMs: START_MS, endMs: START_MS + seconds * 1000 };
  await putFootage(server.app, server.data, { deviceId: ID, channels: [1, 2], ...span });
  return server;
};

const addAccount = async (server: Server, user: string, level: number, granted: readonly string[], groupIds = [1]) => {
  const hash = toPasswordHash('Sesame-1');
  const own = new Set(rights.filter((right) => granted.includes(right)));
  await server.app.users.add({ name: user, passwordHash: hash, level, rights: own, expiresMs: null, groupIds });
  return { user, hash } satisfies Account;
};

test('[A-DOWNLOAD-001 A-DOWNLOAD-008 A-DOWNLOAD-009] a minute is asked for, made and fetched: the right pictures, length and sound, by password and by session', async (t) => {
  const server = await startRecorded(t);
  const first = await askJson(server.ports.stream, ask, server.admin);
  assert.deepEqual([first.status, first['result'], first['progress']], [200, 'CREATE OK', 0]);
  const { file, answers, response } = await download(t, server.ports.stream, ask, server.admin);
  const [handling, made] = [answers.slice(0, -1), answers.at(-1)];
  assert.ok(handling.every(({ result, already }) => result === 'HANDLING' && already === undefined));
  assert.equal(made?.['already'], 1);
  assert.equal(made['result'], undefined);
  const stamp = new Date(START_MS + 10_000).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  assert.equal(made['filename'], `${ID}_${stamp}_ch1.mp4`);
  assert.match(
    response.headers.get('content-disposition') ?? '',
    new RegExp(`^attachment; filename="${ID}_${stamp}_ch1.mp4"`),
  );
  assert.equal(Number(response.headers.get('content-length')), made['size']);
  const { streams, durationS, format, title } = probe(file);
  assert.match(format, /mp4/);
  assert.equal(title, `${ID}_${stamp}_ch1.mp4`);
  assert.deepEqual(
    streams.map((stream) => [stream['codec_name'], stream['width'] ?? stream['sample_rate']]),
    [
      ['h264', 352],
      ['aac', '8000'],
    ],
  );
  assert.equal(streams[0]?.['nb_read_frames'], '900', '15 pictures a second');
  assert.ok(Math.abs(durationS - 60) < 0.2, `${durationS} s`);
  const sound = soundOf(file);
  assert.ok(Math.abs(sound.length / 8000 - 60) < 0.3, `${sound.length / 8000} s of sound`);
  const operator = await Channel.open(server.ports.command);
  const { K } = await operator.get('Q02', { U: server.admin.user, P: server.admin.hash });
  operator.close();
  const bySession = await askCgi(server.ports.http, ask, undefined, { authorization: `Bearer ${String(K)}` });
  const { status: _status, ...told } = made;
  assert.deepEqual(await bySession.json(), told);
});
