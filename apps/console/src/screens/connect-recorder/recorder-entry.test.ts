// What an installer is told to type.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { getConnectRecorder } from '@outrider/contract';
import { addressesToEnter, bytesText, hardwareText, toEnter } from './recorder-entry.ts';

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

it('says what a recorder tells of its hardware, and where it tells nothing', () => {
  assert.equal(hardwareText({ maker: 'OUTRD', model: 'SIM-4CH', hardware: '0000101' }), 'OUTRD · SIM-4CH · 0000101');
  assert.equal(hardwareText({ maker: '', model: '', hardware: '7' }), '– · – · 7');
});
