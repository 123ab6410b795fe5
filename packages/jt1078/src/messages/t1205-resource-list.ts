// 0x1205: a device's recordings, the answer to 0x9205 and on some devices to 0x9201 (clause 5.6.2). Long lists come in many
// sub-packages with one head: `decode` wants them joined.
import { ByteReader, ByteWriter, message } from '@outrider/jt808';
import { readTimeDigits, writeTimeDigits } from './fields.ts';

/** One recording on the device. */
export type Resource = {
  readonly channel: number;
  /** YYMMDDhhmmss in the device's zone. */
  readonly startBcd: string;
  readonly endBcd: string;
  /** One 64-bit number: bits 0-31 the alarm word of 0x0200, bits 32-63 the video alarm bits. */
  readonly alarmFlags: bigint;
  /** 0 audio and video, 1 audio, 2 video. */
  readonly resourceType: number;
  /** 1 main, 2 sub. */
  readonly streamType: number;
  /** 1 main, 2 backup. */
  readonly storageType: number;
  readonly sizeBytes: number;
};

export type ResourceList = {
  /** Serial of the 0x9205, or of the 0x9201 it answers. */
  readonly replySerial: number;
  /** What the device says it has; believe `resources` when they differ. */
  readonly total: number;
  readonly resources: readonly Resource[];
};

const RECORD_BYTES = 28;

export const t1205ResourceList = message<ResourceList>({
  id: 0x1205,
  name: 'resource-list',
  direction: 'up',
  decode: (body) => {
    const reader = new ByteReader(body);
    const replySerial = reader.u16();
    const total = reader.u32();
    const resources: Resource[] = [];
    while (reader.remaining >= RECORD_BYTES) resources.push(readResource(reader));
    return { replySerial, total, resources };
  },
  encode: (list) => {
    const writer = new ByteWriter(6 + RECORD_BYTES * list.resources.length).u16(list.replySerial).u32(list.total);
    for (const resource of list.resources) writeResource(writer, resource);
    return writer.finish();
  },
});

const readResource = (reader: ByteReader): Resource => ({
  channel: reader.u8(),
  startBcd: readTimeDigits(reader),
  endBcd: readTimeDigits(reader),
  alarmFlags: reader.u64(),
  resourceType: reader.u8(),
  streamType: reader.u8(),
  storageType: reader.u8(),
  sizeBytes: reader.u32(),
});

const writeResource = (writer: ByteWriter, resource: Resource): void => {
  writer.u8(resource.channel);
  writeTimeDigits(writer, resource.startBcd);
  writeTimeDigits(writer, resource.endBcd);
  writer
    .u64(resource.alarmFlags)
    .u8(resource.resourceType)
    .u8(resource.streamType)
    .u8(resource.storageType)
    .u32(resource.sizeBytes);
};
