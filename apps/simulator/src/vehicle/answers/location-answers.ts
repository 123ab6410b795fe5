// Answers about where the vehicle is, its alarms and its doors.
import {
  p8201QueryLocation,
  p8202Track,
  p8203ConfirmAlarm,
  p8204LinkCheck,
  p8500VehicleControl,
  t0201LocationReply,
  t0500VehicleControlReply,
} from '@outrider/jt808';
import type { VehicleControl } from '@outrider/jt808';
import { answer, RESULT } from './answer.ts';
import type { Answer } from './answer.ts';

const DOORS = 1;
const CONTROL_MS = 300;

export const locationAnswers: readonly Answer[] = [
  answer(p8201QueryLocation, (device, _, { link, received }) => {
    link.send(t0201LocationReply, { replySerial: received.serial, location: device.locationNow() });
    return null;
  }),
  answer(p8202Track, (device, { intervalS, validityS }) => {
    device.track(intervalS === 0 ? null : { intervalMs: intervalS * 1000, validityMs: (validityS ?? 0) * 1000 });
    return RESULT.done;
  }),
  answer(p8203ConfirmAlarm, (device) => {
    device.alarms.confirmed();
    device.obey();
    return RESULT.done;
  }),
  answer(p8204LinkCheck, () => RESULT.done),
  answer(p8500VehicleControl, (device, control, { link, received }) => {
    const locked = wantedLock(control);
    if (locked === null) return RESULT.notSupported;
    device.trip.locked = locked;
    device.later(CONTROL_MS, () =>
      link.send(t0500VehicleControlReply, { replySerial: received.serial, location: device.locationNow() }),
    );
    return RESULT.done;
  }),
];

/** The two editions say it the other way round (section 16); null when it is not about doors. */
const wantedLock = (control: VehicleControl): boolean | null => {
  if ('flags' in control) return (control.flags & 1) === 1;
  const doors = control.controls.find(({ id }) => id === DOORS);
  return doors === undefined ? null : doors.param === 0;
};
