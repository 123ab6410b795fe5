// Mail: each security and authentication against a mail server of the same kind, what it says when it refuses, and what waits for it while
// it is away, the server is stopped, or killed.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { NO_MAIL_SENDER, SECRET_MASK } from '@outrider/contract';
import { selfSignedCertificate } from '../apps/server/src/adapters/certificate/certificate.ts';
import { sendBy } from '../apps/server/src/features/mail/transport.ts';
import { createTestLog } from '../apps/server/src/kernel/log.ts';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { systemClock } from '../apps/server/src/adapters/system-clock/system-clock.ts';
import { logRows } from './support/logs.ts';
import { MailSink } from './support/mail-sink.ts';
import { asJson } from './support/operator.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { HOST, temporaryFolder } from './support/server.ts';
import { until } from './support/until.ts';

const PATH = '/gkserver/smtp';
const PASS = 'correct horse';
const plain = {
  server: HOST,
  port: 25,
  security: '2',
  auth: '1',
  user: '',
  pass: '',
  from: 'fleet@example.org',
  name: 'Fleet office',
};
const to = { testreceiver: 'ann@example.org' };
const taken = { hasError: 0, message: 'The mail server took the mail.' };

const withCertificate = async (t: TestContext) => {
  const folder = await temporaryFolder(t);
  const certificate = await selfSignedCertificate(folder, ['localhost', HOST], systemClock);
  const file = join(folder, 'authority.pem');
  await writeFile(file, certificate.cert);
  return { certificate, environment: { OUTRIDER_MAIL_CA_FILE: file } };
};

test('[A-SMTP-005] http: the mail server is saved and loaded by POST, the password as the mask, which keeps it, also after a restart', async (t) => {
  const sink = await MailSink.start(t, { method: 'PLAIN', pass: PASS });
  const { start } = await restarted(t);
  let server = await start();
  const byDefault = asJson((await server.load(PATH, 'POST'))['mail']);
  assert.deepEqual([byDefault['server'], byDefault['pass']], ['', '']);
  const mail = { ...plain, port: sink.port, auth: '2', user: 'fleet', pass: PASS };
  assert.deepEqual(await server.save(PATH, { mail }), SAVED);
  const shown = { mail: { ...mail, pass: SECRET_MASK }, fixed: {} };
  assert.deepEqual(await server.load(PATH, 'POST'), shown);
  assert.deepEqual(await server.save(PATH, { mail: { ...mail, pass: SECRET_MASK, name: 'Night shift' } }), SAVED);
  const again =
    'mail.pass: Type the password again, since the server, its port, the security, the authentication or the user was changed.';
  for (const changed of [
    { server: 'mail.evil.example' },
    { port: 2525 },
    { security: '0' },
    { auth: '3' },
    { user: 'eve' },
  ])
    assert.deepEqual(await server.save(PATH, { mail: { ...mail, pass: SECRET_MASK, ...changed } }), [400, again]);
  assert.equal((await server.save(PATH, { mail: { ...mail, from: '' } }))[0], 400);
  assert.equal((await server.save(PATH, { mail: { ...mail, name: 'a\r\nBcc: eve@example.org' } }))[0], 400);
  await server.close();
  server = await start();
  assert.deepEqual(await server.load(PATH, 'POST'), { ...shown, mail: { ...shown.mail, name: 'Night shift' } });
  assert.deepEqual((await server.ask('POST', '/gkserver/smtptest', to)).body, taken);
  assert.equal(sink.mails[0]?.user, 'fleet', 'the password is still known');
  const rows = JSON.stringify(await logRows(server, '/gklog/accesslog', {}));
  assert.ok(rows.includes('Set mail server') && rows.includes('Night shift') && !rows.includes(PASS));
});

test('[A-SMTP-006] http: the test sends one mail to the receiver at once, as it is saved', async (t) => {
  const sink = await MailSink.start(t);
  const server = await (await restarted(t)).start();
  const unset = { hasError: 1, message: 'No mail server is set.' };
  assert.deepEqual((await server.ask('POST', '/gkserver/smtptest', to)).body, unset);
  await server.save(PATH, { mail: { ...plain, port: sink.port } });
  assert.deepEqual((await server.ask('POST', '/gkserver/smtptest', to)).body, taken);
  const [mail, ...others] = sink.mails;
  assert.deepEqual([others.length, mail?.to, mail?.from], [0, ['ann@example.org'], 'fleet@example.org']);
  assert.match(mail?.text ?? '', /^From: "?Fleet office"? <fleet@example.org>/m);
  assert.match(mail?.text ?? '', /^Subject: Test mail/m);
  assert.equal((await server.ask('POST', '/gkserver/smtptest', { testreceiver: 'nobody' })).status, 400);
});

test('each authentication signs in by its own method, a wrong password says so and is not shown', async (t) => {
  const server = await (await restarted(t)).start();
  for (const [auth, method] of [
    ['0', 'CRAM-MD5'],
    ['2', 'PLAIN'],
    ['3', 'LOGIN'],
  ] as const) {
    const sink = await MailSink.start(t, { method, pass: PASS });
    const mail = { ...plain, port: sink.port, auth, user: 'fleet', pass: PASS };
    await server.save(PATH, { mail });
    assert.deepEqual((await server.ask('POST', '/gkserver/smtptest', to)).body, taken, method);
    assert.deepEqual([sink.mails[0]?.user, sink.mails[0]?.method], ['fleet', method]);
    await server.save(PATH, { mail: { ...mail, pass: 'battery staple' } });
    const { hasError, message } = asJson((await server.ask('POST', '/gkserver/smtptest', to)).body);
    assert.equal(hasError, 1, method);
    assert.match(String(message), /does not accept the user and password: 535 .*Wrong password/, method);
    assert.equal(sink.mails.length, 1, method);
  }
});

test('each security: STARTTLS and TLS are encrypted and trust who is known, and nothing is sent where that cannot be had', async (t) => {
  const { certificate, environment } = await withCertificate(t);
  const { start } = await restarted(t);
  let server = await start(environment);
  const starttls = await MailSink.start(t, { certificate });
  const tls = await MailSink.start(t, { certificate, secure: true });
  const open = await MailSink.start(t);
  const tried = async (sink: MailSink, security: string) => {
    await server.save(PATH, { mail: { ...plain, security, port: sink.port } });
    return asJson((await server.ask('POST', '/gkserver/smtptest', to)).body);
  };
  assert.deepEqual(await tried(starttls, '0'), taken);
  assert.deepEqual(await tried(tls, '1'), taken);
  assert.deepEqual(await tried(open, '2'), taken);
  assert.deepEqual(
    [starttls, tls, open].map(({ mails }) => mails.map(({ isEncrypted }) => isEncrypted)),
    [[true], [true], [false]],
  );
  assert.equal((await tried(open, '0'))['hasError'], 1, 'it cannot be encrypted');
  await server.close();
  server = await start();
  const { hasError, message } = await tried(starttls, '0');
  assert.equal(hasError, 1);
  assert.match(String(message), /certificate/, 'nobody here knows who that is');
  assert.deepEqual([starttls.mails.length, open.mails.length], [1, 1]);
});

const REPORT = { name: 'report.csv', type: 'text/csv', data: Buffer.from('a,b\n1,2\n') };

test('a mail waits while the mail server is away and over a restart, then comes once with what is attached', async (t) => {
  const away = await MailSink.start(t);
  const { port } = away;
  await away.close();
  const { start } = await restarted(t);
  const clock = createManualClock();
  let server = await start({}, { clock });
  await server.save(PATH, { mail: { ...plain, port } });
  const { mailer } = server.app;
  await mailer.sendMail({ to: ['ann@example.org'], subject: 'One\nline', text: 'Below.', attachments: [REPORT] });
  await mailer.sendMail({ to: ['ben@example.org'], subject: 'Two', text: 'Second.' });
  const failed = () => server.app.metrics()['outbox_failed_tries_total'] ?? 0;
  await until('the first try failed', () => failed() === 1);
  await server.close();
  server = await start({}, { clock });
  const sink = await MailSink.start(t, { port });
  clock.advance(25_000);
  assert.equal(sink.mails.length, 0, 'its pause is not over');
  clock.advance(10_000);
  await until('both came', () => sink.mails.length === 2);
  const [one, two] = sink.mails;
  assert.deepEqual([one?.to, two?.to], [['ann@example.org'], ['ben@example.org']], 'in their order');
  assert.match(one?.text ?? '', /^Subject: One line$/m);
  assert.match(one?.text ?? '', /filename=report.csv/);
  assert.ok(one?.text.includes(REPORT.data.toString('base64')));
  await until('nothing waits', async () => (await server.app.outboxSize()).count === 0);
  clock.advance(7_200_000);
  await until('it is looked for again', async () => (await server.app.outboxSize()).count === 0);
  assert.equal(sink.mails.length, 2, 'once');
});

test('a receiver that the mail server does not know is given up at once and keeps nobody waiting', async (t) => {
  const sink = await MailSink.start(t, { unknown: ['gone@example.org'] });
  const server = await (await restarted(t)).start();
  await server.save(PATH, { mail: { ...plain, port: sink.port } });
  await server.app.mailer.sendMail({ to: ['gone@example.org'], subject: 'A', text: '' });
  await server.app.mailer.sendMail({ to: ['ann@example.org'], subject: 'B', text: '' });
  await until('the other one came', () => sink.mails.length === 1);
  assert.equal(server.app.metrics()['outbox_given_up_total'], 1);
  await assert.rejects(server.app.mailer.sendMail({ to: ['no address'], subject: '', text: '' }), { code: 'invalid' });
});

test('of a mail for several those come at once that the mail server takes, those later that it takes later, each once, and the others are told', async (t) => {
  const later = ['ben@example.org'];
  const sink = await MailSink.start(t, { unknown: ['gone@example.org'], later });
  const clock = createManualClock();
  const log = createTestLog();
  const server = await (await restarted(t)).start({}, { clock, log });
  await server.save(PATH, { mail: { ...plain, port: sink.port } });
  const three = ['ann@example.org', 'ben@example.org', 'gone@example.org'];
  await server.app.mailer.sendMail({ to: three, subject: 'A', text: '', attachments: [REPORT] });
  await server.app.mailer.sendMail({ to: ['cat@example.org'], subject: 'B', text: '' });
  await until('only one waits', async () => (await server.app.outboxSize()).count === 1 && sink.mails.length === 2);
  const received = () => sink.mails.map((mail) => mail.to);
  assert.deepEqual(received(), [['ann@example.org'], ['cat@example.org']], 'the next mail did not wait');
  const { message } = asJson((await server.ask('POST', '/gkserver/smtptest', { testreceiver: later[0] })).body);
  assert.match(String(message), /451 Try again/);
  later.length = 0;
  clock.advance(31_000);
  await until('nothing waits', async () => (await server.app.outboxSize()).count === 0);
  assert.deepEqual(received(), [['ann@example.org'], ['cat@example.org'], ['ben@example.org']]);
  assert.ok(sink.mails.at(-1)?.text.includes(REPORT.data.toString('base64')), 'with what is attached');
  assert.equal(server.app.metrics()['mail_receivers_refused_total'], 1);
  const told = log.lines.filter(({ text }) => text === 'the mail server refuses receivers of a mail');
  assert.deepEqual(
    told.map(({ facts }) => facts['receivers']),
    [['gone@example.org']],
  );
});

test('a mail that is stopped has no connection any more, and one that was stopped before it began makes none', async (t) => {
  const sink = await MailSink.start(t, { silent: true });
  const sender = { ...NO_MAIL_SENDER, ...plain, port: sink.port, security: '2' as const, auth: '1' as const };
  const mail = { to: ['ann@example.org'], subject: '', text: '', attachments: [], messageId: '<a@example.org>' };
  const stop = new AbortController();
  const sending = assert.rejects(sendBy(sender, undefined, mail, stop.signal), /enough/);
  await until('the mail server has the mail', () => sink.mails.length === 1);
  stop.abort(new Error('enough'));
  await sending;
  await until('the connection ended', () => sink.open === 0);
  await assert.rejects(sendBy(sender, undefined, mail, stop.signal), /enough/);
  assert.equal(sink.calls, 1);
});
