// 0x9302: the platform sets a camera's focus (clause 5.7.2).
import { ptzSwitch } from './ptz-switch.ts';

/** `value`: 0 longer, 1 shorter. There is no stop. */
export const p9302PtzFocus = ptzSwitch(0x9302, 'ptz-focus');
