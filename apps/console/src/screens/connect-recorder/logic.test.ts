// What an installer is told to type.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { getConnectRecorder } from '@outrider/contract';
import { addressesToEnter, bytesText, toEnter } from './logic.ts';

it('prefers the configured address, then those of the network, then the own', () => {
  const local = { address: '127.0.0.1', kind: 'local' as const };
  const network = { address: '192.0.2.1', kind: 'network' as const };
  assert.deepEqual(addressesToEnter([local, network, { address: 'fleet.test', kind: 'configured' }]), ['fleet.test']);
  assert.deepEqual(addressesToEnter([local, network]), ['192.0.2.1']);
  assert.deepEqual(addressesToEnter([local]), ['127.0.0.1']);
});

it('names the port of the JT/T 808 link', () => {
  assert.deepEqual(toEnter(getConnectRecorder.example.reply), {
    addresses: ['192.0.2.1'],
    port: 6808,
    transports: 'TCP + UDP',
  });
});

it('shows bytes with their readable characters', () => assert.equal(bytesText('4745547e00'), '47 45 54 7e 00  GET~·'));
