// Follows the parameter sets of one stream and gives each picture whole: a key frame always carries them. No decoding here.
import { streamCodecs } from '@outrider/contract';
import {
  collectParameterSets,
  inspectVideoFrame,
  isCompleteParameterSets,
  MediaError,
  mergeParameterSets,
  sameParameterSets,
  splitNals,
  videoFormat,
  withParameterSets,
  type ParameterSets,
  type VideoCodec,
} from '@outrider/media';

/** What a decoder is made for. */
export type VideoFormat = {
  readonly sets: ParameterSets;
  readonly codecString: string;
  readonly width: number;
  readonly height: number;
};

export type TrackedFrame = { readonly bytes: Uint8Array; readonly key: boolean; readonly codec: VideoCodec };

/** The codec a header names; undefined for numbers that are no video. */
export const videoCodecOf = (code: number): VideoCodec | undefined =>
  code === streamCodecs.h264 ? 'h264' : code === streamCodecs.h265 ? 'h265' : undefined;

export class VideoTrack {
  #sets: ParameterSets | null = null;
  #format: VideoFormat | undefined;

  /** Undefined until complete parameter sets came. The same object until they change. */
  get format(): VideoFormat | undefined {
    return this.#format;
  }

  /** A parameter set message. A codec change forgets the former sets. */
  takeSets(body: Uint8Array, codec: VideoCodec): void {
    const sets = collectParameterSets(splitNals(body), codec);
    if (sets !== null) this.#merge(sets);
  }

  /** A video message; undefined when it holds no picture. The NAL units decide what it is, the header is a hint. */
  takeFrame(body: Uint8Array, hint: VideoCodec): TrackedFrame | undefined {
    const info = inspectVideoFrame(body, hint);
    if (info === null) return undefined;
    if (info.parameterSets !== undefined) this.#merge(info.parameterSets);
    if (!info.hasPicture) return undefined;
    const bare = info.key && (info.parameterSets === undefined || !isCompleteParameterSets(info.parameterSets));
    const bytes = bare && this.#format !== undefined ? withParameterSets(body, this.#format.sets) : body;
    return { bytes, key: info.key, codec: info.codec };
  }

  #merge(newer: ParameterSets): void {
    const merged = mergeParameterSets(this.#sets, newer);
    if (this.#sets !== null && sameParameterSets(this.#sets, merged)) return;
    this.#sets = merged;
    if (isCompleteParameterSets(merged)) this.#format = readFormat(merged);
  }
}

/** Undefined for sets that make no sense: what follows cannot be shown until better ones come. */
const readFormat = (sets: ParameterSets): VideoFormat | undefined => {
  try {
    return { sets, ...videoFormat(sets) };
  } catch (error) {
    if (error instanceof MediaError) return undefined;
    throw error;
  }
};
