// A download is asked for each second until it is made, then fetched once; anything else is a failure, and then nobody asks again.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AppError } from '@outrider/contract';
import { DrivenClock } from '../../live/driven-clock.ts';
import { Download, downloadName } from './download.ts';
import type { DownloadRequest } from './download.ts';

const request: DownloadRequest = {
  kind: 'repbmp4',
  deviceId: 'TRK-1',
  channel: 2,
  startMs: new Date(2026, 2, 1, 14, 2, 31).getTime(),
  seconds: 120,
  main: false,
};
const reply = (result: string, more: object = {}): object => ({
  result,
  progress: 0,
  message: '',
  filename: '',
  size: 0,
  ...more,
});

/** A download whose answers are laid out beforehand: a reply, or an error that asking throws. */
const started = (answers: readonly (object | Error)[], asked = request) => {
  const clock = new DrivenClock();
  const left = [...answers];
  const questions: Record<string, unknown>[] = [];
  const saved: Record<string, unknown>[] = [];
  const download = new Download(
    {
      clock,
      ask: async (values, decode) => {
        questions.push(values);
        const next = left.shift() ?? reply('HANDLING');
        if (next instanceof Error) throw next;
        return decode(next);
      },
      save: (values, name) => saved.push({ ...values, name }),
    },
    asked,
    downloadName(asked),
  );
  return { clock, download, questions, saved, state: () => download.state.getState() };
};

it('asks each second until the file is made, then has it fetched', async () => {
  const { clock, questions, saved, state } = started([
    reply('CREATE OK'),
    reply('HANDLING', { progress: 40 }),
    reply('DOWNLOAD OK', { filename: 'x.mp4' }),
  ]);
  await clock.pass(0);
  assert.deepEqual([state().phase, state().result, questions.length], ['running', 'CREATE OK', 1]);
  await clock.pass(1000);
  assert.deepEqual([state().result, state().progress, saved.length], ['HANDLING', 40, 0]);
  await clock.pass(1000);
  assert.deepEqual([state().phase, state().fileName], ['done', 'x.mp4']);
  await clock.pass(10_000);
  assert.equal(questions.length, 3);
  const spbtime = request.startMs / 1000;
  const filename = 'TRK-1_20260301_140231_ch2_120s.mp4';
  const query = { deviceid: 'TRK-1', ch: 2, spbtime, duration: 120, main: 0, audio: 1, filename };
  assert.deepEqual(questions[0], { type: 'repbmp4ask', ...query });
  assert.deepEqual(saved, [{ type: 'repbmp4get', ...query, name: 'x.mp4' }]);
});
it('takes any other answer as a failure and asks no more', async () => {
  for (const answer of [
    reply('BACKUP FAIL', { message: 'No Record' }),
    reply('CREATE FAIL'),
    new AppError('forbidden', 'no'),
  ]) {
    const { clock, questions, saved, state } = started([answer]);
    await clock.pass(5000);
    assert.deepEqual([state().phase, questions.length, saved.length], ['failed', 1, 0]);
  }
  assert.equal((await failedWith(reply('BACKUP FAIL', { message: 'No Record' }))).message, 'No Record');
});
it('fails on an answer that it does not know', async () => {
  assert.equal((await failedWith({ hello: 1 })).phase, 'failed');
});
const failedWith = async (answer: object) => {
  const { clock, state } = started([answer]);
  await clock.pass(0);
  return state();
};
it('waits for a server that is away for a moment, not for ever', async () => {
  const away = new AppError('unavailable', 'away');
  const back = started([away, away, reply('DOWNLOAD OK')]);
  await back.clock.pass(3000);
  assert.equal(back.state().phase, 'done');
  const gone = started(Array.from({ length: 30 }, () => away));
  await gone.clock.pass(60_000);
  assert.deepEqual([gone.state().phase, gone.questions.length], ['failed', 10]);
});
it('is given up at the server too', async () => {
  const { clock, download, questions, state } = started([reply('CREATE OK')]);
  await clock.pass(0);
  download.cancel();
  await clock.pass(5000);
  assert.equal(state().phase, 'cancelled');
  assert.deepEqual(
    questions.map(({ type }) => type),
    ['repbmp4ask', 'repbmp4cancel'],
  );
  download.cancel();
  assert.equal(questions.length, 2, 'once is enough');
});
it('asks for what the server recorded in its own words, and fetches what is there already', async () => {
  const { clock, questions, saved } = started([{ already: 1, progress: 100, message: '', filename: '', size: 5 }], {
    kind: 'lobk',
    deviceId: 'TRK-1',
    channel: 0,
    startMs: request.startMs,
    seconds: 60,
    format: 'gms',
  });
  await clock.pass(0);
  assert.equal(questions[0]?.['type'], 'lobkask');
  assert.deepEqual([questions[0]?.['format'], questions[0]?.['ch'], questions[0]?.['main']], ['gms', 0, undefined]);
  assert.deepEqual(
    saved.map(({ type, name }) => [type, name]),
    [['lobkget', 'TRK-1_20260301_140231_60s.gms']],
  );
});
