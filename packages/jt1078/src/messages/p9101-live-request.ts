// 0x9101: the platform asks for live video, talk, listening, broadcast or transparent data (clause 5.5.1).
import { ByteReader, ByteWriter, message } from '@outrider/jt808';
import { readText, writeText } from './fields.ts';

/** What 0x9101 asks for. */
export const LIVE_DATA = { audioVideo: 0, video: 1, talk: 2, listen: 3, broadcast: 4, transparent: 5 } as const;

/** Streams of 0x9101 and 0x9102. Mind that 0x9201, 0x9205, 0x9206 and 0x1205 say 1 and 2. */
export const LIVE_STREAM = { main: 0, sub: 1 } as const;

export type LiveRequest = {
  /** Dotted IPv4, or a host name for devices that have DNS. */
  readonly address: string;
  /** 0: do not use TCP. Exactly one of the two ports should be set. */
  readonly tcpPort: number;
  readonly udpPort: number;
  readonly channel: number;
  /** See LIVE_DATA. */
  readonly dataType: number;
  /** See LIVE_STREAM. */
  readonly streamType: number;
};

export const p9101LiveRequest = message<LiveRequest>({
  id: 0x9101,
  name: 'live-request',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return {
      address: readText(reader),
      tcpPort: reader.u16(),
      udpPort: reader.u16(),
      channel: reader.u8(),
      dataType: reader.u8(),
      streamType: reader.u8(),
    };
  },
  encode: (request) =>
    writeText(new ByteWriter(), request.address)
      .u16(request.tcpPort)
      .u16(request.udpPort)
      .u8(request.channel)
      .u8(request.dataType)
      .u8(request.streamType)
      .finish(),
});
