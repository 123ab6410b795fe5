// May this terminal connect, and as which device? Pure but for the codes it draws: works on the devices in memory.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { deviceId as deviceIdSchema } from '@outrider/contract';
import type { Admission, TerminalRequest } from '../../gateway/index.ts';
import type { DeviceRecord } from './record.ts';

export type AdmissionPolicy = {
  /** What happens to a number nobody registered. */
  newDevices: 'accept-new' | 'registered-only';
  /** For fleets moved from another platform: their devices bring its code and never register. */
  acceptAnyCode: boolean;
};

/** What the decision asks of the directory. */
export type AdmissionKit = {
  policy: AdmissionPolicy;
  find: (terminalId: string) => DeviceRecord | undefined;
  /** Makes an unregistered device; undefined when there are too many of them. */
  create: (terminalId: string) => DeviceRecord | undefined;
  save: (device: DeviceRecord) => void;
};

const refuse = (reason: string, result: Extract<Admission, { outcome: 'refused' }>['result']): Admission => ({
  outcome: 'refused',
  reason,
  result,
});
const accept = (device: DeviceRecord, authCode: string): Admission => ({
  outcome: 'accepted',
  deviceKey: device.key,
  deviceId: device.id,
  authCode,
  utcOffsetMinutes: device.utcOffsetMinutes,
});

const hashAuthCode = (code: string): Uint8Array => createHash('sha256').update(code, 'utf8').digest();

const fits = (code: string, hash: Uint8Array | null): boolean =>
  hash !== null && timingSafeEqual(hashAuthCode(code), hash);

/**
 * A register gives a fresh code, of which only the hash is kept. It is refused while the device of that number is connected from
 * another address: numbers are guessable, and a stranger must not push a device out. The real device, restarted, gets in as soon
 * as its old link has timed out, or at once from the same address.
 */
const register = (kit: AdmissionKit, request: TerminalRequest): Admission => {
  const known = kit.find(request.terminalId);
  if (known === undefined && kit.policy.newDevices === 'registered-only')
    return refuse('not registered', 'no-such-terminal');
  if (known === undefined && !deviceIdSchema.safeParse(request.terminalId).success)
    return refuse('number is no device id', 'no-such-terminal');
  if (known !== undefined && !known.registered && kit.policy.newDevices === 'registered-only')
    return refuse('not registered', 'no-such-terminal');
  if (known?.link && known.link.address !== request.remoteAddress)
    return refuse('number in use by a connected device', 'terminal-taken');
  const device = known ?? kit.create(request.terminalId);
  if (device === undefined) return refuse('too many new devices', 'no-such-terminal');
  const code = randomBytes(12).toString('base64url');
  device.authCodeHash = hashAuthCode(code);
  device.manufacturer = request.manufacturer;
  device.model = request.model;
  if (device.plate === '') device.plate = request.plate.slice(0, 31);
  kit.save(device);
  return accept(device, code);
};

const authenticate = (kit: AdmissionKit, request: TerminalRequest): Admission => {
  const device = kit.find(request.terminalId);
  if (device === undefined) return refuse('not registered', 'wrong-code');
  if (!device.registered && kit.policy.newDevices === 'registered-only') return refuse('not registered', 'wrong-code');
  if (!fits(request.authCode, device.authCodeHash) && !kit.policy.acceptAnyCode)
    return refuse('wrong authentication code', 'wrong-code');
  return accept(device, request.authCode);
};

export const decideAdmission = (kit: AdmissionKit, request: TerminalRequest): Admission =>
  request.kind === 'register' ? register(kit, request) : authenticate(kit, request);
