// Many consoles at once: twenty that open in one moment, and ten that lose their server and come back to it together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApp } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel, httpCall } from './support/operator.ts';
import { temporaryFolder, testConfig } from './support/server.ts';
import { until } from './support/until.ts';

const DEVICES = 300;
const idOf = (i: number): string => `BUS-${String(i).padStart(3, '0')}`;

test('twenty consoles that open at once each get the whole list, and none is refused', async (t) => {
  const data = await temporaryFolder(t);
  const app = await createApp(testConfig(data), { log: silentLog });
  afterwards(t, () => app.close());
  const admin = { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
  const server = { ports: app.ports, admin };
  const first = await Channel.signedIn(server);
  afterwards(t, () => first.close());
  for (let i = 0; i < DEVICES; i += 1) await first.get('D01', { I: idOf(i), C: 4 }); // oxlint-disable-line no-await-in-loop -- one after the other
  const opened = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const channel = await Channel.signedIn(server, admin);
      afterwards(t, () => channel.close());
      const [{ rows }, info, alarms] = await Promise.all([
        channel.list('Q03'),
        channel.get('Q01'),
        httpCall(app.ports.http, 'POST', '/gkevent/recentalarms', { account: admin }),
      ]);
      return {
        channel,
        ids: new Set(rows.map(({ deviceid }) => deviceid)).size,
        info: info['R'],
        alarms: alarms.status,
      };
    }),
  );
  assert.deepEqual(
    opened.map(({ ids, info, alarms }) => [ids, info, alarms]),
    Array.from({ length: 20 }, () => [DEVICES, '1', 200]),
  );
});

test('ten consoles under which the server starts again go on with their sessions, all at once, without a password', async (t) => {
  const data = await temporaryFolder(t);
  const before = await createApp(testConfig(data), { log: silentLog });
  const admin = { user: 'admin', hash: toPasswordHash(before.initialPassword ?? '') };
  const open = async (): Promise<{ channel: Channel; token: string }> => {
    const channel = await Channel.open(before.ports.command);
    const [answer] = await channel.ask('Q02', { U: admin.user, P: admin.hash });
    return { channel, token: String(answer?.['K']) };
  };
  const consoles = await Promise.all(Array.from({ length: 10 }, open));
  await consoles[0]?.channel.get('D01', { I: 'BUS-1', C: 2 });
  await before.close();
  await until('all of them lost it', () => consoles.every(({ channel }) => channel.closed));
  const after = await createApp(testConfig(data), { log: silentLog });
  afterwards(t, () => after.close());
  const back = await Promise.all(
    consoles.map(async ({ token }) => {
      const channel = await Channel.open(after.ports.command);
      afterwards(t, () => channel.close());
      const [answer] = await channel.ask('Q02', { K: token });
      const { rows } = await channel.list('Q03');
      return [answer?.['R'], answer?.['K'] === token, rows.map(({ deviceid }) => deviceid)];
    }),
  );
  assert.deepEqual(
    back,
    Array.from({ length: 10 }, () => ['1', true, ['BUS-1']]),
  );
  const stranger = await Channel.open(after.ports.command);
  afterwards(t, () => stranger.close());
  const [refused] = await stranger.ask('Q02', { K: 'no such token' });
  assert.notEqual(refused?.['R'], '1');
});
