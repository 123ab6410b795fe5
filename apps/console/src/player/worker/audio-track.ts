// Sound of one stream: decodes what recorders send (packages/media), AAC by the browser, and hands blocks of samples on. Runs only
// while the tile is to be heard.
import { streamCodecs } from '@outrider/contract';
import { audioSpecificConfig, createAacFmp4Writer, createAudioDecoder } from '@outrider/media';
import type { AdtsFrame, AudioDecoder as BodyDecoder, AacFmp4Writer } from '@outrider/media';
import type { FromPlayer } from '../messages.ts';
import { canPlay, openTarget } from './media-source.ts';
import type { SegmentTarget } from './media-source.ts';
import { payloadTypes } from './payload-types.ts';

type Post = (message: FromPlayer, transfer?: Transferable[]) => void;
type Play = (samples: Float32Array<ArrayBuffer>, sampleRate: number) => void;

export class AudioTrack {
  /** For the statistics; '' before the first block. */
  text = '';
  readonly #play: Play;
  readonly #post: Post;
  #codec = -1;
  #decoder: BodyDecoder | undefined;
  #aac: AacOutput | undefined;
  #lastUs: number | undefined;

  /** `play` gets mono blocks; AAC on plain http goes to the page's audio element by `post`. */
  constructor(play: Play, post: Post) {
    this.#play = play;
    this.#post = post;
  }

  /** One audio message. Bodies that do not decode are skipped. */
  take(codec: number, presentationUs: number, sampleRate: number, body: Uint8Array): void {
    if (codec === streamCodecs.pcm16le) {
      this.text = `PCM ${sampleRate} Hz`;
      this.#play(floatsOf(new Int16Array(body.slice().buffer, 0, body.length >> 1)), sampleRate || 8000);
      return;
    }
    const decoder = this.#decoderFor(codec);
    if (decoder === undefined) return;
    const deltaMs = this.#lastUs === undefined ? undefined : (presentationUs - this.#lastUs) / 1000;
    this.#lastUs = presentationUs;
    if (decoder.kind === 'aac') for (const frame of decoder.aacFrames(body)) this.#takeAac(frame);
    else {
      const pcm = decoder.decode(body, deltaMs !== undefined && deltaMs >= 0 ? deltaMs : undefined);
      if (pcm !== null) this.#play(floatsOf(pcm.pcm), pcm.sampleRate);
    }
    this.text = decoder.describe().text;
  }

  /** The audio element shows this moment (AAC on plain http). */
  close(): void {
    this.#aac?.close();
    this.#aac = undefined;
    this.#decoder = undefined;
    this.#codec = -1;
    this.#lastUs = undefined;
  }

  #decoderFor(codec: number): BodyDecoder | undefined {
    if (codec === this.#codec) return this.#decoder;
    const payloadType = payloadTypes.get(codec);
    this.close();
    this.#codec = codec;
    this.#decoder = payloadType === undefined ? undefined : createAudioDecoder(payloadType);
    return this.#decoder;
  }

  #takeAac(frame: AdtsFrame): void {
    if (this.#aac === undefined || !this.#aac.fits(frame)) {
      this.#aac?.close();
      this.#aac = 'AudioDecoder' in globalThis ? new AacDecoder(frame, this.#play) : new AacElement(frame, this.#post);
    }
    this.#aac.push(frame);
  }
}

const floatsOf = (pcm: Int16Array): Float32Array<ArrayBuffer> => {
  const out = new Float32Array(pcm.length);
  for (let i = 0; i < pcm.length; i += 1) out[i] = (pcm[i] ?? 0) / 32_768;
  return out;
};

const formatOf = ({ header }: AdtsFrame): string => `${header.objectType}/${header.sampleRate}/${header.channels}`;

interface AacOutput {
  fits(frame: AdtsFrame): boolean;
  push(frame: AdtsFrame): void;
  close(): void;
}

/** AAC by WebCodecs; the first channel is heard. */
class AacDecoder implements AacOutput {
  readonly #format: string;
  readonly #decoder: AudioDecoder;
  /** The browser does not even try: asked for each block, it would say so each time. */
  #refused = false;
  #timestampUs = 0;

  constructor(first: AdtsFrame, play: Play) {
    const { header } = first;
    this.#format = formatOf(first);
    this.#decoder = new AudioDecoder({
      output: (data) => {
        const samples = new Float32Array(data.numberOfFrames);
        data.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
        play(samples, data.sampleRate);
        data.close();
      },
      error: () => {}, // the decoder is closed then; the next AAC frame finds it so and sound stays away, the picture goes on
    });
    try {
      this.#decoder.configure({
        codec: `mp4a.40.${header.objectType}`,
        sampleRate: header.sampleRate,
        numberOfChannels: header.channels,
        description: audioSpecificConfig(header).slice(),
      });
    } catch {
      this.#refused = true; // sound stays away, the picture goes on
    }
  }

  fits(frame: AdtsFrame): boolean {
    return formatOf(frame) === this.#format && (this.#refused || this.#decoder.state === 'configured');
  }

  push({ header, payload }: AdtsFrame): void {
    if (this.#decoder.state !== 'configured') return;
    this.#decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: this.#timestampUs, data: payload }));
    this.#timestampUs += (header.samples / header.sampleRate) * 1e6;
  }

  close(): void {
    if (this.#decoder.state !== 'closed') this.#decoder.close();
  }
}

/** AAC as fragments for an audio element of the page. */
class AacElement implements AacOutput {
  readonly #format: string;
  readonly #writer: AacFmp4Writer;
  readonly #target: SegmentTarget | undefined;
  #at = 0;

  constructor(first: AdtsFrame, post: Post) {
    const { header } = first;
    const { sampleRate, channels } = header;
    this.#format = formatOf(first);
    this.#writer = createAacFmp4Writer({ config: audioSpecificConfig(header), sampleRate, channels });
    if (canPlay(this.#writer.mimeType, true) === false) return;
    this.#target = openTarget('audio', this.#writer.mimeType, post, () => {});
    this.#target.append(this.#writer.init().slice());
  }

  fits(frame: AdtsFrame): boolean {
    return formatOf(frame) === this.#format;
  }

  push({ header, payload }: AdtsFrame): void {
    this.#target?.append(this.#writer.segment(payload, this.#at, header.samples));
    this.#at += header.samples;
    this.#target?.played(this.#at / header.sampleRate - 5); // sound is never behind by more; older may go
  }

  close(): void {
    this.#target?.close();
  }
}
