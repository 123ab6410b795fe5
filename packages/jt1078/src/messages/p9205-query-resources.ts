// 0x9205: the platform asks which recordings a device has. Answered by 0x1205 (clause 5.6.1).
import { ByteReader, ByteWriter, message } from '@outrider/jt808';
import { readTimeDigits, writeTimeDigits } from './fields.ts';

export type QueryResources = {
  /** 0: all. */
  readonly channel: number;
  /** YYMMDDhhmmss in the device's zone; NO_TIME: no limit. */
  readonly startBcd: string;
  readonly endBcd: string;
  /** One 64-bit number: bits 0-31 the alarm word of 0x0200, bits 32-63 the video alarm bits. Send 0 and filter the answer. */
  readonly alarmFlags: bigint;
  /** 0 audio and video, 1 audio, 2 video, 3 video or audio and video. */
  readonly resourceType: number;
  /** 0 any, 1 main, 2 sub. */
  readonly streamType: number;
  /** 0 any, 1 main, 2 backup. */
  readonly storageType: number;
};

export const p9205QueryResources = message<QueryResources>({
  id: 0x9205,
  name: 'query-resources',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return {
      channel: reader.u8(),
      startBcd: readTimeDigits(reader),
      endBcd: readTimeDigits(reader),
      alarmFlags: reader.u64(),
      resourceType: reader.u8(),
      streamType: reader.u8(),
      storageType: reader.u8(),
    };
  },
  encode: (query) => {
    const writer = new ByteWriter().u8(query.channel);
    writeTimeDigits(writer, query.startBcd);
    writeTimeDigits(writer, query.endBcd);
    return writer.u64(query.alarmFlags).u8(query.resourceType).u8(query.streamType).u8(query.storageType).finish();
  },
});
