// 0x9201: the platform asks a device to play a recording (clause 5.6.3).
import { ByteReader, ByteWriter, message } from '@outrider/jt808';
import { readText, readTimeDigits, writeText, writeTimeDigits } from './fields.ts';

/** How to play. */
export const PLAYBACK_MODE = { normal: 0, fastForward: 1, rewindKeyFrames: 2, keyFrames: 3, singleFrame: 4 } as const;

export type PlaybackRequest = {
  /** Dotted IPv4 or a host name. */
  readonly address: string;
  /** 0: do not use TCP. */
  readonly tcpPort: number;
  /** 0: do not use UDP. */
  readonly udpPort: number;
  readonly channel: number;
  /** 0 audio and video, 1 audio, 2 video, 3 video or audio and video. */
  readonly resourceType: number;
  /** 0 any, 1 main, 2 sub: unlike 0x9101. */
  readonly streamType: number;
  /** 0 any, 1 main, 2 backup. */
  readonly storageType: number;
  /** See PLAYBACK_MODE. */
  readonly mode: number;
  /** For modes 1 and 2, else 0: 1 = 1x, 2 = 2x, 3 = 4x, 4 = 8x, 5 = 16x. */
  readonly speedCode: number;
  /** YYMMDDhhmmss in the device's zone. For a single frame its moment. */
  readonly startBcd: string;
  /** YYMMDDhhmmss in the device's zone; NO_TIME plays on. */
  readonly endBcd: string;
};

export const p9201PlaybackRequest = message<PlaybackRequest>({
  id: 0x9201,
  name: 'playback-request',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return {
      address: readText(reader),
      tcpPort: reader.u16(),
      udpPort: reader.u16(),
      channel: reader.u8(),
      resourceType: reader.u8(),
      streamType: reader.u8(),
      storageType: reader.u8(),
      mode: reader.u8(),
      speedCode: reader.u8(),
      startBcd: readTimeDigits(reader),
      endBcd: readTimeDigits(reader),
    };
  },
  encode: (request) => {
    const writer = writeText(new ByteWriter(), request.address)
      .u16(request.tcpPort)
      .u16(request.udpPort)
      .u8(request.channel)
      .u8(request.resourceType)
      .u8(request.streamType)
      .u8(request.storageType)
      .u8(request.mode)
      .u8(request.speedCode);
    writeTimeDigits(writer, request.startBcd);
    return writeTimeDigits(writer, request.endBcd).finish();
  },
});
