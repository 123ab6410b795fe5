// 0x8203 an operator confirmed alarms (2013 and 2019, section 13.4).
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';

/**
 * `alarmSerial` of the report that raised the alarm, 0 for all of these kinds. `alarmType` bits as in 0x0200: 0 SOS, 3 danger
 * warning, 20, 21, 22, 27, 28.
 */
export type ConfirmAlarm = { readonly alarmSerial: number; readonly alarmType: number };

export const p8203ConfirmAlarm = message<ConfirmAlarm>({
  id: 0x8203,
  name: 'confirm-alarm',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { alarmSerial: reader.u16(), alarmType: reader.u32() };
  },
  encode: ({ alarmSerial, alarmType }) => new ByteWriter().u16(alarmSerial).u32(alarmType).finish(),
});
