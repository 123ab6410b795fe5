// Turns the frames of one flow into stream messages: finds key frames and parameter sets, numbers, encodes once. No viewers here.
import {
  streamCodecs,
  streamFlags,
  streamKinds,
  type StreamCodec,
  type StreamHeader,
  type StreamNote,
} from '@outrider/contract';
import {
  littleEndianPcm,
  mergeParameterSets,
  parameterSetsToAnnexB,
  sameParameterSets,
  SoundFinder,
  stripHisiliconHeader,
  withFirstStartCode,
  withParameterSets,
  type ParameterSets,
  type SoundCoding,
  type VideoCodec,
} from '@outrider/media';
import type { MediaFrame, StreamChoice } from '../gateway/index.ts';
import { encodeFrame, type EncodedFrame } from './encoded-frame.ts';
import { PictureJoiner, type Picture } from './picture-joiner.ts';
import type { WholeFrame } from './recording-tap.ts';

/**
 * `format` stands before the frame where the parameter sets changed. `whole` is the same frame for what stores it, before any
 * wrapping for sockets.
 */
export type Encoded = { frame: EncodedFrame; format: Buffer | null; whole: WholeFrame };

/** Sound that does not come from packets is coded as it says. */
const isSound = (codec: MediaFrame['codec']): codec is SoundCoding & StreamCodec =>
  codec !== 'h264' && codec !== 'h265' && codec !== 'unknown';
/** A stream that brings no key picture for so long, and no parameter sets, most likely never will. */
const KEYLESS_PICTURES = 75;
/** Four seconds of sixteen bits a sample: no recorder gathers sound for so long, and looking into it would hold up everything. */
const MAX_SOUND_BYTES = 64 * 1024;

export class FlowEncoder {
  /** Frames that could not be used: before the first key frame, without NAL units or parameter sets, in an unknown coding, too long. */
  unusable = 0;
  private readonly sound = new SoundFinder();
  private lastSoundUs: number | null = null;
  private keyless = 0;
  private note: StreamNote = {};
  private noteChanged = false;
  private toldNote = '{}';
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
    this.lastSoundUs = null;
  }

  /** What cannot be shown or heard, where that changed since it was taken last; for all viewers. */
  takeNote(): Buffer | null {
    if (!this.noteChanged) return null;
    this.noteChanged = false;
    const text = JSON.stringify(this.note);
    if (text === this.toldNote) return null;
    this.toldNote = text;
    return this.encodeNote(text);
  }

  /** The same for a joiner; null when all can be shown and heard. */
  noteForJoiner(): Buffer | null {
    return this.toldNote === '{}' ? null : this.encodeNote(this.toldNote);
  }

  /** The stream format last announced, for joiners; null before the first key frame. */
  format(stream: StreamChoice): Buffer | null {
    return this.sets === null ? null : this.encodeFormat(this.sets, 0, 0, stream);
  }

  encode(frame: MediaFrame, stream: StreamChoice): Encoded[] {
    if (frame.kind === 'audio') return this.encodeAudio(frame, stream);
    const hint: VideoCodec | undefined = this.sets?.codec ?? (frame.codec === 'h265' ? 'h265' : 'h264');
    const body = withFirstStartCode(frame.body, hint);
    const pictures = this.joiner.push(body === frame.body ? frame : { ...frame, body, headRoomBytes: 0 }, hint);
    return pictures.flatMap((picture) => this.encodePicture(picture, stream));
  }

  private encodePicture({ frame, info }: Picture, stream: StreamChoice): Encoded[] {
    // Pictures after a loss would smear up to the next key frame: the browser keeps the last good one instead.
    if (frame.damagedBefore) this.keySeen = false;
    if (!info.key && !this.keySeen) {
      this.keyless += 1;
      if (this.keyless >= KEYLESS_PICTURES && this.sets === null) this.setNote({ lacks: 'parameters' });
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
      if (!hasSets(this.sets)) {
        this.setNote({ lacks: 'parameters' });
        this.keySeen = false;
        this.unusable += 1;
        return [];
      }
      this.keyless = 0;
      this.setNote({ lacks: undefined });
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
    const traits = { key: info.key, video: true, headRoomBytes: roomOf(frame, body) };
    return [{ frame: encodeFrame(header, body, traits), format, whole }];
  }

  private encodeAudio(frame: MediaFrame, stream: StreamChoice): Encoded[] {
    const coding = this.codingOf(frame);
    if (coding === null) {
      this.unusable += 1;
      return [];
    }
    const codec = coding === 'pcm16be' ? 'pcm16le' : coding;
    const header = {
      kind: streamKinds.audio,
      codec: streamCodecs[codec],
      flags: this.commonFlags(frame, stream),
      detail: codec === 'aacAdts' ? 0 : 8000, // JT/T 1078 audio other than AAC is 8 kHz mono
      ...this.stamp(frame),
    };
    const plain = codec === 'aacAdts' ? frame.body : stripHisiliconHeader(frame.body);
    const body = coding === 'pcm16be' ? littleEndianPcm(plain) : plain;
    const whole = wholeOf(header, { codec, key: false, body, newFormat: false });
    // Before any picture an audio block is a start of its own, so that a channel without a camera is heard.
    const traits = { key: !this.keySeen, video: false, headRoomBytes: roomOf(frame, body) };
    return [{ frame: encodeFrame(header, body, traits), format: null, whole }];
  }

  /** Null for sound that nobody decodes or that is too long, and while it is not clear yet what it is. */
  private codingOf({ payloadType, codec, body, presentationUs }: MediaFrame): SoundCoding | null {
    const isTooLong = body.length > MAX_SOUND_BYTES;
    if (payloadType === undefined) return isSound(codec) && !isTooLong ? codec : null;
    const deltaMs = this.lastSoundUs === null ? undefined : (presentationUs - this.lastSoundUs) / 1000;
    this.lastSoundUs = presentationUs;
    if (isTooLong) return null;
    const verdict = this.sound.take(payloadType, body, deltaMs);
    if (verdict.kind !== 'unknown') this.setNote({ mute: verdict.kind === 'foreign' ? verdict.name : undefined });
    return verdict.kind === 'known' ? verdict.coding : null;
  }

  /** What is undefined is taken back. */
  private setNote(change: { [K in keyof StreamNote]: StreamNote[K] | undefined }): void {
    const { lacks, mute } = { ...this.note, ...change };
    if (lacks === this.note.lacks && mute === this.note.mute) return;
    this.note = { ...(lacks !== undefined && { lacks }), ...(mute !== undefined && { mute }) };
    this.noteChanged = true;
  }

  private encodeNote(text: string): Buffer {
    const header = {
      kind: streamKinds.note,
      codec: streamCodecs.none,
      flags: 0,
      channel: this.channel,
      presentationUs: 0,
      captureMs: 0,
      sequence: 0,
      detail: 0,
    };
    return encodeFrame(header, new TextEncoder().encode(text), { key: false, video: false }).bytes;
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

/** What a body has in front of it, as long as it still lies where the frame brought it. */
const roomOf = (frame: MediaFrame, body: Uint8Array): number =>
  body.buffer === frame.body.buffer ? (frame.headRoomBytes ?? 0) : 0;

/** Without both nothing decodes; of H.265 a missing VPS may be overcome. */
const hasSets = (sets: ParameterSets | null): boolean => sets !== null && sets.sps.length > 0 && sets.pps.length > 0;

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
