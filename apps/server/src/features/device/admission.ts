// May this terminal connect, and as which device? Pure but for the codes it draws: works on the devices in memory.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { deviceId as deviceIdSchema, type RefusalReason } from '@outrider/contract';
import type { Admission, TerminalRequest } from '../../gateway/index.ts';
import { addressBlock } from '../../kernel/web/address-block.ts';
import type { DeviceRecord } from './record.ts';

export type AdmissionPolicy = {
  /** What happens to a number nobody registered. */
  newDevices: 'accept-new' | 'registered-only';
  /** For fleets moved from another platform: their devices bring its code and never register. */
  acceptAnyCode: boolean;
  /** Who may register a number that is taken: the same hardware (maker, model, terminal id), anyone, or nobody without an operator. */
  reRegistration: 'same-terminal' | 'anyone' | 'ask';
};

/** A new device, and the one that had to make room for it. */
export type NewPlace = { device: DeviceRecord; pushedOut?: number };

/** What the decision asks of the directory. */
export type AdmissionKit = {
  policy: AdmissionPolicy;
  find: (terminalId: string) => DeviceRecord | undefined;
  /** Makes an unregistered device; undefined when there are too many of them. */
  create: (terminalId: string, address: string) => NewPlace | undefined;
  /** The device has a new code: to be on disk before the terminal is answered. */
  save: (device: DeviceRecord) => void;
  /** An operator lets this terminal in: used up with what is stored of it. */
  useLeave: (request: TerminalRequest) => boolean;
  /** Shows it to operators, who may let it in. */
  wait: (request: TerminalRequest) => void;
};

type Accepted = Extract<Admission, { outcome: 'accepted' }>;

const refuse = (reason: RefusalReason, result: Extract<Admission, { outcome: 'refused' }>['result']): Admission => ({
  outcome: 'refused',
  reason,
  result,
});
const accept = (device: DeviceRecord, authCode: string): Accepted => ({
  outcome: 'accepted',
  deviceKey: device.key,
  deviceId: device.id,
  authCode,
  utcOffsetMinutes: device.utcOffsetMinutes,
  edition: device.bodyEdition,
});

const hashAuthCode = (code: string): Uint8Array => createHash('sha256').update(code, 'utf8').digest();

const fits = (code: string, hash: Uint8Array | null): boolean =>
  hash !== null && timingSafeEqual(hashAuthCode(code), hash);

/** It is connected, from another address than this request. */
const standsElsewhere = ({ link }: DeviceRecord, request: TerminalRequest): boolean =>
  link !== null &&
  request.oldLinkIsSilent !== true &&
  addressBlock(link.address) !== addressBlock(request.remoteAddress);

/** Some hardware has registered under this number. */
const isTaken = (device: DeviceRecord): boolean => device.authCodeHash !== null || device.hardwareId !== null;

/** Devices that registered before hardware ids were kept have none. */
const isSameHardware = (device: DeviceRecord, { manufacturer, model, hardwareId }: TerminalRequest): boolean =>
  device.manufacturer === manufacturer &&
  device.model === model &&
  (device.hardwareId === null || device.hardwareId === hardwareId);

const mayRegisterAgain = ({ policy }: AdmissionKit, device: DeviceRecord, request: TerminalRequest): boolean =>
  policy.reRegistration === 'anyone' || (policy.reRegistration === 'same-terminal' && isSameHardware(device, request));

const refusedNumber = (
  kit: AdmissionKit,
  known: DeviceRecord | undefined,
  terminalId: string,
): RefusalReason | null => {
  if (kit.policy.newDevices === 'registered-only' && known?.registered !== true) return 'not registered';
  if (known === undefined && !deviceIdSchema.safeParse(terminalId).success) return 'number is no device id';
  return null;
};

/**
 * A register gives a fresh code, of which only the hash is kept. A number is guessable: where one is taken already the hardware must be
 * the one that registered, or an operator has to let it in, and while the device is connected from another address that link is asked
 * first. What an operator allowed counts at once, and so does what comes over the device's own link.
 */
const register = (kit: AdmissionKit, request: TerminalRequest): Admission => {
  const known = kit.find(request.terminalId);
  const reason = refusedNumber(kit, known, request.terminalId);
  if (reason !== null) return refuse(reason, 'no-such-terminal');
  if (known !== undefined && request.onOwnLink !== true && !kit.useLeave(request)) {
    if (isTaken(known) && !mayRegisterAgain(kit, known, request)) {
      kit.wait(request);
      return refuse('number taken by other hardware', 'terminal-taken');
    }
    if (standsElsewhere(known, request)) return { outcome: 'ask-link', deviceKey: known.key };
  }
  const place = known === undefined ? kit.create(request.terminalId, request.remoteAddress) : { device: known };
  if (place === undefined) return refuse('too many new devices', 'no-such-terminal');
  return { ...bind(kit, place.device, request), ...(place.pushedOut !== undefined && { pushedOut: place.pushedOut }) };
};

const bind = (kit: AdmissionKit, device: DeviceRecord, request: TerminalRequest): Accepted => {
  const code = randomBytes(12).toString('base64url');
  device.authCodeHash = hashAuthCode(code);
  device.manufacturer = request.manufacturer;
  device.model = request.model;
  device.hardwareId = request.hardwareId;
  device.bodyEdition = request.edition ?? null;
  if (device.plate === '') device.plate = request.plate.slice(0, 31);
  kit.save(device);
  return accept(device, code);
};

/** Who has the code is the device, from wherever it comes. A code that is merely accepted proves nothing: the old link is asked. */
const authenticate = (kit: AdmissionKit, request: TerminalRequest): Admission => {
  const device = kit.find(request.terminalId);
  if (device === undefined) return refuse('not registered', 'wrong-code');
  if (!device.registered && kit.policy.newDevices === 'registered-only') return refuse('not registered', 'wrong-code');
  const hasCode = fits(request.authCode, device.authCodeHash);
  if (!hasCode && !kit.policy.acceptAnyCode) return refuse('wrong authentication code', 'wrong-code');
  if (!hasCode && standsElsewhere(device, request)) return { outcome: 'ask-link', deviceKey: device.key };
  return accept(device, request.authCode);
};

export const decideAdmission = (kit: AdmissionKit, request: TerminalRequest): Admission =>
  request.kind === 'register' ? register(kit, request) : authenticate(kit, request);
