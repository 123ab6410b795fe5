// The parameter sets of a stream as a value: gathered from frames, compared, put back in front of a frame. Parsing is in
// h264.ts and h265.ts.
import { joinNals, nalType, type VideoCodec } from './annex-b.ts';
import { MediaError } from './errors.ts';
import { avcDecoderConfig, H264_NAL, h264CodecString, parseH264Sps } from './h264.ts';
import { H265_NAL, h265CodecString, hevcDecoderConfig, parseH265Sps } from './h265.ts';

/** NAL units without start codes, each kind in stream order. `vps` is empty for H.264. Owned copies, safe to keep. */
export type ParameterSets = {
  readonly codec: VideoCodec;
  readonly vps: readonly Uint8Array[];
  readonly sps: readonly Uint8Array[];
  readonly pps: readonly Uint8Array[];
};

/** No real stream has more sets of a kind, and one longer than 64 KiB does not fit avcC or hvcC. */
const MAX_SETS = 16;
const MAX_SET_BYTES = 0xffff;

type Kind = 'vps' | 'sps' | 'pps';

const kindOf = (codec: VideoCodec, type: number): Kind | null => {
  if (codec === 'h264') return type === H264_NAL.sps ? 'sps' : type === H264_NAL.pps ? 'pps' : null;
  return type === H265_NAL.vps ? 'vps' : type === H265_NAL.sps ? 'sps' : type === H265_NAL.pps ? 'pps' : null;
};

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** The parameter sets among `nals`, repeats left out; null when there is none. May be partial: some recorders send them apart. */
export const collectParameterSets = (nals: readonly Uint8Array[], codec: VideoCodec): ParameterSets | null => {
  const sets: Record<Kind, Uint8Array[]> = { vps: [], sps: [], pps: [] };
  for (const nal of nals) {
    const kind = kindOf(codec, nalType(codec, nal[0] ?? 0));
    if (kind === null || nal.length > MAX_SET_BYTES || sets[kind].length >= MAX_SETS) continue;
    if (!sets[kind].some((known) => sameBytes(known, nal))) sets[kind].push(new Uint8Array(nal));
  }
  return sets.vps.length + sets.sps.length + sets.pps.length === 0 ? null : { codec, ...sets };
};

/** Can a decoder be configured from these? */
export const isCompleteParameterSets = (sets: ParameterSets): boolean =>
  sets.sps.length > 0 && sets.pps.length > 0 && (sets.codec === 'h264' || sets.vps.length > 0);

/** `newer` over `older`, kind by kind: a frame may bring only an SPS. A change of codec forgets what was. */
export const mergeParameterSets = (older: ParameterSets | null, newer: ParameterSets): ParameterSets => {
  if (older === null || older.codec !== newer.codec) return newer;
  const pick = (kind: Kind): readonly Uint8Array[] => (newer[kind].length > 0 ? newer[kind] : older[kind]);
  return { codec: newer.codec, vps: pick('vps'), sps: pick('sps'), pps: pick('pps') };
};

const sameList = (a: readonly Uint8Array[], b: readonly Uint8Array[]): boolean =>
  a.length === b.length && a.every((set, i) => sameBytes(set, b[i] ?? new Uint8Array(0)));

/** Byte for byte the same: the decoder need not be configured again. */
export const sameParameterSets = (a: ParameterSets, b: ParameterSets): boolean =>
  a.codec === b.codec && sameList(a.vps, b.vps) && sameList(a.sps, b.sps) && sameList(a.pps, b.pps);

/** The sets as an Annex-B stream in the order VPS, SPS, PPS. */
export const parameterSetsToAnnexB = (sets: ParameterSets): Uint8Array =>
  joinNals([...sets.vps, ...sets.sps, ...sets.pps]);

/** A key frame that came without its parameter sets, with the remembered ones in front. */
export const withParameterSets = (frame: Uint8Array, sets: ParameterSets): Uint8Array => {
  const head = parameterSetsToAnnexB(sets);
  const out = new Uint8Array(head.length + frame.length);
  out.set(head);
  out.set(frame, head.length);
  return out;
};

/** What a decoder has to know. `codecString` is for parameter sets in the stream (avc1.PPCCLL, hev1.…). Throws MediaError. */
export const videoFormat = (sets: ParameterSets): { codecString: string; width: number; height: number } => {
  const [sps] = sets.sps;
  if (sps === undefined) throw new MediaError(0, 'no SPS');
  const { width, height } = sets.codec === 'h264' ? parseH264Sps(sps) : parseH265Sps(sps);
  return { codecString: sets.codec === 'h264' ? h264CodecString(sps) : h265CodecString(sps), width, height };
};

/** avcC or hvcC, the `description` of a WebCodecs configuration and the box of an MP4 sample entry. Throws MediaError. */
export const decoderConfig = (sets: ParameterSets): Uint8Array =>
  sets.codec === 'h264' ? avcDecoderConfig(sets.sps, sets.pps) : hevcDecoderConfig(sets.vps, sets.sps, sets.pps);
