// A client of web.cgi that shares no code with the console, and what independent programs find in the files it gets.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Json, asJson, asList } from './operator.ts';
import { HOST, type Account, temporaryFolder } from './server.ts';
import { runTool } from './tool.ts';
import { until, type Waiting } from './until.ts';

export type Query = Record<string, string | number>;

/** One request with credentials as the documents have them: user and password in the query. */
export const askCgi = (port: number, query: Query, account?: Account, headers: Record<string, string> = {}) => {
  const said = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  if (account) said.set('user', account.user);
  if (account) said.set('password', account.hash);
  return fetch(`http://${HOST}:${port}/web.cgi?${said}`, { headers });
};

export const askJson = async (port: number, query: Query, account?: Account): Promise<Json & { status: number }> => {
  const response = await askCgi(port, query, account);
  return { status: response.status, ...asJson(await response.json()) };
};

const OVER = ['BACKUP FAIL', 'CREATE FAIL', 'DOWNLOAD OK'];

/** Asks until the file is made or failed; every answer in order. */
export const askUntilMade = async (
  port: number,
  query: Query,
  account: Account,
  waiting: Waiting = {},
): Promise<Json[]> => {
  const answers: Json[] = [];
  await until(
    `the end of ${JSON.stringify(query)}`,
    async () => {
      const answer = await askJson(port, query, account);
      answers.push(answer);
      return answer.status !== 200 || answer['already'] === 1 || OVER.includes(String(answer['result']));
    },
    { deadlineMs: 60_000, ...waiting },
  );
  return answers;
};

/** Asks, waits, fetches, and saves what comes. */
export const download = async (
  t: TestContext,
  port: number,
  query: Query,
  account: Account,
  waiting: Waiting = {},
): Promise<{ file: string; answers: Json[]; response: Response }> => {
  const answers = await askUntilMade(port, query, account, waiting);
  const get = { ...query, type: String(query['type']).replace(/ask$/, 'get') };
  const response = await askCgi(port, get, account);
  assert.equal(response.status, 200, JSON.stringify(answers.at(-1)));
  const file = join(await temporaryFolder(t), 'saved');
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  return { file, answers, response };
};

export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).error === undefined;

/** In a long pause of one of several tracks stand units without a picture, of which ffprobe says so. */
const PAUSE = /^.*(missing picture in access unit with size 6|no frame!)\n/gm;

export type Probed = { streams: Json[]; durationS: number; format: string; title: string };

/** Streams and container as ffprobe counts them. */
export const probe = async (file: string): Promise<Probed> => {
  const args = ['-v', 'error', '-count_frames', '-show_streams', '-show_format', '-of', 'json', file];
  const { stdout, stderr } = await runTool('ffprobe', args);
  const said = asJson(JSON.parse(stdout.toString()));
  const format = asJson(said['format']);
  assert.equal(stderr.replaceAll(PAUSE, ''), '', 'ffprobe finds nothing to complain about');
  const tags = asJson(format['tags'] ?? {});
  return {
    streams: asList(said['streams']),
    durationS: Number(format['duration']),
    format: String(format['format_name']),
    title: String(tags['title']),
  };
};

/** The sound of a file as 16-bit samples. */
export const soundOf = async (file: string, rate = 8000): Promise<Int16Array> => {
  const args = ['-v', 'error', '-i', file, '-map', '0:a:0', '-ac', '1', '-ar', String(rate), '-f', 's16le', '-'];
  const { stdout } = await runTool('ffmpeg', args);
  return new Int16Array(Uint8Array.from(stdout).buffer, 0, stdout.length >> 1);
};

/** How strong a tone is in the sound, 0 to 1 of its whole energy (Goertzel). */
export const toneShare = (samples: Int16Array, hz: number, rate = 8000): number => {
  const turn = (2 * Math.PI * hz) / rate;
  let [real, imaginary, energy] = [0, 0, 0];
  for (const [i, sample] of samples.entries()) {
    real += sample * Math.cos(turn * i);
    imaginary += sample * Math.sin(turn * i);
    energy += sample * sample;
  }
  return (2 * (real * real + imaginary * imaginary)) / (samples.length * energy);
};
