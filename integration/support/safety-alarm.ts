// An active-safety alarm as a recorder reports it: its sign, which announces files, and the item of the report.
import { activeSafetyItem, makeAlarmSign, type AlarmSign, type LocationItem } from '@outrider/jt808';

const START_MS = Math.floor(Date.now() / 1000) * 1000;
let alarms = 0;

/** Of a second of its own within the last hour, so that no two of a test are one alarm. */
export const newSign = (attachments: number): AlarmSign => {
  alarms += 1;
  const time = START_MS - alarms * 1000;
  return makeAlarmSign({ terminalId: '0000101', time, sequence: 0, attachments }, 16);
};

/** A driver on the phone. */
export const phoneCall = (alarmSign: AlarmSign, alarmId = alarms): LocationItem =>
  activeSafetyItem(0x65, {
    alarmId,
    flag: 0,
    type: 2,
    level: 1,
    fatigue: 0,
    reserved: new Uint8Array(4),
    speedKmh: 50,
    altitude: 20,
    latitude: 24.1,
    longitude: 120.6,
    time: alarmSign.time,
    vehicleStatus: 1,
    alarmSign,
  });
