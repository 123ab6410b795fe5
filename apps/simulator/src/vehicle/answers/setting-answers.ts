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
} from '@outrider/jt808';
import { answer, RESULT } from './answer.ts';
import type { Answer } from './answer.ts';

const RESTART_MS = 3000;
const POWER_OFF_MS = 30_000;
const UPGRADE_MS = 2000;

export const settingAnswers: readonly Answer[] = [
  answer(p8103SetParameters, (device, { params, paramsError }) => {
    if (paramsError !== undefined) return RESULT.malformed;
    device.parameters.set(params);
    device.saveState();
    return RESULT.done;
  }),
  answer(p8104QueryParameters, (device, _, { link, received }) => {
    link.send(t0104Parameters, { replySerial: received.serial, params: device.parameters.list() });
    return null;
  }),
  answer(p8106QueryGivenParameters, (device, { ids }, { link, received }) => {
    link.send(t0104Parameters, { replySerial: received.serial, params: device.parameters.list(ids) });
    return null;
  }),
  answer(p8105Control, (device, { command }) => {
    if (command === CONTROL.connectTo) return RESULT.notSupported;
    if (command === CONTROL.restart || command === CONTROL.closeData) device.later(200, () => device.leave(RESTART_MS));
    else if (command === CONTROL.powerOff || command === CONTROL.closeRadio) {
      device.later(200, () => device.leave(POWER_OFF_MS));
    } else if (command === CONTROL.factoryReset) device.factoryReset();
    else if (command !== CONTROL.wirelessUpgrade) return RESULT.notSupported;
    return RESULT.done;
  }),
  answer(p8107QueryAttributes, (device, _, { link }) => {
    link.send(t0107Attributes, {
      terminalType: 0b100_0101,
      manufacturer: 'OUTRD',
      model: `SIM-${device.options.channels}CH`,
      terminalId: device.deviceId.slice(-7),
      iccid: device.options.phone.slice(-12).padStart(20, '8'),
      hardware: 'sim-1',
      firmware: 'outrider-0.1.0',
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
