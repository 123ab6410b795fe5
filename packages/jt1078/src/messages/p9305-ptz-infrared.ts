// 0x9305: the platform sets a camera's infrared light (clause 5.7.5).
import { ptzSwitch } from './ptz-switch.ts';

/** `value`: 0 off, 1 on. */
export const p9305PtzInfrared = ptzSwitch(0x9305, 'ptz-infrared');
