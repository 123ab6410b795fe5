// Turns the stored frames of one channel into pieces of tracks: pictures into MP4 samples, sound into samples or AAC blocks. Pure.
import {
  AdtsSplitter,
  type AudioDecoder,
  type ParameterSets,
  collectParameterSets,
  createAudioDecoder,
  inspectVideoFrame,
  isCompleteParameterSets,
  lengthPrefixed,
  MediaError,
  mergeParameterSets,
  splitNals,
  type VideoCodec,
} from '@outrider/media';
import type { StoredCodec } from '../../recording/index.ts';
import type { Unit } from './unit.ts';

/** A frame of one channel as it was stored. */
export type FrontFrame = {
  kind: 'video' | 'audio';
  codec: StoredCodec;
  key: boolean;
  timeMs: number;
  body: Uint8Array;
};

/** Payload types by which the decoders of packages/media know a codec. */
const PAYLOAD_TYPE: Partial<Record<StoredCodec, number>> = { g711a: 6, g711u: 7, g726: 8, adpcmIma: 26 };

export class Front {
  /** Frames nothing could be made of. */
  damaged = 0;
  private readonly channel: number;
  private sets: ParameterSets | null = null;
  private readonly decoders = new Map<StoredCodec, AudioDecoder>();
  private splitter = new AdtsSplitter();
  private soundMs = 0;

  constructor(channel: number) {
    this.channel = channel;
  }

  /** Pieces in the order of time; none where a decoder could not start or the frame is damaged. */
  units({ kind, codec, key, timeMs, body }: FrontFrame): Unit[] {
    if (kind === 'video') return this.picture(codec === 'h265' ? 'h265' : 'h264', key, timeMs, body);
    const deltaMs = timeMs - this.soundMs;
    this.soundMs = timeMs;
    return codec === 'aacAdts' ? this.aac(timeMs, body) : this.samples(codec, timeMs, deltaMs, body);
  }

  private picture(codec: VideoCodec, key: boolean, timeMs: number, body: Uint8Array): Unit[] {
    const nals = nalsOf(body);
    if (nals === null) return this.lose();
    const found = key ? collectParameterSets(nals, codec) : null;
    if (found !== null) this.sets = mergeParameterSets(this.sets, found);
    const { sets } = this;
    if (sets === null || sets.codec !== codec || !isCompleteParameterSets(sets)) return this.lose();
    const seed = { kind: 'video', channel: this.channel, codec, sets } as const;
    return [{ id: `${this.channel} ${codec}`, seed, kind: 'video', key, timeMs, data: lengthPrefixed(nals) }];
  }

  private samples(codec: StoredCodec, timeMs: number, deltaMs: number, body: Uint8Array): Unit[] {
    const samples = codec === 'pcm16le' ? littleEndian(body) : this.decode(codec, deltaMs, body);
    if (samples === null || samples.length === 0) return this.lose();
    const seed = { kind: 'pcm', channel: this.channel } as const;
    return [{ id: `${this.channel} pcm`, seed, kind: 'pcm', timeMs, samples }];
  }

  private decode(codec: StoredCodec, deltaMs: number, body: Uint8Array): Int16Array | null {
    const payloadType = PAYLOAD_TYPE[codec];
    if (payloadType === undefined) return null;
    const decoder = this.decoders.get(codec) ?? createAudioDecoder(payloadType);
    this.decoders.set(codec, decoder);
    return decoder.decode(body, Math.max(0, deltaMs))?.pcm ?? null;
  }

  private aac(timeMs: number, body: Uint8Array): Unit[] {
    const frames = this.splitter.push(body);
    let atMs = timeMs;
    return frames.map(({ header, payload }) => {
      const { channel } = this;
      const id = `${channel} aac ${header.objectType} ${header.sampleRate} ${header.channels}`;
      const unit: Unit = {
        id,
        seed: { kind: 'aac', channel, header },
        kind: 'aac',
        timeMs: atMs,
        data: payload,
        samples: header.samples,
      };
      atMs += (header.samples * 1000) / header.sampleRate;
      return unit;
    });
  }

  private lose(): Unit[] {
    this.damaged += 1;
    return [];
  }
}

const nalsOf = (body: Uint8Array): Uint8Array[] | null => {
  try {
    const nals = splitNals(body);
    return nals.length === 0 || inspectVideoFrame(body, 'h264') === null ? null : nals;
  } catch (error) {
    if (error instanceof MediaError) return null;
    throw error;
  }
};

const littleEndian = (body: Uint8Array): Int16Array => {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  return Int16Array.from({ length: body.length >> 1 }, (_, i) => view.getInt16(i * 2, true));
};
