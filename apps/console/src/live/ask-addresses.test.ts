// Where the main channel goes when the server says its port, and when it cannot.
import assert from 'node:assert/strict';
import { afterEach, it, mock } from 'node:test';
import { getProtocol } from '@outrider/contract';
import { askChannelAddresses } from './ask-addresses.ts';

afterEach(() => {
  mock.restoreAll();
  Reflect.deleteProperty(globalThis, 'location');
});

it('a server that cannot be asked is looked for where it was', async () => {
  const page = { protocol: 'http:', host: 'fleet:8080', hostname: 'fleet' };
  Object.defineProperty(globalThis, 'location', { configurable: true, value: page });
  let answers = false;
  mock.method(globalThis, 'fetch', async () => {
    if (!answers) throw new TypeError('network');
    return Response.json({ ...getProtocol.example.reply, appcommand: 9999, hasError: 0 });
  });
  assert.equal((await askChannelAddresses())[0], 'ws://fleet:24680/', 'the usual one, before the first answer');
  answers = true;
  assert.equal((await askChannelAddresses())[0], 'ws://fleet:9999/');
  answers = false;
  assert.deepEqual(await askChannelAddresses(), ['ws://fleet:9999/', 'ws://fleet:8080/command']);
});
