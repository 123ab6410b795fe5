// Who may connect as what, decided on devices in memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TerminalRequest } from '../../gateway/index.ts';
import { decideAdmission, type AdmissionKit, type AdmissionPolicy } from './admission.ts';
import { newDevice, type DeviceRecord } from './record.ts';

const setUp = (
  policy: Partial<AdmissionPolicy> = {},
  full = false,
): AdmissionKit & { devices: Map<string, DeviceRecord> } => {
  const devices = new Map<string, DeviceRecord>();
  return {
    devices,
    policy: { newDevices: 'accept-new', acceptAnyCode: false, ...policy },
    find: (id) => devices.get(id),
    create: (id) => {
      if (full) return undefined;
      const device = newDevice(devices.size + 1, id, 0);
      devices.set(id, device);
      return device;
    },
    save: () => undefined,
  };
};
const request = (kind: 'register' | 'authenticate', more: Partial<TerminalRequest> = {}): TerminalRequest => ({
  terminalId: '13800000101',
  kind,
  authCode: '',
  plate: 'ABC-1234',
  manufacturer: 'M',
  model: 'X',
  transport: 'tcp',
  remoteAddress: '192.0.2.1',
  ...more,
});

test('a new terminal registers, gets a code and authenticates with it; another code is refused', () => {
  const kit = setUp();
  const admitted = decideAdmission(kit, request('register'));
  assert.ok(admitted.outcome === 'accepted');
  assert.match(admitted.authCode, /^[\w-]{16}$/);
  assert.equal(decideAdmission(kit, request('authenticate', { authCode: admitted.authCode })).outcome, 'accepted');
  const wrong = decideAdmission(kit, request('authenticate', { authCode: `${admitted.authCode}x` }));
  assert.deepEqual(wrong, { outcome: 'refused', reason: 'wrong authentication code', result: 'wrong-code' });
});

test('each register gives a fresh code and voids the one before', () => {
  const kit = setUp();
  const [first, second] = [decideAdmission(kit, request('register')), decideAdmission(kit, request('register'))];
  assert.ok(first.outcome === 'accepted' && second.outcome === 'accepted');
  assert.notEqual(first.authCode, second.authCode);
  assert.equal(decideAdmission(kit, request('authenticate', { authCode: first.authCode })).outcome, 'refused');
});

test('the code itself is not kept', () => {
  const kit = setUp();
  const admitted = decideAdmission(kit, request('register'));
  assert.ok(admitted.outcome === 'accepted');
  assert.ok(!JSON.stringify(kit.devices.get('13800000101')).includes(admitted.authCode));
});

test('a number in use by a connected device is refused from another address and allowed from its own', () => {
  const kit = setUp();
  decideAdmission(kit, request('register'));
  const device = kit.devices.get('13800000101');
  assert.ok(device);
  device.link = { id: 1, address: '192.0.2.1' };
  const stranger = decideAdmission(kit, request('register', { remoteAddress: '203.0.113.9' }));
  assert.deepEqual(stranger, {
    outcome: 'refused',
    reason: 'number in use by a connected device',
    result: 'terminal-taken',
  });
  assert.equal(decideAdmission(kit, request('register')).outcome, 'accepted');
});

test('with registered-only, unknown and unregistered numbers are refused and registered ones let in', () => {
  const kit = setUp({ newDevices: 'registered-only' });
  assert.equal(decideAdmission(kit, request('register')).outcome, 'refused');
  const device = newDevice(1, '13800000101', 0);
  kit.devices.set(device.id, device);
  assert.equal(decideAdmission(kit, request('register')).outcome, 'refused');
  device.registered = true;
  assert.equal(decideAdmission(kit, request('register')).outcome, 'accepted');
});

test('a full list of new devices and a number that is no device id are refused with their reason', () => {
  const full = decideAdmission(setUp({}, true), request('register'));
  assert.ok(full.outcome === 'refused' && full.reason === 'too many new devices');
  const odd = decideAdmission(setUp(), request('register', { terminalId: 'é' }));
  assert.ok(odd.outcome === 'refused' && odd.reason === 'number is no device id');
});

test('any code is accepted for a known number only when the setting says so', () => {
  const kit = setUp({ acceptAnyCode: true });
  assert.equal(decideAdmission(kit, request('authenticate', { authCode: 'other' })).outcome, 'refused');
  decideAdmission(kit, request('register'));
  assert.equal(decideAdmission(kit, request('authenticate', { authCode: 'other' })).outcome, 'accepted');
});
