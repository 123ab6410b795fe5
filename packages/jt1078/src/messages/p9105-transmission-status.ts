// 0x9105: the platform tells a device how much of a stream got lost on the way (clause 5.5.4).
import { ByteReader, ByteWriter, message } from '@outrider/jt808';

export type TransmissionStatus = {
  readonly channel: number;
  /** Whole percent; 0 over TCP. */
  readonly lossPercent: number;
};

export const p9105TransmissionStatus = message<TransmissionStatus>({
  id: 0x9105,
  name: 'transmission-status',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { channel: reader.u8(), lossPercent: reader.u8() };
  },
  encode: (status) => new ByteWriter().u8(status.channel).u8(status.lossPercent).finish(),
});
