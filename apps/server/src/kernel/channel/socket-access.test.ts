import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { createHostFinder, createSchemeFinder } from '../web/client-address.ts';
import { createPageFinder, createRequestAuthenticator, createSocketAuthenticator } from './socket-access.ts';
import { createTestAccess, testCaller } from '../access/test-access.ts';

test('behind a trusted proxy a socket is of our page when its host is the one the proxy tells', async () => {
  const url = new URL('http://inside.test/ws.cgi');
  const ask = (trusted: string[]) => {
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: '10.0.0.1' });
    const request = new IncomingMessage(socket);
    request.headers = {
      cookie: '__Host-outrider_session=boss; outrider_session=stale',
      origin: 'https://fleet.test',
      host: 'inside.test:8088',
      'x-forwarded-host': 'fleet.test',
      'x-forwarded-proto': 'https',
    };
    const kit = {
      access: createTestAccess({ boss: testCaller(), stale: testCaller() }),
      queryCredentials: false,
      allowedOrigins: [],
      addressOf: () => '192.0.2.1',
      hostOf: createHostFinder(trusted),
      isSecure: createSchemeFinder(trusted),
      pagePorts: () => [8088],
    };
    return { kit, request };
  };
  const behind = ask(['10.0.0.1']);
  assert.equal((await createSocketAuthenticator(behind.kit)(behind.request, url)).level, testCaller().level);
  assert.equal((await createRequestAuthenticator(behind.kit)(behind.request, url)).level, testCaller().level);
  assert.equal(createPageFinder(behind.kit)(behind.request), true);
  const stranger = ask([]);
  await assert.rejects(createSocketAuthenticator(stranger.kit)(stranger.request, url), { code: 'forbidden' });
  await assert.rejects(createRequestAuthenticator(stranger.kit)(stranger.request, url), { code: 'forbidden' });
  assert.equal(createPageFinder(stranger.kit)(stranger.request), false);
});
