// 0x1005: a device reports how many people got on and off (clause 5.4.3).
import { ByteReader, ByteWriter, message } from '@outrider/jt808';
import { readTimeDigits, writeTimeDigits } from './fields.ts';

export type PassengerFlow = {
  /** YYMMDDhhmmss in the device's zone. */
  readonly startBcd: string;
  readonly endBcd: string;
  readonly boarded: number;
  readonly alighted: number;
};

export const t1005PassengerFlow = message<PassengerFlow>({
  id: 0x1005,
  name: 'passenger-flow',
  direction: 'up',
  decode: (body) => {
    const reader = new ByteReader(body);
    return {
      startBcd: readTimeDigits(reader),
      endBcd: readTimeDigits(reader),
      boarded: reader.u16(),
      alighted: reader.u16(),
    };
  },
  encode: (flow) => {
    const writer = new ByteWriter();
    writeTimeDigits(writer, flow.startBcd);
    writeTimeDigits(writer, flow.endBcd);
    return writer.u16(flow.boarded).u16(flow.alighted).finish();
  },
});
