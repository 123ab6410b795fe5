// Who may connect as what, decided on devices in memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TerminalRequest } from '../../gateway/index.ts';
import { decideAdmission, type AdmissionKit, type AdmissionPolicy } from './admission.ts';
import { newDevice, type DeviceRecord } from './record.ts';

const setUp = (
  policy: Partial<AdmissionPolicy> = {},
  full = false,
): AdmissionKit & { devices: Map<string, DeviceRecord>; waiting: TerminalRequest[]; allowed: { now: boolean } } => {
  const waiting: TerminalRequest[] = [];
  const allowed = { now: false };
  const devices = new Map<string, DeviceRecord>();
  return {
    devices,
    waiting,
    allowed,
    policy: { newDevices: 'accept-new', acceptAnyCode: false, reRegistration: 'same-terminal', ...policy },
    find: (id) => devices.get(id),
    create: (id) => {
      if (full) return undefined;
      const device = newDevice(devices.size + 1, id, 0);
      devices.set(id, device);
      return { device };
    },
    save: () => Promise.resolve(),
    useLeave: () => {
      const isAllowed = allowed.now;
      allowed.now = false;
      return isAllowed;
    },
    wait: (asked) => void waiting.push(asked),
  };
};
const request = (kind: 'register' | 'authenticate', more: Partial<TerminalRequest> = {}): TerminalRequest => ({
  terminalId: '13800000101',
  kind,
  authCode: '',
  plate: 'ABC-1234',
  manufacturer: 'M',
  model: 'X',
  hardwareId: 'T1',
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

test('each register of the same hardware gives a fresh code and voids the one before', () => {
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

test('other hardware under the same number voids no code, gets none, and waits; an operator lets it in once', () => {
  const kit = setUp();
  const admitted = decideAdmission(kit, request('register'));
  assert.ok(admitted.outcome === 'accepted');
  for (const other of [{ hardwareId: 'T2' }, { manufacturer: 'N' }, { model: 'Y' }]) {
    const refused = decideAdmission(kit, request('register', other));
    assert.ok(refused.outcome === 'refused');
    assert.deepEqual([refused.reason, refused.result], ['number taken by other hardware', 'terminal-taken']);
  }
  assert.equal(kit.waiting.length, 3);
  assert.equal(decideAdmission(kit, request('authenticate', { authCode: admitted.authCode })).outcome, 'accepted');
  kit.allowed.now = true;
  assert.equal(decideAdmission(kit, request('register', { hardwareId: 'T2' })).outcome, 'accepted');
  assert.equal(decideAdmission(kit, request('authenticate', { authCode: admitted.authCode })).outcome, 'refused');
  assert.equal(decideAdmission(kit, request('register')).outcome, 'refused', 'the number is the new hardware’s now');
});

test('on its own link a device may register as what it likes: it has brought the code', () => {
  const kit = setUp({ reRegistration: 'ask' });
  decideAdmission(kit, request('register'));
  const other = request('register', { hardwareId: 'T2', onOwnLink: true });
  assert.equal(decideAdmission(kit, other).outcome, 'accepted');
});

test('a logout ends the code, not the claim of the hardware to its number', () => {
  const kit = setUp();
  decideAdmission(kit, request('register'));
  const device = kit.devices.get('13800000101');
  assert.ok(device);
  device.authCodeHash = null;
  assert.equal(decideAdmission(kit, request('register', { hardwareId: 'T2' })).outcome, 'refused');
  assert.equal(decideAdmission(kit, request('register')).outcome, 'accepted');
});

test('a device from before hardware ids were kept is known by maker and model, and its id is kept from then on', () => {
  const kit = setUp();
  decideAdmission(kit, request('register'));
  const device = kit.devices.get('13800000101');
  assert.ok(device);
  device.hardwareId = null;
  assert.equal(decideAdmission(kit, request('register', { model: 'Y' })).outcome, 'refused');
  assert.equal(decideAdmission(kit, request('register', { hardwareId: 'T7' })).outcome, 'accepted');
  assert.equal(decideAdmission(kit, request('register', { hardwareId: 'T8' })).outcome, 'refused');
});

test("'anyone' gives the number to any device that registers, 'ask' to none without an operator", () => {
  const anyone = setUp({ reRegistration: 'anyone' });
  decideAdmission(anyone, request('register'));
  assert.equal(decideAdmission(anyone, request('register', { hardwareId: 'T2' })).outcome, 'accepted');
  const ask = setUp({ reRegistration: 'ask' });
  decideAdmission(ask, request('register'));
  assert.equal(decideAdmission(ask, request('register')).outcome, 'refused');
  assert.equal(ask.waiting.length, 1);
});

test('where the device stands on a link from another address that link is asked; its own address and an operator are not', () => {
  const kit = setUp();
  decideAdmission(kit, request('register'));
  const device = kit.devices.get('13800000101');
  assert.ok(device);
  device.link = { id: 1, address: '192.0.2.1' };
  const remoteAddress = '203.0.113.9';
  assert.deepEqual(decideAdmission(kit, request('register', { remoteAddress })), { outcome: 'ask-link', deviceKey: 1 });
  const after = decideAdmission(kit, request('register', { remoteAddress, oldLinkIsSilent: true }));
  assert.equal(after.outcome, 'accepted');
  assert.equal(decideAdmission(kit, request('register')).outcome, 'accepted');
  kit.allowed.now = true;
  assert.equal(decideAdmission(kit, request('register', { remoteAddress })).outcome, 'accepted');
});

test('who brings the code is the device, from any address; a code that is only accepted has the old link asked', () => {
  const kit = setUp({ acceptAnyCode: true });
  const admitted = decideAdmission(kit, request('register'));
  const device = kit.devices.get('13800000101');
  assert.ok(device && admitted.outcome === 'accepted');
  device.link = { id: 1, address: '192.0.2.1' };
  const from = { remoteAddress: '203.0.113.9' };
  const right = request('authenticate', { ...from, authCode: admitted.authCode });
  assert.equal(decideAdmission(kit, right).outcome, 'accepted');
  assert.equal(decideAdmission(kit, request('authenticate', { ...from, authCode: 'other' })).outcome, 'ask-link');
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
