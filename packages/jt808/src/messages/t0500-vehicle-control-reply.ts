// 0x0500 answers 0x8500 (section 16): the location after it, whose status bit 12 shows the doors. The body is that of 0x0201.
import { message } from '../message.ts';
import { decodeLocationReply, encodeLocationReply } from './t0201-location-reply.ts';
import type { LocationReply } from './t0201-location-reply.ts';

export const t0500VehicleControlReply = message<LocationReply>({
  id: 0x0500,
  name: 'vehicle-control-reply',
  direction: 'up',
  decode: decodeLocationReply,
  encode: encodeLocationReply,
});
