// 0x9304: the platform sets a camera's wiper (clause 5.7.4).
import { ptzSwitch } from './ptz-switch.ts';

/** `value`: 0 stop, 1 start. */
export const p9304PtzWiper = ptzSwitch(0x9304, 'ptz-wiper');
