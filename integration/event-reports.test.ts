// Scheduled reports over real sockets: the files of a period exist after it is over, also where the server was down then, hold what the
// lists say, and are of those who may have them. Time is driven.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventReport, rights } from '@outrider/contract';
import { locationAt } from './support/device.ts';
import { MailSink } from './support/mail-sink.ts';
import { asJson, asList, Channel, httpCall } from './support/operator.ts';
import {
  CARD_FAULT,
  COLLISION,
  DAY,
  DAY_MS,
  FATIGUE,
  HOUR_MS,
  OVER_SPEED,
  REPORT,
  ZONE_S,
  alarm,
  fetchFile,
  files,
  linesOf,
  listed,
  made,
  moveTo,
  report,
  reportOf,
  save,
  setScene,
  sha256,
  ONE,
  TWO,
} from './support/report-scene.ts';
import type { Account } from './support/server.ts';
import { until } from './support/until.ts';

test('[E-ENT-013] [E-HTTP-020] [E-HTTP-021] http: reports are listed with u and p and with a session, added, changed and deleted with the whole list as the answer; what is none is refused', async (t) => {
  const { server, admin } = await setScene(t);
  const { ask, ports } = server;
  const given = reportOf({ type: 'driver score', events: '13=-1,16=-2', receivers: 'a@x.org ; b@y.org', devices: ONE });
  const added = await ask('POST', REPORT, { eventReport: given });
  assert.equal(added.status, 200);
  const { hasError, message, eventReports } = asJson(added.body);
  assert.deepEqual([hasError, message, asList(eventReports).length], [0, 'Save Success', 1]);
  const withPair = await httpCall(ports.http, 'GET', `${REPORT}?u=${admin.user}&p=${admin.hash}`, {});
  const [row] = asList(withPair.body);
  assert.equal(eventReport.safeParse(row).error, undefined);
  assert.deepEqual(row, {
    ...given,
    reportid: 1,
    memberid: 'admin',
    sender: '',
    script: '',
    receivers: 'a@x.org,b@y.org',
    updatetime: row?.['updatetime'],
  });
  assert.deepEqual((await ask('GET', REPORT)).body, withPair.body);
  assert.equal((await httpCall(ports.http, 'GET', REPORT, {})).status, 401);

  const changed = await ask('PUT', REPORT, {
    eventReport: { ...given, reportid: 1, profile: 'Yard', updatetime: row?.['updatetime'] },
  });
  assert.equal(asList(asJson(changed.body)['eventReports'])[0]?.['profile'], 'Yard');
  const late = await ask('PUT', REPORT, { eventReport: { ...given, reportid: 1, updatetime: row?.['updatetime'] } });
  assert.equal(late.status, 409);
  for (const wrong of [
    { period: 61 },
    { tz: 1000 },
    { receivers: 'nobody' },
    { devices: 'unknown-device' },
    { events: '13=1' },
    { type: 'event detail', events: '13=-1' },
    { type: 'driver score', events: '13=-101' },
    { type: 'driver score', events: '13=-1', period: 60 },
  ]) {
    const { status } = await ask('POST', REPORT, { eventReport: { ...given, ...wrong } });
    assert.ok(status >= 400 && status < 500, JSON.stringify(wrong));
  }
  assert.equal(asList((await ask('GET', REPORT)).body).length, 1);
  const gone = await ask('DELETE', REPORT, { eventReport: { reportid: 1 } });
  assert.deepEqual([asJson(gone.body)['message'], asJson(gone.body)['eventReports']], ['Delete Success', []]);
  assert.equal((await ask('DELETE', REPORT, { eventReport: { reportid: 1 } })).status, 404);
});

test('[E-ENT-015] [E-HTTP-022] [E-HTTP-023] http: after midnight in the zone of a report its files hold the events of the day as the list has them, listed by each time, downloaded with u and p, also after a restart', async (t) => {
  const scene = await setScene(t);
  const { server, clock, data } = scene;
  const [one, two] = [await scene.device(ONE), await scene.device(TWO)];
  const id = await save(server);
  const summary = await save(server, { profile: 'Sums', type: 'event summary', events: '13', unit: 1 });
  await alarm(scene, one, OVER_SPEED, DAY + 9 * HOUR_MS);
  await alarm(scene, one, OVER_SPEED, DAY + 10 * HOUR_MS);
  await alarm(scene, two, FATIGUE, DAY + 23.9 * HOUR_MS);
  const events = await listed(server, [13, 104], 3, scene);
  assert.deepEqual(await files(server), [], 'the day is not over');
  await moveTo(scene, DAY + DAY_MS - 30_000);
  assert.deepEqual(await files(server), []);

  await moveTo(scene, DAY + DAY_MS + 90_000);
  const found = await made(scene, server, 4);
  const ofDetail = found.filter(({ reportid }) => reportid === id);
  assert.deepEqual(
    ofDetail.map(({ filename, filetype, starttime, endtime, period, type }) => [
      filename,
      filetype,
      starttime,
      endtime,
      period,
      type,
    ]),
    ['csv', 'pdf'].map((kind) => [
      `Depot_event detail_2026-05-11.${kind}`,
      kind,
      DAY / 1000,
      (DAY + DAY_MS) / 1000,
      1440,
      'event detail',
    ]),
  );
  const [csv, pdf] = ofDetail;
  assert.ok(csv && pdf);
  const { bytes, status, type } = await fetchFile(server, csv);
  assert.deepEqual([status, type], [200, 'text/csv; charset=utf-8']);
  const [head = [], ...lines] = linesOf(bytes);
  const column = (name: string): number => head.indexOf(name);
  const ours = lines.filter((line) => ['Over speed', 'Fatigue driving'].includes(line[column('Event Name')] ?? ''));
  assert.deepEqual(
    ours.map((line) => [line[column('Device ID')], line[column('Event Time')], Number(line[column('Speed (km/h)')])]),
    events
      .toSorted((a, b) => Number(a['eventtimeutc']) - Number(b['eventtimeutc']))
      .map(({ deviceid, eventtimeutc, speed }) => [
        deviceid,
        new Date(Number(eventtimeutc) * 1000 + ZONE_S * 1000).toISOString().slice(0, 19).replace('T', ' '),
        speed,
      ]),
  );
  assert.equal(Buffer.from((await fetchFile(server, pdf)).bytes.subarray(0, 5)).toString(), '%PDF-');
  assert.equal((await fetchFile(server, csv, null)).status, 401);
  assert.equal((await fetchFile(server, { ...csv, filename: 'other.csv' })).status, 404);

  const sums = found.find(({ reportid, filetype }) => reportid === summary && filetype === 'csv');
  assert.ok(sums);
  const [sumHead = [], ...sumLines] = linesOf((await fetchFile(server, sums)).bytes);
  assert.deepEqual(
    sumLines.map((line) => [line[0], line[sumHead.indexOf('Count')], line[sumHead.indexOf('Speed (mph)')]]),
    [[ONE, '2', '31.1']],
  );

  assert.equal((await files(server, { reportid: id })).length, 2);
  const day = { from: DAY / 1000, to: DAY / 1000 + 3600 };
  assert.equal((await files(server, { ...day, queryby: 'starttime' })).length, 4);
  assert.equal((await files(server, { ...day, queryby: 'endtime' })).length, 0);
  assert.equal((await files(server, { ...day, queryby: 'updatetime' })).length, 0);

  await server.app.close();
  const again = await scene.open();
  await clock.advanceAsync(60_000);
  assert.deepEqual(await files(again), found);
  assert.equal(sha256((await fetchFile(again, csv)).bytes), sha256(bytes));
  assert.equal((await readdir(join(data, 'event-reports'))).length, 4);
});

test('http: a server that was down over midnight makes up for what it missed, once, the newest first and at most 31 periods; from when a report was off there is nothing', async (t) => {
  const scene = await setScene(t);
  const { server, clock, data } = scene;
  const hourly = await save(server, { period: 60, profile: 'Hours' });
  const weekly = await save(server, { period: 10_080, profile: 'Weeks' });
  const monthly = await save(server, { period: 43_200, profile: 'Months' });
  const off = await save(server, { profile: 'Off', enable: 0 });
  await server.app.close();
  // From Monday the 11th of May to Tuesday the 2nd of June, 01:00 in the zone.
  clock.jumpTo(DAY + 22 * DAY_MS + HOUR_MS + 70_000);
  const second = await scene.open();
  const ofHours = await made(scene, second, 62, { reportid: hourly });
  const ends = ofHours.filter(({ filetype }) => filetype === 'csv').map(({ endtime }) => Number(endtime));
  const newest = (DAY + 22 * DAY_MS + HOUR_MS) / 1000;
  assert.deepEqual(
    ends.toSorted((a, b) => b - a),
    Array.from({ length: 31 }, (_, i) => newest - i * 3600),
  );
  const order = ofHours
    .filter(({ filetype }) => filetype === 'csv')
    .toSorted((a, b) => Number(a['fileid']) - Number(b['fileid']))
    .map(({ endtime }) => Number(endtime));
  assert.deepEqual(
    order,
    Array.from({ length: 31 }, (_, i) => newest - i * 3600),
    'the newest is made first',
  );
  const spans = async (reportid: number): Promise<unknown[]> =>
    (await made(scene, second, reportid === weekly ? 6 : 2, { reportid }))
      .filter(({ filetype }) => filetype === 'csv')
      .map(({ starttime, endtime }) => [
        new Date(Number(starttime) * 1000 + ZONE_S * 1000).toISOString().slice(0, 10),
        (Number(endtime) - Number(starttime)) / 86_400,
      ])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b)));
  assert.deepEqual(await spans(weekly), [
    ['2026-05-11', 7],
    ['2026-05-18', 7],
    ['2026-05-25', 7],
  ]);
  assert.deepEqual(await spans(monthly), [['2026-05-01', 31]]);
  assert.deepEqual(await files(second, { reportid: off }), []);
  await second.app.close();
  const third = await scene.open();
  await clock.advanceAsync(60_000);
  assert.equal((await files(third)).length, 62 + 6 + 2, 'nothing is made twice');
  assert.equal((await readdir(join(data, 'event-reports'))).length, 70);
  const all = asList((await third.ask('GET', REPORT)).body);
  const last = all.find(({ reportid }) => reportid === off);
  await third.ask('PUT', REPORT, { eventReport: { ...last, enable: 1 } });
  await clock.advanceAsync(60_000);
  assert.deepEqual(await files(third, { reportid: off }), [], 'the time when it was off is not made up for');
});

test('[E-ENT-014] http: driver score, card and idle alarms and usage are worked out of real events, tracks and links', async (t) => {
  const scene = await setScene(t);
  const { server } = scene;
  const [one, two] = [await scene.device(ONE), await scene.device(TWO)];
  const events = '13=-1.5,16=-2,104=-3';
  const score = await save(server, { type: 'driver score', events, devices: `${ONE},${TWO}` });
  const card = await save(server, { type: 'sdcard alarm', events: '1' });
  const idle = await save(server, { type: 'idle alarm', events: '10' });
  const usage = await save(server, { type: 'usage alarm', events: '99' });
  const list = asList((await server.ask('GET', REPORT)).body);
  assert.equal(list.find(({ reportid }) => reportid === score)?.['events'], events);
  await alarm(scene, one, OVER_SPEED, DAY + 9 * HOUR_MS);
  await alarm(scene, one, OVER_SPEED, DAY + 9.5 * HOUR_MS);
  await alarm(scene, one, COLLISION, DAY + 10 * HOUR_MS);
  await alarm(scene, two, FATIGUE, DAY + 11 * HOUR_MS);
  // Twenty minutes of standing with the ignition on.
  for (let minute = 0; minute <= 20; minute += 1) {
    const atMs = DAY + 12 * HOUR_MS + minute * 60_000;
    scene.clock.jumpTo(atMs);
    await report(two, locationAt(atMs, { speedKmh: 0 }));
  }
  scene.clock.jumpTo(DAY + 13 * HOUR_MS);
  await report(one, locationAt(DAY + 13 * HOUR_MS, { items: [CARD_FAULT] }));
  await listed(server, [13, 16, 104, 12], 5, scene);
  const mileage = asList(
    (await server.ask('POST', '/gkmileage/mileagequery', { afterTime: DAY / 1000, beforeTime: DAY / 1000 + 86_400 }))
      .body,
  );
  const idled = Number(mileage.find(({ deviceid }) => deviceid === TWO)?.['idletime']);
  assert.ok(idled >= 1200, `${idled} s of idling`);
  await moveTo(scene, DAY + DAY_MS + 90_000);
  await made(scene, server, 8);
  const tableOf = async (reportid: number, ...columns: string[]): Promise<unknown[]> => {
    const csv = (await files(server, { reportid })).find(({ filetype }) => filetype === 'csv');
    assert.ok(csv);
    const [head = [], ...lines] = linesOf((await fetchFile(server, csv)).bytes);
    return lines.map((line) =>
      columns.map((name) => line[head.findIndex((title) => title.replace('\uFEFF', '') === name)]),
    );
  };
  assert.deepEqual(await tableOf(score, 'Device ID', 'Score', 'Points', 'Events'), [
    [ONE, '95', '-5', '3'],
    [TWO, '97', '-3', '1'],
  ]);
  assert.deepEqual(await tableOf(card, 'Device ID', 'Alarms', 'Disk error'), [[ONE, '1', '1']]);
  const text = `${Math.floor(idled / 3600)}:${String(Math.floor(idled / 60) % 60).padStart(2, '0')}:${String(idled % 60).padStart(2, '0')}`;
  assert.deepEqual(await tableOf(idle, 'Device ID', 'Idle'), [[TWO, text]]);
  const shares = (await tableOf(usage, 'Device ID', 'Usage (%)')).map((row) => [row].flat());
  const stood = asJson(
    await (async () => {
      const channel = await Channel.signedIn(server, server.admin, { between: () => scene.clock.advance(10) });
      const answer = await channel.get('Q09', { B: DAY / 1000 });
      channel.close();
      return answer;
    })(),
  );
  const said = new Map(
    asStrings(stood['Z'])
      .map((each) => each.split(':'))
      .map(([id, share]) => [id, Number(share)]),
  );
  for (const [id, share] of shares)
    assert.ok(
      Math.abs(Number(share) / 100 - (said.get(String(id)) ?? 0)) < 0.000_02,
      `${String(id)}: ${String(share)} against ${said.get(String(id))}`,
    );
  assert.equal(shares.length, 2);
});
const asStrings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

test('a report is of what its account sees, its files are of this account and of level 0; a device that is dropped leaves no report of all, and files go as events go', async (t) => {
  const scene = await setScene(t);
  const { server, clock, data } = scene;
  const anna: Account = { user: 'anna', hash: 'A'.repeat(64) };
  const bert: Account = { user: 'bert', hash: 'B'.repeat(64) };
  const group = await server.app.groups.add(1, 'North');
  for (const { user, hash } of [anna, bert])
    await server.app.users.add({
      name: user,
      passwordHash: hash,
      level: 1,
      rights: new Set(rights),
      expiresMs: null,
      groupIds: [group],
    });
  assert.equal((await server.ask('POST', REPORT, { eventReport: reportOf({ devices: ONE }) }, anna)).status, 404);
  const id = await save(server, { type: 'usage alarm' }, anna);
  assert.deepEqual((await server.ask('GET', REPORT, undefined, bert)).body, []);
  assert.equal((await server.ask('DELETE', REPORT, { eventReport: { reportid: id } }, bert)).status, 404);
  await save(server, { devices: ONE, profile: 'One' });
  await moveTo(scene, DAY + DAY_MS + 90_000);
  const found = await made(scene, server, 4);
  const csv = found.find(({ reportid, filetype }) => reportid === id && filetype === 'csv');
  assert.ok(csv);
  assert.equal(linesOf((await fetchFile(server, csv, anna)).bytes).length, 1, 'no device of hers');
  assert.equal((await files(server, {}, anna)).length, 2);
  assert.equal((await files(server, {}, bert)).length, 0);
  assert.equal((await fetchFile(server, csv, bert)).status, 404);

  const { status } = await server.ask('PUT', '/gkserver/dbmaintain', { events: 1, uslogs: 0, gps: 0 });
  assert.equal(status, 200);
  await moveTo(scene, DAY + 3 * DAY_MS);
  clock.advance(HOUR_MS);
  await until('old files are gone', async () => {
    await clock.advanceAsync(1000);
    const rest = await files(server);
    return rest.every(({ updatetime }) => Number(updatetime) * 1000 > DAY + 1.5 * DAY_MS);
  });
  await until('they are gone from the disk', async () => {
    await clock.advanceAsync(1000);
    return (await readdir(join(data, 'event-reports'))).length === (await files(server)).length;
  });
});

/** The attached files of a mail. */
const attached = (mail: string): Uint8Array[] =>
  mail.split(/\r?\n--/).flatMap((part) => {
    const [head = '', ...rest] = part.split(/\r?\n\r?\n/);
    return /^content-disposition: attachment/im.test(head) && /base64/i.test(head)
      ? [Buffer.from(rest.join(''), 'base64')]
      : [];
  });

test('http: the files are mailed to the receivers once, byte for byte as they are downloaded, in the words of the report, also where the mail server was set later and over a restart', async (t) => {
  const scene = await setScene(t);
  const { server, clock } = scene;
  const sink = await MailSink.start(t);
  await save(server, {
    receivers: 'a@example.org; b@example.org',
    sender: 'Example Transport',
    memo: 'For the office',
  });
  await save(server, { profile: 'Silent' });
  await moveTo(scene, DAY + DAY_MS + 90_000);
  const found = await made(scene, server, 4);
  assert.equal(sink.mails.length, 0);
  const mail = {
    server: '127.0.0.1',
    port: sink.port,
    security: '2',
    auth: '1',
    user: '',
    pass: '',
    from: 'fleet@example.org',
    name: '',
  };
  assert.equal((await server.ask('PUT', '/gkserver/smtp', { mail })).status, 200);
  await until('the mail is there', async () => {
    await clock.advanceAsync(5000);
    return sink.mails.length > 0;
  });
  const [caught] = sink.mails;
  assert.deepEqual(caught?.to, ['a@example.org', 'b@example.org']);
  assert.match(caught.text, /^Subject: Depot - event detail, 2026-05-11/m);
  for (const words of ['For the office', 'Example Transport', '2026-05-11 00:00:00'])
    assert.ok(caught.text.includes(words), words);
  const own = [];
  for (const file of found.filter(({ profile }) => profile === 'Depot'))
    own.push(sha256((await fetchFile(server, file)).bytes));
  assert.deepEqual(attached(caught.text).map(sha256).toSorted(), own.toSorted());
  await server.app.close();
  const again = await scene.open();
  await clock.advanceAsync(120_000);
  assert.equal((await files(again)).length, 4);
  assert.equal(sink.mails.length, 1);
});
