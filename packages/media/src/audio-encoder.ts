// 16-bit PCM at 8 kHz to audio bodies of JT/T 1078 packets, for talk, broadcast and the simulator. Nothing here paces or packetizes.
import { encodeG711 } from './g711.ts';
import { G726Encoder, type G726Packing } from './g726.ts';
import type { G726Bits } from './g726-tables.ts';
import { addHisiliconHeader } from './hisilicon.ts';
import { ImaEncoder } from './ima-adpcm.ts';

export type AudioEncoderOptions = {
  /** 6 G.711A, 7 G.711U, 8 G.726, 26 ADPCM; what `AudioDecoder.describe` says of the terminal's own audio. */
  readonly payloadType: number;
  /** G.726 bits per sample; default 4. */
  readonly bits?: G726Bits | null;
  /** G.726 packing; default LSB first. */
  readonly packing?: G726Packing | null;
  /** Put the Hisilicon header in front. */
  readonly hisilicon?: boolean;
};

export type AudioEncoder = {
  readonly payloadType: number;
  /** One packet body. Blocks of 320 or 160 samples suit every codec; with the header at most 510 bytes of code. */
  encode(pcm: Int16Array): Uint8Array;
};

/** Starts an encoder for one stream; null when the payload type cannot be encoded. */
export const createAudioEncoder = (options: AudioEncoderOptions): AudioEncoder | null => {
  const { payloadType } = options;
  const encode = frameEncoder(options);
  if (encode === null) return null;
  return { payloadType, encode: (pcm) => (options.hisilicon === true ? addHisiliconHeader(encode(pcm)) : encode(pcm)) };
};

const frameEncoder = (options: AudioEncoderOptions): ((pcm: Int16Array) => Uint8Array) | null => {
  switch (options.payloadType) {
    case 6:
      return (pcm) => encodeG711('a', pcm);
    case 7:
      return (pcm) => encodeG711('u', pcm);
    case 8: {
      const encoder = new G726Encoder(options.bits ?? 4, options.packing ?? 'lsb');
      return (pcm) => encoder.encode(pcm);
    }
    case 26: {
      const encoder = new ImaEncoder();
      return (pcm) => encoder.encode(pcm);
    }
    default:
      return null;
  }
};
