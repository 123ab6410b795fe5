// Answers about the device itself: parameters, attributes, control, upgrade, time.
import {
  CONTROL,
  p8004TimeReply,
  p8103SetParameters,
  p8104QueryParameters,
  p8105Control,
  p8106QueryGivenParameters,
  p8107QueryAttributes,
  p8108UpgradePacket,
  t0104Parameters,
  t0107Attributes,
  VENDOR_BLOCK_TERMINAL_BIT,
} from '@outrider/jt808';
import type { Parameter, SetParameters } from '@outrider/jt808';
import type { Device } from '../device.ts';
import { PARAMETER } from '../parameter-table.ts';
import { addressOf } from '../server-list.ts';
import { answer, RESULT } from './answer.ts';
import type { Answer } from './answer.ts';

const ANSWER_MS = 200;
const CLOSED_MS = 3000;
const POWER_OFF_MS = 30_000;

export const settingAnswers: readonly Answer[] = [
  answer(p8103SetParameters, (device, message, { link, received }) => {
    inTime(device, () => link.reply(received, setParameters(device, message)));
    return null;
  }),
  answer(p8104QueryParameters, (device, _, { link, received }) => {
    inTime(device, () => link.send(t0104Parameters, { replySerial: received.serial, params: told(device) }));
    return null;
  }),
  answer(p8106QueryGivenParameters, (device, { ids }, { link, received }) => {
    inTime(device, () => link.send(t0104Parameters, { replySerial: received.serial, params: told(device, ids) }));
    return null;
  }),
  answer(p8105Control, (device, { command, parameters = '' }, { received }) => {
    if (command === CONTROL.wirelessUpgrade && device.options.faults.upgrade === 'no-link') return RESULT.notSupported;
    if (command === CONTROL.wirelessUpgrade)
      return taking(device.upgrader.fromLink(parameters.split(';', 1)[0] ?? '', received.serial));
    if (command === CONTROL.connectTo) return connectTo(device, parameters.split(';'));
    if (command === CONTROL.restart) device.restart();
    else if (command === CONTROL.closeData) device.later(ANSWER_MS, () => device.leave(CLOSED_MS));
    else if (command === CONTROL.powerOff || command === CONTROL.closeRadio) {
      device.log.add(command === CONTROL.powerOff ? 'power off' : 'radio off');
      device.later(ANSWER_MS, () => device.leave(POWER_OFF_MS));
    } else if (command === CONTROL.factoryReset) device.factoryReset();
    else return RESULT.notSupported;
    return RESULT.done;
  }),
  answer(p8107QueryAttributes, (device, _, { link }) => {
    link.send(t0107Attributes, {
      terminalType: 0b100_0101 | (device.options.vendorBlock ? VENDOR_BLOCK_TERMINAL_BIT : 0),
      manufacturer: 'OUTRD',
      model: `SIM-${device.options.channels}CH`,
      terminalId: device.deviceId.slice(-7),
      iccid: device.options.phone.slice(-12).padStart(20, '8'),
      hardware: 'sim-1',
      firmware: device.kept.firmware,
      gnss: 3,
      comm: 1 << 5,
    });
    return null;
  }),
  answer(p8108UpgradePacket, (device, { type, data, dataLength }, { received }) => {
    const whole = dataLength === undefined || dataLength === data.length;
    return taking(whole && device.upgrader.fromPacket(data, type, received.serial));
  }),
  answer(p8004TimeReply, () => null),
];

const taking = (yes: boolean): number => (yes ? RESULT.done : RESULT.failed);

/** The odometer is no setting: it is put where it is told, and drives on from there. */
const setOdometer = (device: Device, params: readonly Parameter[]): void => {
  if (params.some(({ id }) => id === PARAMETER.odometerTenthsKm))
    device.trip.setOdometer(device.parameters.number(PARAMETER.odometerTenthsKm, 0) / 10);
};

/** control; code; APN; user; password; address; TCP port; UDP port; minutes. Control 1 goes back, and nothing follows it. */
const connectTo = (device: Device, fields: readonly string[]): number => {
  const [control, code = '', , , , host = '', tcpPort = '', udpPort = '', minutes = '0'] = fields;
  if (control === '1') {
    device.visit(null);
    return RESULT.done;
  }
  const { transport } = device.options;
  const address = addressOf(host, Number(transport === 'tcp' ? tcpPort : udpPort), transport);
  if (control !== '0' || address === null || !(Number(minutes) >= 0)) return RESULT.malformed;
  const untilMs = Number(minutes) === 0 ? null : device.options.clock.now() + Number(minutes) * 60_000;
  device.visit({ address, authCode: code === '' ? null : code, untilMs });
  return RESULT.done;
};

/** At once, late, or never. */
const inTime = (device: Device, job: () => void): void => {
  const { parameters, lateParametersS = 0 } = device.options.faults;
  if (parameters === 'silent') return;
  if (lateParametersS === 0) job();
  else device.later(lateParametersS * 1000, job);
};

const setParameters = (device: Device, { params, paramsError }: SetParameters): number => {
  const fault = device.options.faults.parameters;
  if (fault === 'refuses') return RESULT.failed;
  if (paramsError !== undefined) return RESULT.malformed;
  const taken = fault === 'half-set' ? params.slice(0, Math.ceil(params.length / 2)) : params;
  const outcome = device.parameters.set(taken);
  if (outcome === 'malformed') return RESULT.malformed;
  if (outcome === 'outOfRange') return RESULT.failed;
  device.log.add(`parameters set: ${taken.map(({ id }) => id.toString(16).padStart(4, '0')).join(' ')}`);
  setOdometer(device, taken);
  device.saveState();
  device.obey();
  if (taken.length < params.length) return RESULT.failed;
  return outcome === 'unknown' && fault !== 'ignores' ? RESULT.notSupported : RESULT.done;
};

/** The parameters as it tells them. */
const told = (device: Device, ids?: readonly number[]): Parameter[] => {
  const all = device.parameters.list(ids);
  const fault = device.options.faults.parameters;
  if (fault === 'half-told') return all.filter((_, i) => i % 2 === 0);
  return fault === 'wrong-length' ? all.map(({ id, raw }) => ({ id, raw: raw.subarray(0, raw.length - 1) })) : all;
};
