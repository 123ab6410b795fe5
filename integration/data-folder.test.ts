// A data folder that is deleted, moved or replaced under a running server: nothing is acknowledged that nobody will find.
import assert from 'node:assert/strict';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { GENERAL_RESULT, encodeLocation, t0002Heartbeat } from '@outrider/jt808';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { Channel, asJson, asList, httpCall, trackOf } from './support/operator.ts';
import { startDrivenServer, temporaryFolder } from './support/server.ts';
import { ServerProcess } from './support/server-process.ts';
import { until } from './support/until.ts';

const ID = '13800000101';
const REPORTS = 100;
const START_MS = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
const report = (i: number) => locationAt(START_MS + i * 1000);

/** Strangers ask too: the answer names no path. */
const REASON = 'The data folder is gone or was replaced. Recorders are not answered and nothing is stored.';

const readyOf = async (server: ServerProcess) => {
  const { status, body } = await httpCall(server.ports.http, 'GET', '/ready');
  return { status, reason: String(asJson(body)['reason']) };
};

const start = async (t: TestContext) => {
  const parent = await temporaryFolder(t);
  const data = join(parent, 'data');
  const server = await ServerProcess.start(t, data);
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 4 });
  afterwards(t, () => operator.close());
  const device = await Device.online(server.ports.jt808, { phone: ID });
  afterwards(t, () => device.close());
  assert.equal(await device.locate(report(0)), GENERAL_RESULT.done);
  return { parent, data, server, operator, device };
};

/** Sends so many reports; gives their serials once the server has read them all and would long have answered: a commit takes 40 ms. */
const sendReports = async (server: ServerProcess, device: Device): Promise<number[]> => {
  const before = await server.metric('frames');
  const serials = Array.from({ length: REPORTS }, (_, i) => device.sendBody(0x0200, encodeLocation(report(1 + i))));
  await until('they are read', async () => (await server.metric('frames')) >= before + REPORTS);
  const readS = await server.metric('process_uptime_seconds');
  await until('they could be answered', async () => (await server.metric('process_uptime_seconds')) >= readS + 2);
  return serials;
};

test('deleted under the server: of a hundred reports none is acknowledged; /ready, the log, the console and changes say so', async (t) => {
  const { data, server, device, operator } = await start(t);
  await rm(data, { recursive: true, maxRetries: 10 }); // the server may write in it meanwhile
  const serials = await sendReports(server, device);
  const ready = await until('it is not ready', async () => {
    const found = await readyOf(server);
    return found.status === 503 && found;
  });
  assert.equal(ready.reason, REASON);
  const read = await server.metric('frames');
  const beat = device.send(t0002Heartbeat, {});
  await until('the heartbeat is read', async () => (await server.metric('frames')) > read);
  assert.deepEqual(
    [...serials, beat].filter((serial) => device.hasAnswerTo(serial)),
    [],
    'acknowledged and lost',
  );
  const [refused] = await operator.ask('D01', { I: '13800000102', C: 4 });
  assert.equal(refused?.['R'], '503');
  assert.match(String(refused['Z']), /^The data folder/);
  const signedIn = await Channel.signedIn(server);
  signedIn.close();
  const { body } = await httpCall(server.ports.http, 'GET', '/gkserver/connectrecorder', { account: server.admin });
  assert.match(
    JSON.stringify(asJson(body)['warnings']),
    /The data folder \S+ is not what it was: .*restart the server/,
  );
  const said = (): number => server.lines.filter((line) => line.includes('data folder is gone')).length;
  await until('it is said', () => said() > 0);
  assert.equal(said(), 1, 'said once');
});

test('moved away and back: what was sent meanwhile is stored once when it is repeated', async (t) => {
  const { parent, data, server, device } = await start(t);
  await rename(data, join(parent, 'elsewhere'));
  const serials = await sendReports(server, device);
  assert.equal((await readyOf(server)).status, 503);
  assert.equal(
    serials.some((serial) => device.hasAnswerTo(serial)),
    false,
  );
  await rename(join(parent, 'elsewhere'), data);
  await until('it is ready', async () => (await readyOf(server)).status === 200);
  for (let i = 1; i <= REPORTS; i += 1) assert.equal(await device.locate(report(i)), GENERAL_RESULT.done);
  const points = asList(await trackOf(server.ports.http, server.admin, ID, START_MS, START_MS + 3_600_000));
  assert.equal(points.length, REPORTS + 1);
  assert.ok(server.running);
});

test('another folder in its place: nothing is acknowledged, and a restart is asked for', async (t) => {
  const { parent, data, server, device } = await start(t);
  await rename(data, join(parent, 'elsewhere'));
  await mkdir(data);
  const serials = await sendReports(server, device);
  const { status, reason } = await readyOf(server);
  assert.equal(status, 503);
  assert.equal(reason, REASON);
  assert.equal(
    serials.some((serial) => device.hasAnswerTo(serial)),
    false,
  );
});

test('a database deleted alone, or its log: reports are not acknowledged either', async (t) => {
  for (const name of ['tracks.sqlite', 'tracks.sqlite-wal']) {
    const { data, server, device } = await start(t);
    await rm(join(data, name));
    const serials = await sendReports(server, device);
    assert.equal(
      serials.some((serial) => device.hasAnswerTo(serial)),
      false,
      name,
    );
  }
});

test('a disk that does not answer: Connect a recorder comes within seconds all the same, and says that it is unknown', async (t) => {
  const server = await startDrivenServer(t);
  const { app, ports, admin, clock } = server;
  const looked = Promise.withResolvers<void>();
  const hanging = Promise.withResolvers<void>();
  app.settings.probe = () => {
    looked.resolve();
    return hanging.promise;
  };
  const ask = async (): Promise<string> => {
    const { body } = await httpCall(ports.http, 'GET', '/gkserver/connectrecorder', { account: admin });
    return String(asJson(body)['warnings']);
  };
  const answers: string[] = [];
  void ask().then((answer) => answers.push(answer));
  await looked.promise;
  clock.advance(5000);
  await until('the page is answered', () => answers.length > 0);
  const unknown = /does not answer: whether anything can be kept is unknown/;
  assert.match(answers.join(), unknown);
  assert.match(await ask(), unknown, 'at once while the look goes on');
  hanging.resolve();
  await until('it is known again', async () => !unknown.test(await ask()));
});
