// 0x0200 location report (section 13.1). The body itself is in location.ts, since other messages carry it too.
import { decodeLocation, encodeLocation } from '../location.ts';
import type { LocationReport } from '../location.ts';
import { message } from '../message.ts';

export const t0200LocationReport = message<LocationReport>({
  id: 0x0200,
  name: 'location-report',
  direction: 'up',
  decode: decodeLocation,
  encode: encodeLocation,
});
