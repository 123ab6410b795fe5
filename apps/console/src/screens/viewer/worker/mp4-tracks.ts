// The tracks of a downloaded file over the muxer: pictures and AAC as they are, all other sound coded to AAC. Times are seconds of the
// file; pictures before 0 are decoded and not shown.
import { streamCodecs } from '@outrider/contract';
import {
  AdtsSplitter,
  audioSpecificConfig,
  createAudioDecoder,
  decoderConfig,
  lengthPrefixed,
  splitNals,
} from '@outrider/media';
import type { AdtsFrame, AudioDecoder } from '@outrider/media';
import {
  AudioSample,
  AudioSampleSource,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
} from 'mediabunny';
import type { Output } from 'mediabunny';
import { payloadTypes } from '../../../player/worker/payload-types.ts';
import { videoCodecOf, VideoTrack } from '../../../player/worker/video-track.ts';
import { SoundPlace } from './sound-place.ts';
import type { SpooledFrame } from './spool.ts';

/** One track of the file. A frame that nothing can be made of is left out. */
export interface Mp4Track {
  write(frame: SpooledFrame, atS: number): Promise<void>;
  end(): void;
}

const FIRST_STEP_S = 1 / 15;
const LONGEST_STEP_S = 0.5;
const SHORTEST_STEP_S = 0.001;

/** Pictures of one codec; they may change their size. */
export class Pictures implements Mp4Track {
  readonly #source: EncodedVideoPacketSource;
  readonly #track = new VideoTrack();
  #lastS: number | undefined;
  #stepS = FIRST_STEP_S;

  constructor(output: Output, codec: number) {
    this.#source = new EncodedVideoPacketSource(codec === streamCodecs.h265 ? 'hevc' : 'avc');
    output.addVideoTrack(this.#source);
  }

  async write({ codec, body }: SpooledFrame, wantedS: number): Promise<void> {
    const hint = videoCodecOf(codec);
    const frame = hint === undefined ? undefined : this.#track.takeFrame(body, hint);
    const { format } = this.#track;
    const first = this.#lastS === undefined;
    if (frame === undefined || format === undefined || (first && !frame.key)) return;
    const atS = this.#lastS === undefined ? wantedS : Math.max(wantedS, this.#lastS + SHORTEST_STEP_S);
    if (this.#lastS !== undefined) this.#stepS = Math.min(LONGEST_STEP_S, atS - this.#lastS);
    this.#lastS = atS;
    const { codecString, width, height, sets } = format;
    const config = {
      codec: codecString,
      codedWidth: width,
      codedHeight: height,
      description: decoderConfig(sets).slice(),
    };
    const data = lengthPrefixed(splitNals(frame.bytes));
    const packet = new EncodedPacket(data, frame.key ? 'key' : 'delta', atS, this.#stepS);
    await this.#source.add(packet, first ? { decoderConfig: config } : undefined);
  }

  end(): void {
    this.#source.close();
  }
}

const BITS_PER_SECOND = 24_000;
const RATE = 8000;

/** Sound of recorders' own codings, decoded here and coded to AAC by the muxer. */
export class CodedSound implements Mp4Track {
  readonly #source = new AudioSampleSource({ codec: 'aac', bitrate: BITS_PER_SECOND });
  readonly #decoders = new Map<number, AudioDecoder>();
  readonly #place = new SoundPlace(RATE);
  #lastUs: number | undefined;

  constructor(output: Output) {
    output.addAudioTrack(this.#source);
  }

  async write(frame: SpooledFrame, atS: number): Promise<void> {
    const samples = this.#samplesOf(frame);
    const silence = samples === undefined ? undefined : this.#place.put(atS, samples.length);
    if (samples === undefined || silence === undefined) return;
    for (let left = silence; left > 0; left -= RATE)
      // oxlint-disable-next-line no-await-in-loop -- the coder takes one piece after the other
      await this.#put(new Int16Array(Math.min(left, RATE)), this.#place.nextS - (left + samples.length) / RATE);
    await this.#put(samples, this.#place.nextS - samples.length / RATE);
  }

  end(): void {
    this.#source.close();
  }

  #samplesOf({ codec, timeUs, detail, body }: SpooledFrame): Int16Array<ArrayBuffer> | undefined {
    if (codec === streamCodecs.pcm16le)
      return detail === RATE || detail === 0 ? new Int16Array(body.slice().buffer, 0, body.length >> 1) : undefined;
    const payloadType = payloadTypes.get(codec);
    if (payloadType === undefined) return undefined;
    const decoder = this.#decoders.get(codec) ?? createAudioDecoder(payloadType);
    this.#decoders.set(codec, decoder);
    const sinceMs = this.#lastUs === undefined ? 0 : (timeUs - this.#lastUs) / 1000;
    this.#lastUs = timeUs;
    const pcm = decoder.decode(body, Math.max(0, sinceMs));
    return pcm === null || pcm.sampleRate !== RATE ? undefined : pcm.pcm.slice();
  }

  async #put(data: Int16Array<ArrayBuffer>, timestamp: number): Promise<void> {
    const sample = new AudioSample({ data, format: 's16', numberOfChannels: 1, sampleRate: RATE, timestamp });
    await this.#source.add(sample);
    sample.close();
  }
}

/** AAC as the recorder made it, as long as its rate stays the same. */
export class AacSound implements Mp4Track {
  readonly #source = new EncodedAudioPacketSource('aac');
  readonly #splitter = new AdtsSplitter();
  #first: AdtsFrame | undefined;
  #place = new SoundPlace(RATE);

  constructor(output: Output) {
    output.addAudioTrack(this.#source);
  }

  async write({ body }: SpooledFrame, atS: number): Promise<void> {
    let wantedS = atS;
    for (const frame of this.#splitter.push(body)) {
      const { samples, sampleRate } = frame.header;
      // oxlint-disable-next-line no-await-in-loop -- in the order of time
      await this.#put(frame, wantedS);
      wantedS += samples / sampleRate;
    }
  }

  end(): void {
    this.#source.close();
  }

  async #put(frame: AdtsFrame, atS: number): Promise<void> {
    const { header, payload } = frame;
    if (this.#first === undefined) {
      this.#first = frame;
      this.#place = new SoundPlace(header.sampleRate);
    }
    const { sampleRate, channels } = this.#first.header;
    if (sampleRate !== header.sampleRate || channels !== header.channels) return;
    if (this.#place.put(atS, header.samples) === undefined) return;
    const seconds = header.samples / sampleRate;
    const packet = new EncodedPacket(payload.slice(), 'key', this.#place.nextS - seconds, seconds);
    await this.#source.add(packet, {
      decoderConfig: {
        codec: `mp4a.40.${header.objectType}`,
        sampleRate,
        numberOfChannels: channels,
        description: audioSpecificConfig(header).slice(),
      },
    });
  }
}
