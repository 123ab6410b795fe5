// Receivers of pushes, mails and text messages that are away, refuse one, or have too much to do: what waits for which.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { HttpSink } from './support/http-sink.ts';
import { MailSink } from './support/mail-sink.ts';
import {
  ALLOWED,
  everybody,
  ID,
  mailBy,
  planOf,
  pushOf,
  REALTIME,
  scriptFor,
  switchOn,
  tell,
  textsBy,
  withDevice,
} from './support/notify-scene.ts';
import { asJson, asList } from './support/operator.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { until } from './support/until.ts';

test('mail and text message of a realtime plan arrive once each, after their servers were away', async (t) => {
  const mails = await MailSink.start(t);
  const { port } = mails;
  await mails.close();
  const sms = await HttpSink.start(t);
  sms.status = 401;
  sms.answer = JSON.stringify({ requestError: { serviceException: { text: 'Invalid login' } } });
  const { start } = await restarted(t);
  const clock = createManualClock(Date.now());
  let server = await start({}, { clock });
  await mailBy(server, port);
  assert.deepEqual(await textsBy(server, sms.origin), SAVED);
  const receivers = 'ann@example.org, +886912345678 ben@example.org';
  const plan = tell(everybody, { email_en: 1, sms_en: 1, receivers });
  assert.equal((await server.ask('POST', REALTIME, plan)).status, 200);
  const { raise, device } = await withDevice(t, server, clock);
  await raise();
  await until('both failed', () => (server.app.metrics()['outbox_failed_tries_total'] ?? 0) === 2);
  device.close();
  await server.close();
  sms.status = 200;
  const sink = await MailSink.start(t, { port });
  server = await start({}, { clock });
  clock.advance(31_000);
  await until('nothing waits', async () => (await server.app.outboxSize()).count === 0);
  assert.equal(sink.mails.length, 1);
  assert.deepEqual(sink.mails[0]?.to, ['ann@example.org', 'ben@example.org']);
  assert.match(sink.mails[0]?.text ?? '', new RegExp(`^Subject: .*${ID}`, 'm'));
  const [refused, sent, ...more] = sms.requests;
  assert.deepEqual([refused?.path, more.length], ['/sms/2/text/advanced', 0]);
  assert.equal(sent?.headers['authorization'], 'App k-1');
  const messageOf = (body = '') => asList(asJson(JSON.parse(body))['messages'])[0];
  const message = messageOf(sent?.body);
  const [{ to, messageId } = {}, ...others] = asList(message?.['destinations']);
  assert.deepEqual([to, others.length], ['+886912345678', 0]);
  assert.match(String(messageId), /^[\da-f-]{36}$/);
  assert.deepEqual(messageOf(refused?.body), message, 'the same in each try');
  assert.ok(String(message?.['text']).includes(ID));
});

test('a text message that is refused for good is given up, a provider that refuses the key has all of them wait', async (t) => {
  const sms = await HttpSink.start(t);
  const clock = createManualClock(Date.now());
  const server = await (await restarted(t)).start({}, { clock });
  await server.save('/gkserver/sms', {
    provider: 'infobip',
    config: { enable: 1, baseurl: sms.origin, apikey: 'k-1' },
  });
  await server.ask('POST', REALTIME, tell(everybody, { sms_en: 1, receivers: '+886912345678, +886912345679' }));
  const { raise } = await withDevice(t, server, clock);
  const metric = (name: string) => server.app.metrics()[name] ?? 0;
  sms.status = 400;
  await raise();
  await until('both were given up', () => metric('outbox_given_up_total') === 2);
  clock.advance(61_000); // a receiver gets one message a minute
  sms.status = 401;
  await raise();
  await until('it failed', () => metric('outbox_failed_tries_total') === 1);
  await until('they wait', async () => (await server.app.outboxSize()).count === 2);
  assert.equal(sms.requests.length, 3, 'one was tried');
  sms.status = 200;
  clock.advance(31_000);
  await until('nothing waits', async () => (await server.app.outboxSize()).count === 0);
  assert.equal(sms.requests.length, 5);
});

test('a push that is refused keeps no other one waiting, a server with too much to do all of them', async (t) => {
  const sink = await HttpSink.start(t);
  const clock = createManualClock(Date.now());
  const server = await (await restarted(t)).start(ALLOWED, { clock });
  await switchOn(server);
  await planOf(server, pushOf(everybody, scriptFor(sink.origin)));
  const { raise } = await withDevice(t, server, clock);
  const failed = () => server.app.metrics()['outbox_failed_tries_total'] ?? 0;
  sink.status = 404;
  await raise();
  await until('it failed', () => failed() === 1);
  await raise();
  await until('the next one was tried', () => failed() === 2);
  sink.status = 429;
  await raise();
  await until('it is told to wait', () => failed() === 3);
  await raise();
  await until('all wait', async () => (await server.app.outboxSize()).count === 4);
  clock.advance(6000);
  await until('it was looked for', async () => (await server.app.outboxSize()).count === 4);
  assert.equal(sink.requests.length, 3, 'the last one was not tried');
  sink.status = 200;
  clock.advance(31_000);
  await until('nothing waits', async () => (await server.app.outboxSize()).count === 0);
  assert.equal(sink.requests.length, 7);
});
