// The body 0x9302 to 0x9306 share: one thing of one camera set to one of two values.
import { ByteReader, ByteWriter, message, type MessageCodec } from '@outrider/jt808';

export type PtzSwitch = {
  readonly channel: number;
  /** What 0 and 1 mean is written at each message. */
  readonly value: number;
};

/** The codec of one of these messages. */
export const ptzSwitch = (id: number, name: string): MessageCodec<PtzSwitch> =>
  message<PtzSwitch>({
    id,
    name,
    direction: 'down',
    decode: (body) => {
      const reader = new ByteReader(body);
      return { channel: reader.u8(), value: reader.u8() };
    },
    encode: ({ channel, value }) => new ByteWriter().u8(channel).u8(value).finish(),
  });
