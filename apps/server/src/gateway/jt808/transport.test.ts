// A device over TCP: where it is, what it leaves unread, and what is written to one that is gone. Over UDP: what cannot be sent.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { MAX_UNSENT_BYTES, tcpTransport, udpTransport } from './transport.ts';

/** More than two systems keep for each other. */
const FAR_TOO_MUCH = 64 * 1024 * 1024;

/** Both ends of a connection; nothing is read at the device's. */
const ends = async (t: TestContext): Promise<{ server: Socket; device: Socket }> => {
  const listener = createServer({ pauseOnConnect: true }).listen(0, '::');
  await once(listener, 'listening');
  const address = listener.address();
  assert.ok(address !== null && typeof address === 'object');
  const device = connect({ port: address.port, host: '127.0.0.1' }).pause();
  const connected = once(device, 'connect');
  const [server]: Socket[] = await once(listener, 'connection');
  await connected;
  assert.ok(server);
  server.on('error', () => undefined);
  device.on('error', () => undefined);
  t.after(() => {
    server.destroy();
    device.destroy();
    listener.close();
  });
  return { server, device };
};

test('a device that leaves more unread than may wait is told of; before that it is not', async (t) => {
  const { server } = await ends(t);
  const transport = tcpTransport(server);
  assert.equal(transport.write(new Uint8Array(1000)), true);
  assert.equal(transport.write(new Uint8Array(FAR_TOO_MUCH)), false);
  assert.ok(transport.unsentBytes > MAX_UNSENT_BYTES);
  transport.close();
  assert.equal(transport.write(new Uint8Array(1)), true, 'to one that is gone nothing is written');
});

test('addresses and ports of both ends, without the wrapping of IPv4 in IPv6', async (t) => {
  const { server, device } = await ends(t);
  const { kind, remoteAddress, remotePort, localAddress, localPort } = tcpTransport(server);
  assert.deepEqual(
    [kind, remoteAddress, remotePort, localAddress, localPort],
    ['tcp', '127.0.0.1', device.localPort, '127.0.0.1', device.remotePort],
  );
});

test('reading stops and goes on', async (t) => {
  const { server, device } = await ends(t);
  const transport = tcpTransport(server);
  const heard: string[] = [];
  server.on('data', (bytes: Buffer) => heard.push(bytes.toString()));
  transport.pause();
  assert.equal(server.isPaused(), true);
  device.write('x');
  transport.resume();
  await once(server, 'data');
  assert.deepEqual(heard, ['x']);
});

test('what cannot be sent to a device over UDP is lost: to port 0, too long for a datagram, after the socket was closed', async (t) => {
  const socket = createSocket('udp4');
  const troubles: Error[] = [];
  socket.on('error', (error) => troubles.push(error));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const receiver = createSocket('udp4').bind(0, '127.0.0.1');
  t.after(() => receiver.close());
  await once(receiver, 'listening');
  const to = (port: number) =>
    udpTransport(
      socket,
      { address: '127.0.0.1', port },
      () => '127.0.0.1',
      () => undefined,
    );
  const device = to(receiver.address().port);
  assert.equal(to(0).write(new Uint8Array(1)), true);
  assert.equal(device.write(new Uint8Array(70_000)), true);
  const received = once(receiver, 'message');
  device.write(Uint8Array.of(7));
  const [bytes] = await received;
  assert.deepEqual([...bytes], [7], 'others are answered as before');
  socket.close();
  await once(socket, 'close');
  assert.equal(device.write(new Uint8Array(1)), true);
  assert.deepEqual(troubles, []);
});
