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
  t0108UpgradeResult,
  VENDOR_BLOCK_TERMINAL_BIT,
} from '@outrider/jt808';
import type { Parameter } from '@outrider/jt808';
import type { Device } from '../device.ts';
import { PARAMETER } from '../parameter-table.ts';
import { addressOf } from '../server-list.ts';
import { answer, RESULT } from './answer.ts';
import type { Answer } from './answer.ts';

const ANSWER_MS = 200;
const CLOSED_MS = 3000;
const POWER_OFF_MS = 30_000;
const UPGRADE_MS = 2000;

export const settingAnswers: readonly Answer[] = [
  answer(p8103SetParameters, (device, { params, paramsError }) => {
    if (paramsError !== undefined) return RESULT.malformed;
    const outcome = device.parameters.set(params);
    if (outcome === 'malformed') return RESULT.malformed;
    if (outcome === 'outOfRange') return RESULT.failed;
    device.log.add(`parameters set: ${params.map(({ id }) => id.toString(16).padStart(4, '0')).join(' ')}`);
    setOdometer(device, params);
    device.saveState();
    device.obey();
    return outcome === 'unknown' ? RESULT.notSupported : RESULT.done;
  }),
  answer(p8104QueryParameters, (device, _, { link, received }) => {
    link.send(t0104Parameters, { replySerial: received.serial, params: device.parameters.list() });
    return null;
  }),
  answer(p8106QueryGivenParameters, (device, { ids }, { link, received }) => {
    link.send(t0104Parameters, { replySerial: received.serial, params: device.parameters.list(ids) });
    return null;
  }),
  answer(p8105Control, (device, { command, parameters = '' }) => {
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
  answer(p8108UpgradePacket, (device, { type, data, dataLength }, { link }) => {
    const whole = dataLength === undefined || dataLength === data.length;
    device.later(UPGRADE_MS, () => link.send(t0108UpgradeResult, { type, result: whole ? 0 : 1 }));
    return whole ? RESULT.done : RESULT.failed;
  }),
  answer(p8004TimeReply, () => null),
];

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
  const untilMs = Number(minutes) === 0 ? null : device.deviceNow() + Number(minutes) * 60_000;
  device.visit({ address, authCode: code === '' ? null : code, untilMs });
  return RESULT.done;
};
