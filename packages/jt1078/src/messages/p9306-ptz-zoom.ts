// 0x9306: the platform sets a camera's zoom (clause 5.7.6).
import { ptzSwitch } from './ptz-switch.ts';

/** `value`: 0 larger, 1 smaller. There is no stop. */
export const p9306PtzZoom = ptzSwitch(0x9306, 'ptz-zoom');
