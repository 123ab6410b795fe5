// Sessions over UDP on a real socket: a forged sender costs nothing, and nobody else.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { test } from 'node:test';
import { encodeFrame } from '@outrider/jt808';
import type { RefusalReport } from '../ports.ts';
import { openTestConnection } from './test-connection.ts';
import { UdpSessions } from './udp-sessions.ts';

const HEARTBEAT = 0x0002;
const header = { layout: '2013', versionFlag: false, protocolVersion: null, phone: '013800138000', serial: 7 } as const;
const heartbeat = encodeFrame({ ...header, messageId: HEARTBEAT }, new Uint8Array(0));

test('a datagram from port 0, which nothing can answer, is refused and shown; a device is answered as before', async (t) => {
  const refusals: RefusalReport[] = [];
  const { kit } = openTestConnection({ refusals: { add: (report) => void refusals.push(report) } });
  const [server, device] = [createSocket('udp4'), createSocket('udp4')];
  t.after(() => {
    server.close();
    device.close();
  });
  await Promise.all([server, device].map((socket) => once(socket.bind(0, '127.0.0.1'), 'listening')));
  const sessions = new UdpSessions(kit, server);
  server.emit('message', Buffer.from(heartbeat), { address: '127.0.0.1', family: 'IPv4', port: 0, size: 1 });
  const answer = once(device, 'message');
  device.send(heartbeat, server.address().port, '127.0.0.1');
  await answer;
  assert.equal(kit.counters.frames, 1);
  assert.partialDeepStrictEqual(refusals, [
    { transport: 'udp', address: '127.0.0.1', terminal: '', detail: 'datagram from port 0' },
  ]);
  sessions.closeAll();
});
