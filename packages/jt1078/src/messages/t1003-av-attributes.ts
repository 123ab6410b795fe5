// 0x1003: a device's codecs and channels, the answer to 0x9003 (clause 5.4.2). It carries no reply serial.
import { ByteReader, ByteWriter, message } from '@outrider/jt808';

export type AvAttributes = {
  /** See payload-types.ts. */
  readonly audioCodec: number;
  readonly audioChannels: number;
  /** 0: 8 kHz, 1: 22.05 kHz, 2: 44.1 kHz, 3: 48 kHz. There is no code for 16 kHz. */
  readonly sampleRateCode: number;
  /** 0: 8, 1: 16, 2: 32 bits. */
  readonly sampleBitsCode: number;
  /** No unit in the standard; real devices mean bytes per packet. A hint. */
  readonly audioFrameLength: number;
  /** 0 or 1. A device that plays talk can say 0: do not refuse talk because of it. */
  readonly audioOutput: number;
  /** See payload-types.ts. */
  readonly videoCodec: number;
  readonly maxAudioChannels: number;
  readonly maxVideoChannels: number;
};

const SAMPLE_RATES_HZ: readonly number[] = [8000, 22050, 44100, 48000];

/** The sample rate of a `sampleRateCode`; undefined for a code the standard does not have. */
export const sampleRateHz = (code: number): number | undefined => SAMPLE_RATES_HZ[code];

export const t1003AvAttributes = message<AvAttributes>({
  id: 0x1003,
  name: 'av-attributes',
  direction: 'up',
  decode: (body) => {
    const reader = new ByteReader(body);
    return {
      audioCodec: reader.u8(),
      audioChannels: reader.u8(),
      sampleRateCode: reader.u8(),
      sampleBitsCode: reader.u8(),
      audioFrameLength: reader.u16(),
      audioOutput: reader.u8(),
      videoCodec: reader.u8(),
      maxAudioChannels: reader.u8(),
      maxVideoChannels: reader.u8(),
    };
  },
  encode: (attributes) =>
    new ByteWriter()
      .u8(attributes.audioCodec)
      .u8(attributes.audioChannels)
      .u8(attributes.sampleRateCode)
      .u8(attributes.sampleBitsCode)
      .u16(attributes.audioFrameLength)
      .u8(attributes.audioOutput)
      .u8(attributes.videoCodec)
      .u8(attributes.maxAudioChannels)
      .u8(attributes.maxVideoChannels)
      .finish(),
});
