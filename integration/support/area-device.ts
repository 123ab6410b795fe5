// A recorder that takes circles and has none.
import { p8600SetCircles, p8601DeleteCircles, p8608QueryAreas, t0608AreaReply } from '@outrider/jt808';
import type { Device } from './device.ts';

export const answerAreas = (device: Device): void => {
  for (const { id } of [p8600SetCircles, p8601DeleteCircles]) device.on(id, ({ header }) => device.reply(header));
  device.on(p8608QueryAreas.id, ({ body }) =>
    device.send(t0608AreaReply, { type: body[0] ?? 0, count: 0, data: new Uint8Array(0) }),
  );
};
