// 0x9301: the platform turns a camera (clause 5.7.1). It turns until a message with direction 0.
import { ByteReader, ByteWriter, message } from '@outrider/jt808';

/** Directions of 0x9301. */
export const PTZ_DIRECTION = { stop: 0, up: 1, down: 2, left: 3, right: 4 } as const;

export type PtzRotate = {
  readonly channel: number;
  /** See PTZ_DIRECTION. */
  readonly direction: number;
  /** 0 to 255. */
  readonly speed: number;
};

export const p9301PtzRotate = message<PtzRotate>({
  id: 0x9301,
  name: 'ptz-rotate',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { channel: reader.u8(), direction: reader.u8(), speed: reader.u8() };
  },
  encode: (rotate) => new ByteWriter().u8(rotate.channel).u8(rotate.direction).u8(rotate.speed).finish(),
});
