// 0x9303: the platform sets a camera's aperture (clause 5.7.3).
import { ptzSwitch } from './ptz-switch.ts';

/** `value`: 0 larger, 1 smaller. There is no stop. */
export const p9303PtzAperture = ptzSwitch(0x9303, 'ptz-aperture');
