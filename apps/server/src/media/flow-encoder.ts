// Turns the frames of one flow into stream messages: finds key frames and parameter sets, numbers, encodes once. No viewers here.
import { streamCodecs, streamFlags, streamKinds, type StreamCodec, type StreamHeader } from '@outrider/contract';
import {
  mergeParameterSets,
  parameterSetsToAnnexB,
  sameParameterSets,
  stripHisiliconHeader,
  withParameterSets,
  type ParameterSets,
  type VideoCodec,
} from '@outrider/media';
import type { MediaFrame, StreamChoice } from '../gateway/index.ts';
import { encodeFrame, type EncodedFrame } from './encoded-frame.ts';
import { PictureJoiner, type Picture } from './picture-joiner.ts';
import type { WholeFrame } from './recording-tap.ts';

/**
 * `format` stands before the frame where the parameter sets changed. `whole` is the same frame for whoever stores it, before any
 * wrapping for sockets.
 */
export type Encoded = { frame: EncodedFrame; format: Buffer | null; whole: WholeFrame };

/** Audio codings a browser side can decode; others are counted and dropped (JT/T 1078 reference, 9.7). */
const audioCodecs: Partial<Record<MediaFrame['codec'], StreamCodec>> = {
  g711a: 'g711a',
  g711u: 'g711u',
  g726: 'g726',
  adpcmIma: 'adpcmIma',
  aacAdts: 'aacAdts',
};

export class FlowEncoder {
  /** Frames that could not be used: before the first key frame, without NAL units, in an unknown coding. */
  unusable = 0;
  private readonly channel: number;
  private joiner = new PictureJoiner();
  private sets: ParameterSets | null = null;
  private size = 0;
  private sequence = 0;
  private keySeen = false;
  private fresh = true;

  constructor(channel: number) {
    this.channel = channel;
  }

  /** A new flow begins: nothing of the old one can be referred to. The numbering goes on. */
  restart(): void {
    this.joiner = new PictureJoiner();
    this.keySeen = false;
    this.fresh = true;
  }

  /** The stream format last announced, for joiners; null before the first key frame. */
  format(stream: StreamChoice): Buffer | null {
    return this.sets === null ? null : this.encodeFormat(this.sets, 0, 0, stream);
  }

  encode(frame: MediaFrame, stream: StreamChoice): Encoded[] {
    if (frame.kind === 'audio') return this.encodeAudio(frame, stream);
    const hint: VideoCodec | undefined = this.sets?.codec ?? (frame.codec === 'h265' ? 'h265' : 'h264');
    const pictures = this.joiner.push(frame, hint);
    return pictures.flatMap((picture) => this.encodePicture(picture, stream));
  }

  private encodePicture({ frame, info }: Picture, stream: StreamChoice): Encoded[] {
    // Pictures after a loss would smear up to the next key frame: the browser keeps the last good one instead.
    if (frame.damagedBefore) this.keySeen = false;
    if (!info.key && !this.keySeen) {
      this.unusable += 1;
      return [];
    }
    let body = frame.body;
    let format: Buffer | null = null;
    let newFormat = false;
    if (info.key) {
      const before = this.sets;
      if (info.parameterSets !== undefined) this.sets = mergeParameterSets(before, info.parameterSets);
      else if (before !== null) body = withParameterSets(body, before);
      if (info.width !== undefined && info.height !== undefined)
        this.size = (info.width << 16) | (info.height & 0xffff);
      newFormat = this.sets !== null && (before === null || !sameParameterSets(before, this.sets));
      if (this.sets !== null && (!this.keySeen || newFormat)) {
        format = this.encodeFormat(this.sets, frame.presentationUs, frame.arrivalMs, stream);
      }
      this.keySeen = true;
    }
    const header = {
      kind: streamKinds.video,
      codec: streamCodecs[info.codec],
      flags: (info.key ? streamFlags.key : 0) | this.commonFlags(frame, stream),
      detail: this.size,
      ...this.stamp(frame),
    };
    const whole = wholeOf(header, { codec: info.codec, key: info.key, body, newFormat });
    return [{ frame: encodeFrame(header, body, { key: info.key, video: true }), format, whole }];
  }

  private encodeAudio(frame: MediaFrame, stream: StreamChoice): Encoded[] {
    const codec = audioCodecs[frame.codec];
    if (codec === undefined) {
      this.unusable += 1;
      return [];
    }
    const header = {
      kind: streamKinds.audio,
      codec: streamCodecs[codec],
      flags: this.commonFlags(frame, stream),
      detail: codec === 'aacAdts' ? 0 : 8000, // JT/T 1078 audio other than AAC is 8 kHz mono
      ...this.stamp(frame),
    };
    const body = codec === 'aacAdts' ? frame.body : stripHisiliconHeader(frame.body);
    const whole = wholeOf(header, { codec, key: false, body, newFormat: false });
    // Before any picture an audio block is a start of its own, so that a channel without a camera is heard.
    return [{ frame: encodeFrame(header, body, { key: !this.keySeen, video: false }), format: null, whole }];
  }

  private encodeFormat(sets: ParameterSets, presentationUs: number, captureMs: number, stream: StreamChoice): Buffer {
    const header = {
      kind: streamKinds.parameterSets,
      codec: streamCodecs[sets.codec],
      flags: stream === 'sub' ? streamFlags.sub : 0,
      channel: this.channel,
      presentationUs,
      captureMs,
      sequence: this.sequence,
      detail: this.size,
    };
    return encodeFrame(header, parameterSetsToAnnexB(sets), { key: false, video: false }).bytes;
  }

  private commonFlags(frame: MediaFrame, stream: StreamChoice): number {
    const restarted = this.fresh || frame.discontinuity;
    this.fresh = false;
    return (restarted ? streamFlags.discontinuity : 0) | (stream === 'sub' ? streamFlags.sub : 0);
  }

  private stamp(frame: MediaFrame): { channel: number; presentationUs: number; captureMs: number; sequence: number } {
    this.sequence = (this.sequence + 1) >>> 0;
    return {
      channel: this.channel,
      presentationUs: Math.max(0, Math.round(frame.presentationUs)),
      captureMs: frame.arrivalMs,
      sequence: this.sequence,
    };
  }
}

const wholeOf = (
  { kind, flags, presentationUs, captureMs }: StreamHeader,
  own: Pick<WholeFrame, 'codec' | 'key' | 'body' | 'newFormat'>,
): WholeFrame => ({
  kind: kind === streamKinds.video ? 'video' : 'audio',
  stream: (flags & streamFlags.sub) === 0 ? 'main' : 'sub',
  discontinuity: (flags & streamFlags.discontinuity) !== 0,
  presentationUs,
  captureMs,
  ...own,
});
