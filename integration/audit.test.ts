// What leaves a row in the access log: everything that changes something, exactly one, with no secret in it; and who may read it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { calls, commands } from '@outrider/contract';
import { systemClock } from '../apps/server/src/adapters/system-clock/system-clock.ts';
import { createApp } from '../apps/server/src/app.ts';
import { helpText, runCommand } from '../apps/server/src/cli/index.ts';
import { StartError } from '../apps/server/src/kernel/errors.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { afterwards } from './support/cleanup.ts';
import { logRows, searchLog } from './support/logs.ts';
import { Channel, type Json, asJson, asList, httpCall } from './support/operator.ts';
import { type Server, cheapKeeper, startServer, temporaryFolder, testConfig } from './support/server.ts';

type Asked = Pick<Server, 'ports' | 'admin'>;
const rows = (server: Asked, input: Json = {}): Promise<Json[]> => logRows(server, '/gklog/accesslog', input);

/** By hand, from the specification: what leaves a row. Everything else reads. */
const logged: Readonly<Record<string, string>> = {
  'DELETE /gkserver/session': 'Sign out',
  'PUT /gkserver/passwd': 'Change password',
  'PUT /gkserver/recorddisks': 'Set record disks',
  'PUT /gkserver/recordoption': 'Set days of recordings',
  'PUT /gkserver/cover': 'Set event recover',
  'POST /gkserver/account': 'Add account',
  'PUT /gkserver/account': 'Change account',
  'DELETE /gkserver/account': 'Remove account',
  'PUT /gkdevice/zone': 'Set device time zone',
  'PUT /gkdevice/carmemo': 'Set car memo',
  'PUT /gkdevice/dkcustomer': 'Change customer record',
  'POST /gkevent/askfiles': 'Ask for event files',
  'POST /gkserver/usergroup': 'Add group',
  'PUT /gkserver/usergroup': 'Change group',
  'DELETE /gkserver/usergroup': 'Remove group',
  'POST /gkserver/groupdevice': 'Put device in group',
  'DELETE /gkserver/groupdevice': 'Take device out of group',
  'POST /gkserver/allowagain': 'Allow a recorder again',
  'PUT /gkserver/fwstore': 'Change firmware',
  'DELETE /gkserver/fwstore': 'Remove firmware',
  'PUT /gkserver/gkdevicesetup/{deviceid}': 'Set device parameters',
  'PUT /gkserver/iframes': 'Set external pages',
  'PUT /gkserver/firmware/{ticket}': 'Upload firmware',
  'POST /gkserver/autofw': 'Add auto update plan',
  'PUT /gkserver/autofw': 'Change auto update plan',
  'POST /gkserver/certbot': 'Get certificate',
  'PUT /gkserver/certbot': 'Renew certificate',
  'PUT /gkserver/encrypt': 'Set certificate',
  'PUT /gkserver/event': 'Set event parameters',
  'PUT /gkserver/dbmaintain': 'Set days to keep',
  'DELETE /gkserver/autofw': 'Remove auto update plan',
  'POST /gkserver/parambatch': 'Set parameters of many devices',
  'PUT /gkserver/parambatch': 'Change parameters of many devices',
  'POST /gkserver/paramtemplate': 'Add parameter template',
  'PUT /gkserver/paramtemplate': 'Change parameter template',
  'DELETE /gkserver/paramtemplate': 'Remove parameter template',
  'POST /gkserver/paramtemplate/{templateid}': 'Apply parameter template',
  'POST /gkserver/fwrollout': 'Roll out firmware',
  'PUT /gkserver/fwrollout': 'Change firmware roll-out',
  'DELETE /gkserver/fwrollout': 'Remove firmware roll-out',
  'PUT /gkserver/mapsources': 'Set map sources',
  'PUT /gkserver/network': 'Set network',
  'PUT /gkserver/googlekey': 'Set Google key',
  'PUT /gkserver/center': 'Set map center',
  'PUT /gkserver/gmsjs': 'Set extra script',
  'PUT /gkserver/deviceredirect': 'Set device redirect',
  'PUT /gkserver/restartplan': 'Set restart plan',
  'PUT /gkserver/gpsrelay': 'Set GPS relay',
  'PUT /gkserver/hbrelay': 'Set heartbeat relay',
  'PUT /gkserver/ddns': 'Set dynamic DNS',
  'PUT /gkserver/protocol': 'Set ports',
  'POST /gkserver/reboot': 'Restart the server',
  'PUT /gkserver/cloud': 'Set event pushes',
  'PUT /gkserver/sms': 'Set text messages',
  'POST /gkevent/pusheventplan': 'Save push plan',
  'PUT /gkevent/pusheventplan': 'Save push plan',
  'DELETE /gkevent/pusheventplan': 'Remove push plan',
  'POST /gkevent/realtimeeventplan': 'Save realtime plan',
  'PUT /gkevent/realtimeeventplan': 'Save realtime plan',
  'DELETE /gkevent/realtimeeventplan': 'Remove realtime plan',
  'PUT /gkserver/smtp': 'Set mail server',
  'POST /gkserver/smtptest': 'Send test mail',
  'POST /gkserver/smstest': 'Send test text message',
  'PUT /gkserver/nominatim': 'Set place names',
  'PUT /gkdevice/areas': 'Set areas of device',
  'DELETE /gkdevice/areas': 'Remove areas of device',
  'PUT /gkdevice/orders': 'Cancel order to device',
  'POST /gkevent/customevent': 'Ask for footage',
  'PUT /gkevent/eventset': 'Set check status of an event',
  'POST /gkevent/eventset': 'Set memo of an event',
  'POST /gkevent/download': 'Fetch the files of an event again',
  'PUT /gkevent/customevent': 'Stop or repeat a custom event',
  'DELETE /gkevent/customevent': 'Remove a custom event',
  Q02: 'Sign in',
  D01: 'Register device',
  D02: 'Remove device',
  D04: 'Change device',
  D09: 'Update firmware of device',
  D12: 'Device command',
  D13: 'Delete all recordings',
  D15: 'Delete recordings',
  D16: 'Set raw parameter',
  D17: 'Device command',
  D21: 'Send text to device',
  D22: 'Restart device',
  D23: 'Restore defaults of device',
  D24: 'Take photo',
  D25: 'Ask for position',
  D26: 'Send MCU command',
  D27: 'Lock or unlock doors',
  D28: 'Format disks of device',
  D29: 'Control device',
  D30: 'Fetch stored media of device',
  D31: 'Fetch stored media of device',
  D32: 'Record sound in vehicle',
  D33: 'Upload recordings to FTP server',
  D34: 'Control upload to FTP server',
  DB2: 'Send bytes to device',
  DB7: 'Make event by hand',
  DB11: 'Set upload limits',
  DB12: 'Set footage limit',
  U01: 'Announce firmware',
  'POST /gkevent/eventdefine': 'Add event definition',
  'PUT /gkevent/eventdefine': 'Change event definition',
  'DELETE /gkevent/eventdefine': 'Remove event definition',
  'POST /gkevent/eventdefinedevice': 'Choose event profile of a device',
  'PUT /gkevent/eventdefinedevice': 'Change event profile of a device',
  'DELETE /gkevent/eventdefinedevice': 'Clear event profile of a device',
  'POST /gkevent/eventdownloadplan': 'Save download plan',
  'PUT /gkevent/eventdownloadplan': 'Save download plan',
  'DELETE /gkevent/eventdownloadplan': 'Remove download plan',
  'PUT /gkserver/faces': 'Save face',
  'POST /gkevent/eventreport': 'Add scheduled report',
  'PUT /gkevent/eventreport': 'Change scheduled report',
  'DELETE /gkevent/eventreport': 'Delete scheduled report',
  'PUT /gkserver/fence/{index}': 'Save fence',
  'PUT /i18n/config': 'Save translations',
  'PUT /gkserver/track/{index}': 'Save planned route',
  'DELETE /gkserver/faces': 'Remove face',
  'DELETE /gkserver/facephotos': 'Remove face photo',
  'PUT /gkserver/facephoto/{ticket}': 'Upload face photo',
  'PUT /gkserver/facepush': 'Push face to device',
  'POST /web.cgi facedel': 'Delete device face',
  'POST /web.cgi faceset': 'Change device face',
  U02: 'Announce face photo',
};
/** The commands of the command line that change something. */
const byCommandLine: Readonly<Record<string, string>> = {
  'reset-admin-password': 'Change password',
  'add-user': 'Add account',
  'change-user': 'Change account',
  'remove-user': 'Remove account',
  'set-rights': 'Set rights of a level',
  'add-group': 'Add group',
  'change-group': 'Change group',
  'remove-group': 'Remove group',
  'put-device-in-group': 'Set groups of a device',
  'login-link': 'Make a sign-in link',
  restore: 'Restore a backup',
  recording: 'Set recording of a device',
  'time-zone': 'Set device time zone',
  'accept-recordings': 'Accept a folder of recordings',
  'remove-demo': 'Remove the demo',
};

test('each call and command leaves exactly one row when it changes something and none when it reads, without any secret', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const { admin, ports } = server;
  const channel = await Channel.signedIn(server);
  const newest = async () => (await rows(server))[0];
  for (const { method, path, example } of calls) {
    const before = await newest();
    const name = `${method} ${path}`;
    const input = {
      ...example.input,
      ...(name === 'PUT /gkserver/passwd' && { username: 'admin', password: admin.hash }),
    };
    const { status } = await httpCall(ports.http, method, path, { account: admin, input });
    if (name === 'PUT /gkserver/passwd') admin.hash = '1'.repeat(64);
    const found = (await rows(server)).filter(({ id }) => Number(id) > Number(before?.['id']));
    // Wrong name and hash in an example are a refused sign-in of their own.
    const own = found.filter(({ type }) => type !== 'Credentials');
    assert.deepEqual(
      own.map(({ type, method: way, action, data }) => [type, way, action, asJson(data)['url']]),
      name in logged ? [['HTTP', method, logged[name], path]] : [],
      `${name} answered ${status}`,
    );
  }
  const second = await Channel.signedIn(server);
  for (const { code, example } of commands) {
    const before = await newest();
    const letters = code === 'Q02' ? { U: 'admin', P: admin.hash } : { ...example.input };
    await second.ask(code, letters);
    const found = (await rows(server)).filter(({ id }) => Number(id) > Number(before?.['id']));
    assert.deepEqual(
      found.map(({ type, method, action }) => [type, method, action]),
      code in logged ? [['Channel', code, logged[code]]] : [],
      code,
    );
  }
  channel.close();
  second.close();
  const kept = JSON.stringify(await rows(server));
  for (const secret of [admin.hash, '0'.repeat(64), '1'.repeat(64)]) assert.ok(!kept.includes(secret), secret);
  await server.app.db.synced();
  for (const file of ['outrider.sqlite', 'outrider.sqlite-wal'])
    assert.ok(!(await readFile(join(server.data, file), 'latin1')).includes('"newpass"'), `${file} names the field`);
});

test('[E-HTTP-049 E-ENT-024] http: the actions name type, method, action, and what is kept of url and body', async (t) => {
  const server = await startServer(t);
  const { body } = await httpCall(server.ports.http, 'GET', '/gklog/actions', { account: server.admin });
  const found = asList(body);
  assert.deepEqual(
    Object.fromEntries(
      found.map(({ method, action, data }) => [[method, asJson(data)['url']].join(' ').trim(), action]),
    ),
    // The examples of S03, S04 and of an import only read, which leaves no row.
    {
      ...logged,
      ...byCommandLine,
      S03: 'System command',
      S04: 'Set permissions',
      'POST /gkdevice/import': 'Import devices',
    },
  );
  const of = (action: string) => found.find((each) => each['action'] === action);
  assert.deepEqual(of('Change password'), {
    type: 'HTTP',
    method: 'PUT',
    action: 'Change password',
    data: { url: '/gkserver/passwd', body: ['username'] },
  });
  assert.deepEqual(of('Sign in')?.['data'], { url: '', body: ['U'] });
});

test('refused sign-ins, a guess at the current password, a sign-out and another password are in the log; who has no level 0 may not read it', async (t) => {
  const server = await startServer(t);
  const hash = toPasswordHash('Sesame-1');
  const account = { level: 1, rights: new Set<never>(), expiresMs: null, groupIds: [1] };
  await server.app.users.add({ name: 'ann', passwordHash: hash, ...account });
  const channel = await Channel.open(server.ports.command);
  await channel.ask('Q02', { U: 'ann', P: 'F'.repeat(64) });
  const { K } = await channel.get('Q02', { U: 'ann', P: hash });
  channel.close();
  await fetch(`http://127.0.0.1:${server.ports.http}/gkserver/session`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${String(K)}` },
  });
  await httpCall(server.ports.http, 'GET', '/gkserver/usergroup', { account: { user: 'ann', hash: 'F'.repeat(64) } });
  const newpass = toPasswordHash('Sesame-2');
  const changed = (password: string) =>
    httpCall(server.ports.http, 'PUT', '/gkserver/passwd', { input: { newpass, username: 'ann', password } });
  assert.equal((await changed('F'.repeat(64))).status, 403);
  assert.equal((await changed(hash)).status, 200);
  assert.deepEqual(
    (await rows(server, { member: 'ann' })).map(({ action, type, result }) => [action, type, result]).toReversed(),
    [
      ['Sign in', 'Channel', 'unauthenticated'],
      ['Sign in', 'Channel', 'done'],
      ['Sign out', 'HTTP', 'done'],
      ['Sign in', 'Credentials', 'unauthenticated'],
      ['Sign in', 'Credentials', 'unauthenticated'],
      ['Change password', 'HTTP', 'done'],
    ],
  );
  assert.equal((await searchLog(server, '/gklog/accesslog', {}, { user: 'ann', hash: newpass })).status, 403);
});

test('what was acknowledged before a clean stop is there after it', async (t) => {
  const data = await temporaryFolder(t);
  const first = await createApp(testConfig(data), { log: silentLog });
  const admin = { user: 'admin', hash: toPasswordHash(first.initialPassword ?? '') };
  const channel = await Channel.signedIn({ ports: first.ports, admin });
  await channel.get('D01', { I: 'LAST', C: 1 });
  await first.close();
  const second = await createApp(testConfig(data), { log: silentLog });
  afterwards(t, () => second.close()); // before its folder goes
  const found = await rows({ ports: second.ports, admin }, { action: 'Register device' });
  assert.deepEqual(
    found.map(({ deviceid }) => deviceid),
    ['LAST'],
  );
});

/** Commands that only show, or write elsewhere. */
const SHOWS = ['list-users', 'list-groups', 'backup', 'check', 'check-recordings', 'systemd'];

test('a change by command line beside the running server leaves a row, also a refused one; what only shows leaves none', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const channel = await Channel.signedIn(server);
  await channel.get('D01', { I: 'BUS-7', C: 1 });
  channel.close();
  const printed: string[] = [];
  const run = (name: string, words: string[], options: Record<string, string> = {}) =>
    runCommand(name, {
      config: testConfig(server.data),
      words,
      options,
      clock: systemClock,
      print: (line) => void printed.push(line),
      readInput: () => Promise.resolve('Secret@1234'),
    });
  const began = Math.floor(Date.now() / 1000);
  await run('list-users', []);
  await run('time-zone', ['BUS-7']);
  await run('add-user', ['ann'], { level: '2', 'password-stdin': '' });
  await assert.rejects(run('add-user', ['ann'], { 'password-stdin': '' }), StartError);
  await run('time-zone', ['BUS-7'], { zone: 'UTC+1' });
  await run('add-group', ['North']);
  await run('put-device-in-group', ['BUS-7'], { groups: '2' });
  const found = (await rows(server)).filter(({ type }) => type === 'Command line');
  assert.ok(found.every(({ datetime }) => Number(datetime) >= began));
  assert.deepEqual(
    found.map(({ id: _id, datetime: _at, type: _type, ...row }) => row).toReversed(),
    [
      ['add-user', 'Add account', '', 'done', { name: 'ann', level: '2', 'password-stdin': '' }],
      ['add-user', 'Add account', '', 'failed', { name: 'ann', 'password-stdin': '' }],
      ['time-zone', 'Set device time zone', 'BUS-7', 'done', { device: 'BUS-7', zone: 'UTC+1' }],
      ['add-group', 'Add group', '', 'done', { name: 'North' }],
      ['put-device-in-group', 'Set groups of a device', 'BUS-7', 'done', { device: 'BUS-7', groups: '2' }],
    ].map(([method, action, deviceid, result, body]) => ({
      ip: '',
      username: 'command line',
      deviceid,
      method,
      action,
      result,
      data: { url: '', body },
    })),
  );
  assert.ok(!JSON.stringify(await rows(server)).includes('Secret@1234'));
});

test('each command of the command line is said to change something or only to show', () => {
  const known = helpText().match(/^ {2}[a-z][a-z-]+(?= |$)/gm) ?? [];
  assert.deepEqual(known.map((line) => line.trim()).toSorted(), [...Object.keys(byCommandLine), ...SHOWS].toSorted());
});
