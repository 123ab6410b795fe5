// Receivers of realtime plans get one message a minute: the first event at once, what comes after it in one message when the minute is over,
// also where the server was ended meanwhile. Seen at the mail server and at the provider of text messages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { t0200LocationReport } from '@outrider/jt808';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { locationAt } from './support/device.ts';
import { HttpSink } from './support/http-sink.ts';
import { MailSink } from './support/mail-sink.ts';
import { CODE, everybody, ID, mailBy, REALTIME, tell, textsBy, withDevice } from './support/notify-scene.ts';
import { asJson, asList } from './support/operator.ts';
import { restarted } from './support/restarted.ts';
import { until } from './support/until.ts';

const MINUTE_MS = 60_000;
const RECEIVERS = 'ann@example.org, +886912345678';

const textOf = ({ body }: { body: string }): string =>
  String(asList(asJson(JSON.parse(body))['messages'])[0]?.['text']);
const subjectOf = ({ text }: { text: string }): string => /^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? '';
/** Soft line breaks of the mail joined. */
const linesOf = ({ text }: { text: string }): string[] =>
  text
    .replaceAll(/=\r?\n/g, '')
    .split(/\r?\n/)
    .filter((line) => / event \d+$/.test(line));

test('a flapping alarm costs each receiver one message a minute, and none of its events is left out, over a restart too', async (t) => {
  const [mails, sms] = [await MailSink.start(t), await HttpSink.start(t)];
  const { start } = await restarted(t);
  const clock = createManualClock(Date.now());
  let server = await start({}, { clock });
  await mailBy(server, mails.port);
  await textsBy(server, sms.origin);
  await server.ask('POST', REALTIME, tell(everybody, { email_en: 1, sms_en: 1, receivers: RECEIVERS }));
  const { raise, device } = await withDevice(t, server, clock);
  const held = () => server.app.metrics()['notices_held_total'];
  for (let count = 0; count < 13; count += 1) await raise();
  await until('the first was told', () => mails.mails.length > 0 && sms.requests.length > 0);
  await until('the others wait', () => held() === 2 * 12);
  device.close();
  await server.close();
  server = await start({}, { clock });
  await until('nothing is under way', async () => (await server.app.outboxSize()).count === 0);
  assert.deepEqual([mails.mails.length, sms.requests.length], [1, 1]);
  clock.advance(MINUTE_MS + 5000);
  await until('the minute is over', () => mails.mails.length > 1 && sms.requests.length > 1, {
    between: () => clock.advance(1000),
  });
  clock.advance(3 * MINUTE_MS);
  await until('nothing is under way', async () => (await server.app.outboxSize()).count === 0);
  const [first, digest, ...others] = mails.mails;
  assert.deepEqual([others.length, sms.requests.length], [0, 2]);
  assert.ok(first && digest);
  assert.match(subjectOf(first), new RegExp(`^[^,]+, ${ID}$`));
  assert.match(subjectOf(digest), /^12 events: /);
  assert.equal(linesOf(digest).length, 12, digest.text);
  assert.equal(new Set(linesOf(digest)).size, 12);
  const [, text] = sms.requests.map(textOf);
  assert.match(text ?? '', new RegExp(`^12 events: .*${ID}.*; and \\d+ more$`));
});

test('while the mail server is away a device that raises an alarm all the time leaves room for the mails of others', async (t) => {
  const away = await MailSink.start(t);
  const { port } = away;
  await away.close();
  const clock = createManualClock(Date.now());
  const server = await (await restarted(t)).start({}, { clock });
  await mailBy(server, port);
  await server.ask('POST', REALTIME, tell(everybody, { email_en: 1, receivers: 'ann@example.org' }));
  const { raise } = await withDevice(t, server, clock);
  for (let count = 0; count < 20; count += 1) await raise();
  await until('they wait', () => server.app.metrics()['notices_held_total'] === 19);
  await until('the first is kept', async () => (await server.app.outboxSize()).count > 0);
  assert.equal((await server.app.outboxSize()).count, 1);
});

test('an SOS of a recorder whose clock says 2000 is mailed', async (t) => {
  const mails = await MailSink.start(t);
  const server = await (await restarted(t)).start();
  await mailBy(server, mails.port);
  await server.ask('POST', REALTIME, tell(everybody, { email_en: 1, receivers: 'ann@example.org' }));
  const { device } = await withDevice(t, server);
  await device.ask(t0200LocationReport, locationAt(Date.UTC(2000, 0, 1, 12), { alarm: 1 }));
  await until('it is mailed', () => mails.mails.length > 0);
  const [mail] = mails.mails;
  assert.ok(mail);
  assert.ok(mail.text.includes(`code ${CODE}`));
  assert.match(mail.text, /^Time: 2000-01-01/m);
});
