// 0x9206: the platform asks a device to upload recordings to an FTP server (clause 5.6.5). The end is reported by 0x1206.
import { ByteReader, ByteWriter, message } from '@outrider/jt808';
import { readText, readTimeDigits, writeText, writeTimeDigits } from './fields.ts';

/** Bits of `conditions`: when the device may upload. */
export const UPLOAD_CONDITION = { wifi: 0x01, lan: 0x02, mobile: 0x04, always: 0x80 } as const;

export type UploadRequest = {
  readonly address: string;
  readonly port: number;
  readonly userName: string;
  readonly password: string;
  /** Folder on the server; the device names the files. */
  readonly path: string;
  readonly channel: number;
  /** YYMMDDhhmmss in the device's zone. */
  readonly startBcd: string;
  readonly endBcd: string;
  /** As in 0x9205; 0: any. */
  readonly alarmFlags: bigint;
  /** 0 audio and video, 1 audio, 2 video, 3 video or audio and video. */
  readonly resourceType: number;
  /** 0 any, 1 main, 2 sub. */
  readonly streamType: number;
  /** 0 any, 1 main, 2 backup. */
  readonly storageType: number;
  /** See UPLOAD_CONDITION. */
  readonly conditions: number;
};

export const p9206UploadRequest = message<UploadRequest>({
  id: 0x9206,
  name: 'upload-request',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return {
      address: readText(reader),
      port: reader.u16(),
      userName: readText(reader),
      password: readText(reader),
      path: readText(reader),
      channel: reader.u8(),
      startBcd: readTimeDigits(reader),
      endBcd: readTimeDigits(reader),
      alarmFlags: reader.u64(),
      resourceType: reader.u8(),
      streamType: reader.u8(),
      storageType: reader.u8(),
      conditions: reader.u8(),
    };
  },
  encode: (request) => {
    const writer = writeText(new ByteWriter(), request.address).u16(request.port);
    writeText(writer, request.userName);
    writeText(writer, request.password);
    writeText(writer, request.path).u8(request.channel);
    writeTimeDigits(writer, request.startBcd);
    writeTimeDigits(writer, request.endBcd);
    return writer
      .u64(request.alarmFlags)
      .u8(request.resourceType)
      .u8(request.streamType)
      .u8(request.storageType)
      .u8(request.conditions)
      .finish();
  },
});
